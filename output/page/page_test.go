package page

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

func written(t *testing.T, doc *Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, doc); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// evil has everything that ends or starts something in HTML, in attributes, in scripts
// and in JSON.
const evil = `<script>alert(1)</script></title></style><!--<img src=x onerror="a('b')">&lt;` + "\u2028`${x}"

// full is a document in which every text is the given one.
func full(text string) *Document {
	return &Document{
		Title: text, Version: text,
		Overview: &Overview{
			Summary: text,
			Rows: []OverviewRow{
				{Severity: text, Name: text, ID: text, Threads: text, Blocked: text, Pool: text, Idle: text, Verdict: text},
				{Severity: text, Name: text, Threads: text, Blocked: text, Pool: text, Idle: text, Verdict: text,
					Folded: []Link{{text, text}, {"", text}}},
			},
			Unread: []Unread{{text, text}},
		},
		Series: &Series{
			Severity: text, Headline: text, Legend: text, MoreCourses: text, Advice: text, Link: text, Notes: []string{text},
			Plot: &Plot{
				Lines: []PlotLine{{text, text, text, true, []string{"0,1 2,3"}}}, Ticks: []Tick{{text, 50}},
				Steps: []Tick{{text, 50}},
			},
			Reports: []Report{{text, text}}, Totals: []CountRow{{text, []string{text}}},
			Places:  []SeriesPlace{{text, text, text, text, text, text, []int{1}, text, text}},
			Courses: []Course{{1, text, []Cell{{text, text}}}},
		},
		Diff: &Diff{
			Word: text, Sentence: text, Severity: text, Notes: []string{text},
			Bars: []ChangeBar{{Name: text, State: text, Counts: text, Both: 1, New: 2}},
			Places: []Change{
				{
					Bar:    ChangeBar{Name: text, State: text, Counts: text},
					Status: text, Kind: text, Call: text, Culprit: text, Module: text,
					Remarks: []string{text}, Frames: []FrameChange{{Op: "+", Text: text}},
				},
			},
			Aside: text,
		},
		Snapshots: []*Snapshot{{
			ID: text, Name: text, Side: text, Headline: text, Severity: text, Aside: text, Totals: text,
			Bars: []Bar{{Label: text, Parts: []Part{{State: text, Text: text}}}},
			Measured: &Measured{
				Window: text, Joined: text, Shares: text, Parts: []string{text}, Waits: []Wait{{text, text}},
				Charts: []Chart{{Title: text, Extent: text, Kind: "queue", Lines: []string{"0.0,1.0 2.0,3.0"}}},
			},
			Findings: []Finding{
				{
					Severity:   text,
					ID:         text,
					Qualifiers: text,
					Sentence:   text,
					Proof:      []string{text},
					Against:    []string{text},
					Advice:     text,
					Link:       text,
					Places: []Place{
						{
							Count: text, Call: text, Culprit: text, Module: text, State: text,
							Remarks: []string{text}, Stacks: text, Share: text,
							Rows: []Row{{text, text, text, text, "https://example.org/", true}}, Groups: []int{0},
						},
					},
				},
			},
			Notes:    []string{text},
			Problems: []Problem{{text, text, text}},
			Graph: Graph{
				Frames: []Frame{{text, text}},
				Groups: []Group{
					{
						ID: text, State: text, Does: text, Thread: text, Threads: []string{text},
						Count: 1, Frames: []int{0}, Kinds: "o", Change: text, Counts: text,
					},
				},
				Own: []Box{
					{Parent: -1, Rows: []BoxRow{{Frame: -1, Text: text, Tail: text, Kind: text}}, Ends: []int{0}},
				},
			},
		}},
	}
}

// TestTextsAreEscaped: however hostile the texts, the page has the same elements.
func TestTextsAreEscaped(t *testing.T) {
	tags := regexp.MustCompile(`<[/!a-zA-Z][a-zA-Z0-9-]*`)
	want := tags.FindAllString(written(t, full("tame")), -1)
	got := tags.FindAllString(written(t, full(evil)), -1)
	if strings.Join(got, "") != strings.Join(want, "") {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func TestDataIsWhatTheScriptReads(t *testing.T) {
	doc := full(evil)
	_, rest, _ := strings.Cut(written(t, doc), `<script type="application/json" id="data">`)
	data, _, _ := strings.Cut(rest, "</script>")
	var got []Graph
	if err := json.Unmarshal([]byte(data), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].Frames[0].Raw != evil || got[0].Groups[0].Threads[0] != evil {
		t.Errorf("the texts came out as %+v", got)
	}
}

// TestPolicyNamesTheOwnScriptAndStyle: the hashes are those of what is on the page, and
// nothing else is allowed.
func TestPolicyNamesTheOwnScriptAndStyle(t *testing.T) {
	text := written(t, full("x"))
	content := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(text)
	if content == nil {
		t.Fatal("the page has no policy")
	}
	for _, word := range []string{"default-src 'none'", "base-uri 'none'", "form-action 'none'"} {
		if !strings.Contains(content[1], word) {
			t.Errorf("no %s in %s", word, content[1])
		}
	}
	if strings.Contains(content[1], "unsafe") {
		t.Errorf("the policy allows too much: %s", content[1])
	}
	for _, part := range []struct{ open, end string }{{"<script>", "</script>"}, {"<style>", "</style>"}} {
		_, rest, _ := strings.Cut(text, part.open)
		own, _, _ := strings.Cut(rest, part.end)
		if !strings.Contains(content[1], "'"+hash(own)+"'") {
			t.Errorf("the policy does not name the hash of the page's %s", part.open)
		}
	}
}

// TestNothingIsLoaded: no part of the page is elsewhere.
func TestNothingIsLoaded(t *testing.T) {
	text := written(t, full("x"))
	for _, pattern := range []string{`\ssrc=`, `url\([^#]`, `@import`, `<link`, `\sstyle=`, `\son[a-z]+=`, `fetch\(`, `XMLHttpRequest`, `innerHTML`, `eval\(`} {
		if found := regexp.MustCompile(pattern).FindString(text); found != "" {
			t.Errorf("the page has %q", found)
		}
	}
}

func TestLinksOfOtherSchemesAreDead(t *testing.T) {
	doc := full("x")
	doc.Snapshots[0].Findings[0].Link = "javascript:alert(1)"
	if text := written(t, doc); strings.Contains(text, `href="javascript:`) {
		t.Error("a link can run a script")
	}
}
