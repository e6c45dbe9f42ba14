package render

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/layout"
	"stacktriage/parse"
	"stacktriage/series"
)

// endlessNames is a report of a thread that runs own code with a name of 300,000
// characters, in one word, of many types, or with blanks.
func endlessNames(t *testing.T, name string) *parse.Snapshot {
	t.Helper()
	var text strings.Builder
	for _, id := range []string{"0x1", "0x2"} {
		text.WriteString(
			"Thread (" + id + "):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object,int32)\n",
		)
		text.WriteString(
			"  Shop!" + name + "(int32)\n  System.Private.CoreLib!System.Threading.Thread.StartCallback()\n\n",
		)
	}
	snaps, err := parse.Read(strings.NewReader(text.String()), "layout.Endless.txt")
	if err != nil {
		t.Fatal(err)
	}
	return snaps[0]
}

func TestNamesWithoutAnEnd(t *testing.T) {
	const n = 100_000
	names := map[string]string{
		"method":  "Acme.Orders." + strings.Repeat("Load", n),
		"types":   "Acme." + strings.Repeat("Aa.", n) + "Load",
		"nested":  "Acme.A" + strings.Repeat("+Bb", n) + ".Load",
		"generic": "Acme.Orders`1[" + strings.Repeat("Aa,", n) + "Bb].Load",
		"letters": "Acme.Orders." + strings.Repeat("ä世", n),
		"blanks":  "Acme.Orders." + strings.Repeat("a b ", n) + "Load",
	}
	for kind, name := range names {
		snap := endlessNames(t, name)
		report := diagnose.Analyze([]*parse.Snapshot{snap}, diagnose.Options{})
		sets := []*group.Set{group.Build(snap, diagnose.Options{}), group.Build(snap, diagnose.Options{})}
		related, err := series.Relate(sets, nil)
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Unicode: true, Width: 100, IDs: 4}
		full, exact := o, TreeOptions{Options: o, Exact: true}
		full.Full = true
		for _, out := range []struct {
			name  string
			most  int
			write func(io.Writer) error
		}{
			{"text", 110, func(w io.Writer) error { return Text(w, report, o) }},
			{"full", layout.MaxRaw + 20, func(w io.Writer) error { return Text(w, report, full) }},
			{"tree", 110, func(w io.Writer) error { return Tree(w, report, TreeOptions{Options: o}) }},
			{"exact tree", 110, func(w io.Writer) error { return Tree(w, report, exact) }},
			{"diff", 110, func(w io.Writer) error {
				return DiffText(w, compare.Sets(sets[0], sets[1]), Options{All: true, Width: 100, Unicode: true})
			}},
			{"series", 110, func(w io.Writer) error { return SeriesText(w, related, o) }},
			{"overview", 110, func(w io.Writer) error {
				table := &Overview{}
				table.Add(report.Snapshots[0])
				return OverviewText(w, table, o)
			}},
		} {
			var text bytes.Buffer
			if err := out.write(&text); err != nil {
				t.Fatal(err)
			}
			for line := range strings.SplitSeq(text.String(), "\n") {
				if n := utf8.RuneCountInString(line); n > out.most {
					t.Errorf("%s, %s: a line of %d characters: %.150s", kind, out.name, n, line)
				}
			}
			if text.Len() > 20_000 {
				t.Errorf("%s, %s: %d bytes", kind, out.name, text.Len())
			}
		}
	}
}
