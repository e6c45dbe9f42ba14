package render

import (
	"fmt"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/parse"
)

// manyStacks is a report of threads of which each stands somewhere else.
func manyStacks(t *testing.T, n int) *diagnose.Report {
	t.Helper()
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(
			&text,
			"Thread (0x%X):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object,int32)\n",
			i+1,
		)
		fmt.Fprintf(
			&text,
			"  Shop!Shop.Orders%d.Load(int32)\n  System.Private.CoreLib!System.Threading.Thread.StartCallback()\n\n",
			i,
		)
	}
	snaps, err := parse.Read(strings.NewReader(text.String()), "many.txt")
	if err != nil {
		t.Fatal(err)
	}
	return diagnose.Analyze(snaps, diagnose.Options{})
}

func TestTreeAndPageOfManyStacksAreBounded(t *testing.T) {
	report := manyStacks(t, htmlStacks+500)
	text := tree(t, report, TreeOptions{Options: Options{Unicode: true, Width: 80, Top: 400}})
	for _, want := range []string{"==> 400 of 2500 threads", "Not drawn: 2100 distinct stacks on 2100 branches with 2100 threads; --top 0"} {
		if !strings.Contains(text, want) {
			t.Errorf("the tree does not say %q:\n%s", want, text[max(0, len(text)-400):])
		}
	}
	page := htmlSnapshot(report.Snapshots[0], "s1", nil)
	threads := 0
	for _, g := range page.Graph.Groups {
		threads += g.Count
	}
	if len(page.Graph.Groups) != htmlStacks || threads != htmlStacks {
		t.Errorf("the graph has %d groups, %d threads", len(page.Graph.Groups), threads)
	}
	notes := strings.Join(page.Notes, "\n")
	for _, want := range []string{"2400 more places with 2400 threads are not listed", "The graph has the 2000 commonest stacks; 500 other stacks with 500 threads are not drawn"} {
		if !strings.Contains(notes, want) {
			t.Errorf("the page does not say %q: %s", want, notes)
		}
	}
}

// TestPageOfManyReportsIsBounded: the stacks of the gravest reports are on the page, the
// critical one behind all healthy ones too, and it says which are missing.
func TestPageOfManyReportsIsBounded(t *testing.T) {
	ok, bad := analyzed(t, "stack-fixed.txt").Snapshots[0], analyzed(t, "stack-bad.txt").Snapshots[0]
	report := &diagnose.Report{}
	for range 2 * htmlReports {
		report.Snapshots = append(report.Snapshots, ok)
	}
	report.Snapshots = append(report.Snapshots, bad)
	var page strings.Builder
	if err := HTML(&page, report, Options{Unicode: true}); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	if n := strings.Count(text, `<section class="snapshot"`); n != htmlReports {
		t.Errorf("%d reports have their stacks on the page, want %d", n, htmlReports)
	}
	for _, want := range []string{fmt.Sprintf(`id="s%d"`, 2*htmlReports+1), "the stacks of the 100 gravest are on this page"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
}
