package render

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stacktriage/diagnose"
	"stacktriage/evidence"
	"stacktriage/layout"
	"stacktriage/parse"
)

// recordings is the folder of real recordings beside the stacks.
const recordings = "../testdata/evidence"

// judged reads an input, joins others to it, and draws the conclusions.
func judged(t *testing.T, name string, with ...string) *diagnose.Report {
	t.Helper()
	inputs := evidence.NewReader()
	read := func(name string) []*parse.Snapshot {
		file, err := os.Open(filepath.Join(recordings, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		snaps, err := inputs.Read(file, name)
		if err != nil {
			t.Fatal(err)
		}
		return snaps
	}
	snaps := read(name)
	for _, other := range with {
		if err := inputs.Join(snaps[0], read(other), other); err != nil {
			t.Fatal(err)
		}
	}
	return inputs.Analyze(snaps, diagnose.Options{})
}

// TestGoldenEvidence shows what is said of reports with recordings beside them, and of
// recordings alone.
func TestGoldenEvidence(t *testing.T) {
	starved := []string{"depot/result.txt", "depot/result-events.nettrace.gz"}
	held := []string{"depot/lockheld.txt", "depot/lockheld-events.nettrace.gz"}
	plain := Options{Version: "test", Unicode: true, Width: 80, Top: 5, IDs: 4}
	ascii, painted, chat, list := plain, plain, plain, plain
	ascii.Unicode = false
	painted.Palette = letters
	chat.Chat, list.Chat = "slack", "plain"
	for _, tt := range []struct {
		golden, format string
		options        Options
		inputs         []string
	}{
		{"starved.80.txt", "text", plain, starved},
		{"starved.ascii.txt", "text", ascii, starved},
		{"starved.letters.txt", "text", painted, starved},
		{"starved.slack.txt", "chat", chat, starved},
		{"starved.plain.txt", "chat", list, starved},
		{"starved.svg", "svg", plain, starved},
		{"held.80.txt", "text", plain, held},
		{"never.80.txt", "text", plain, []string{"depot/never.txt", "depot/never-events.nettrace.gz"}},
		{"counters.80.txt", "text", plain, []string{"counters/bad.csv"}},
		{"counters.slack.txt", "chat", chat, []string{"counters/bad.csv"}},
		{"screen.80.txt", "text", plain, []string{"counters/monitor-bad.txt"}},
		{"calm.80.txt", "text", plain, []string{"counters/idle.csv"}},
		{"events.80.txt", "text", plain, []string{"depot/lockheld-events.nettrace.gz"}},
	} {
		t.Run(tt.golden, func(t *testing.T) {
			format, err := Lookup(Reports, tt.format)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := format.Report(&got, judged(t, tt.inputs[0], tt.inputs[1:]...), tt.options); err != nil {
				t.Fatal(err)
			}
			compareGolden(t, filepath.Join("testdata", "golden", "evidence", tt.golden), got.Bytes())
		})
	}
}

// TestEveryFormatHasTheProof: what was measured for and against a finding stands in every
// format that people read.
func TestEveryFormatHasTheProof(t *testing.T) {
	r := judged(t, "depot/lockheld.txt", "depot/lockheld-events.nettrace.gz")
	first := r.Snapshots[0].Findings[0]
	if len(first.Proof) == 0 || len(first.Against) == 0 {
		t.Fatalf("no proof for and against: %+v", first)
	}
	for name, write := range map[string]func(io.Writer, *diagnose.Report, Options) error{
		"text": Text, "html": HTML, "chat": Chat, "svg": SVG, "json": JSON,
	} {
		var got bytes.Buffer
		if err := write(&got, r, Options{Unicode: true, IDs: 4}); err != nil {
			t.Fatal(err)
		}
		text := got.String()
		if name == "svg" {
			text = svgText(t, &got)
		}
		for _, fact := range slices.Concat(first.Proof, first.Against) {
			if !strings.Contains(squeeze(text), squeeze(fact.Sentence)) {
				t.Errorf("%s does not say %q:\n%s", name, fact.Sentence, text)
			}
		}
	}
}

// TestEvidenceIsClean: what names and sentences of a recording hold reaches no terminal.
func TestEvidenceIsClean(t *testing.T) {
	hostile := "\x1b[31mred\x07\u009b1m\u202ebidi"
	r := judged(t, "depot/lockheld.txt", "depot/lockheld-events.nettrace.gz")
	s := r.Snapshots[0]
	s.Findings[0].Proof[0].Sentence, s.Findings[0].Against[0].Sentence = hostile, hostile
	e := s.Evidence
	e.Joined, e.Remarks = []string{hostile}, []string{hostile}
	e.Charts[0].Title = hostile
	e.Locks[0].Owners[0].ThreadID = hostile
	for _, f := range Formats(Reports) {
		if f.Binary {
			continue
		}
		var got bytes.Buffer
		if err := f.Report(&got, r, Options{Unicode: true, IDs: 4, Full: true}); err != nil {
			t.Fatal(err)
		}
		for i, c := range got.String() {
			if layout.Hidden(c) && c != '\n' {
				t.Fatalf("%s: %q behind %q", f.Name, c, got.String()[max(0, i-60):i])
			}
		}
	}
}

func TestCourse(t *testing.T) {
	at := func(seconds ...float64) *diagnose.Chart {
		c := &diagnose.Chart{}
		for i, s := range seconds {
			c.Points = append(c.Points, diagnose.Point{At: time.Duration(s * float64(time.Second)), Value: float64(i)})
		}
		return c
	}
	nan := math.NaN()
	for _, tt := range []struct {
		chart *diagnose.Chart
		want  layout.Series
	}{
		{at(), layout.Series{}},
		{at(3), layout.Series{0}},
		{at(0, 1, 2), layout.Series{0, 1, 2}},
		{at(0, 1.2, 1.9, 3), layout.Series{0, 1, 2, 3}},
		{at(0, 1, 2, 7), layout.Series{0, 1, 2, 2, 2, nan, nan, 3}},
		{at(5, 5, 5), layout.Series{0, 1, 2}},
	} {
		got := courseOf(tt.chart)
		same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
		if !slices.EqualFunc(got, tt.want, same) {
			t.Errorf("got %v, want %v", got, tt.want)
		}
	}
}

func TestExtent(t *testing.T) {
	chart := func(absolute bool, values ...float64) *diagnose.Chart {
		c := &diagnose.Chart{Absolute: absolute}
		for _, v := range values {
			c.Points = append(c.Points, diagnose.Point{Value: v})
		}
		return c
	}
	for _, tt := range []struct {
		chart *diagnose.Chart
		want  string
	}{
		{chart(true), "no value"},
		{chart(true, 4), "4"},
		{chart(true, 491, 783), "491 → 783"},
		{chart(true, 2, 0.52, 9, 3), "2 → 3, least 0.5, most 9"},
		{chart(false, 0, 182, 20), "+0 → +20, most +182"},
		{chart(false, 0, -3), "+0 → -3"},
	} {
		if got := extentOf(tt.chart); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
