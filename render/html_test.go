package render

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/layout"
	html "stacktriage/output/page"
)

// TestPageHoldsEveryThread: in both graphs of every real report each group ends in one
// box, callers come before callees, and the threads add up.
func TestPageHoldsEveryThread(t *testing.T) {
	for _, name := range corpusNames(t) {
		for _, s := range analyzed(t, name).Snapshots {
			page := htmlSnapshot(s, "s1", nil)
			threads, places := 0, 0
			for _, g := range page.Graph.Groups {
				threads += g.Count
				if len(g.Kinds) != len(g.Frames) {
					t.Errorf("%s: %d kinds of %d frames", name, len(g.Kinds), len(g.Frames))
				}
			}
			if threads != s.Counts.Threads {
				t.Errorf("%s: the page has %d of %d threads", name, threads, s.Counts.Threads)
			}
			for _, f := range page.Findings {
				places += len(f.Places)
			}
			if want := min(len(s.Sites), htmlPlaces); places != want {
				t.Errorf("%s: %d places, want %d", name, places, want)
			}
			checkBoxes(t, name, page.Graph, page.Graph.Own)
			checkBoxes(t, name, page.Graph, page.Graph.All)
		}
	}
}

func checkBoxes(t *testing.T, name string, graph html.Graph, boxes []html.Box) {
	t.Helper()
	ends := make([]int, len(graph.Groups))
	for i, b := range boxes {
		if b.Parent >= i || len(b.Rows) == 0 {
			t.Errorf("%s: box %d stands on %d and has %d rows", name, i, b.Parent, len(b.Rows))
		}
		for _, g := range b.Ends {
			ends[g]++
		}
		for _, r := range b.Rows {
			if r.Frame >= len(graph.Frames) || r.Frame < 0 && r.Text == "" {
				t.Errorf("%s: box %d has an empty row", name, i)
			}
		}
	}
	for g, n := range ends {
		if n != 1 {
			t.Errorf("%s: group %d ends in %d boxes", name, g, n)
		}
	}
}

// TestPageSaysWhatTheTextSays: verdict, places, fix and what was set aside.
func TestPageSaysWhatTheTextSays(t *testing.T) {
	report := analyzed(t, "acme/net10-mixed_bad.txt")
	var b bytes.Buffer
	if err := HTML(&b, report, Options{Version: "test"}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{
		"14 of 17 pool workers blocked on Task&lt;T&gt;.Result in OrderService.SummaryByResult",
		">8 workers<", ">OrderService.ReserveByWait(int)<", "Await the call instead of .Result, .Wait() or GetAwaiter().GetResult()",
		"1 idle worker; 2 threads that always wait", "19 threads · 17 workers",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
}

// TestPageIsClean: no control or direction character of the input is on the page, not
// even in its data.
func TestPageIsClean(t *testing.T) {
	s := model(t, "evil\x1b[2J\u202e.txt", syncOverAsync(2), stackSpec{
		role: "worker", state: "blocked", threads: 1, frames: []string{"Evil!Ev\x1bil\u202eType.Ru\x07n()"},
	})
	s.Headline, s.Notes, s.OwnModules = "evil\u202e", []string{"evil\x1b"}, []string{"evil\u2066"}
	var b bytes.Buffer
	if err := HTML(&b, &diagnose.Report{Snapshots: []*diagnose.Snapshot{s}}, Options{}); err != nil {
		t.Fatal(err)
	}
	for i, r := range b.String() {
		if r != '\n' && layout.Hidden(r) {
			t.Fatalf("rune %q at %d: …%s", r, i, b.String()[max(0, i-60):i])
		}
	}
	data, _ := json.Marshal(htmlSnapshot(s, "s1", nil))
	for _, escape := range []string{`\u001b`, `\u202e`, `\u2066`, `\u0007`} {
		if strings.Contains(string(data), escape) {
			t.Errorf("%s is in the data", escape)
		}
	}
}

// TestPageOfAComparison: each group of both sides is told to be new, gone or there
// before, and each place is in the table.
func TestPageOfAComparison(t *testing.T) {
	d := compare.Snapshots(
		analyzed(t, "stack-bad.txt").Snapshots[0].Input, analyzed(t, "stack-fixed.txt").Snapshots[0].Input,
		diagnose.Options{},
	)
	changes := changesOf(d)
	for _, s := range []*diagnose.Snapshot{d.Before, d.After} {
		for _, g := range htmlSnapshot(s, "x", changes).Graph.Groups {
			if g.Change == "" {
				t.Errorf("nothing is said of what became of group %s", g.ID)
			}
		}
	}
	var b bytes.Buffer
	if err := DiffHTML(&b, d, Options{Version: "test"}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if got := strings.Count(page, `<th scope="row"><span class="change">`); got != len(d.Sites) {
		t.Errorf("%d places in the table, want %d", got, len(d.Sites))
	}
	for _, want := range []string{d.Verdict.Word, `<td class="number">60</td><td class="number">0</td>`, "Set aside</b> idle workers 0 → 9", "<b>Before</b> stack-bad.txt", "<b>After</b> stack-fixed.txt"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
}
