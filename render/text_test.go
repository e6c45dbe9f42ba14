package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/frame"
	"stacktriage/layout"
)

// letters is a palette that can be read: what is painted stands in letter and brackets.
func letters(s layout.Span) string {
	return string("-CWNOVcauwri|ld"[s.Style]) + "[" + s.Text + "]"
}

func TestColourIsWhereTheWordsAre(t *testing.T) {
	got := render(
		t, "text", Options{Palette: letters, Unicode: true, Width: 80, Top: 5, IDs: 2},
		model(t, "shop.txt", syncOverAsync(3), parked(1)),
	)
	want := `V[3 workers blocked]

C[CRITICAL]  sync-over-async · confidence high · 1 idle worker
  l[Fix]    Await the call.

  c[3 workers]   a[Task<T>.Result]   in   u[Cart.Total]   d[Shop.Web]
              d[1 stack · 0x10 0x11 … 1 more]

        l[leaf] |[┃] w[ManualResetEventSlim.Wait(int, CancellationToken)]
             |[┃] d[⋮ 2 frames  Task wait]
       l[API ▸] |[┃] a[Task<T>.Result]
   l[culprit ▸]   u[Cart.Total(int, string)]
               CartController.Show(int)
               d[⋮ 2 frames  MVC, Kestrel]
        l[root]   pool worker

l[Set aside]  1 idle worker
d[4 threads · 4 workers: 3 blocked, 0 running, 1 idle · one snapshot; native and]
d[GC threads are not in this format]
d[stacktriage explain WORD says what a word of this report means]
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWithoutUTF8NothingButASCII(t *testing.T) {
	s := model(t, "shop.txt", syncOverAsync(9))
	s.Headline = "blocked → “Größe” in café …"
	got := render(t, "text", Options{Width: 80, Top: 5, IDs: 2}, s, model(t, "größe.txt", parked(2)))
	for i, r := range got {
		if r > '~' || r < ' ' && r != '\n' {
			t.Fatalf("rune %q at %d of\n%s", r, i, got)
		}
	}
	for _, want := range []string{"API > |", ": 2 frames", "... 7 more", `blocked -> "Gr??e" in caf? ...`} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

func TestPlacesBeyondTopAreCountedInThreads(t *testing.T) {
	var specs []stackSpec
	for i := range 8 {
		spec := syncOverAsync(8 - i)
		spec.frames[4] = fmt.Sprintf("C Shop.Web!Shop.Web.Cart.Step%d()", i)
		specs = append(specs, spec)
	}
	got := render(t, "text", Options{Width: 80, Top: 5, IDs: 0}, model(t, "shop.txt", specs...))
	if want := "3 more places with 6 threads"; !strings.Contains(got, want) {
		t.Errorf("%q is missing in\n%s", want, got)
	}
	if all := render(t, "text", Options{Width: 80}, model(t, "shop.txt", specs...)); strings.Contains(
		all, "more place",
	) {
		t.Errorf("Top 0 leaves places out:\n%s", all)
	}
}

func TestFullShowsEveryRawFrameAndDecimalIDs(t *testing.T) {
	spec := syncOverAsync(2)
	got := render(t, "text", Options{Width: 80, Top: 5, IDs: -1, Full: true}, model(t, "shop.txt", spec, parked(1)))
	for _, f := range append(spec.frames, parked(1).frames...) {
		if f = strings.TrimLeft(f, "ACR "); !strings.Contains(got, f) {
			t.Errorf("frame %q is missing in\n%s", f, got)
		}
	}
	for _, want := range []string{"0x10(16) 0x11(17)", "0x12(18)", "marker: 2 native, 0 cpu"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

func TestNoControlCharacterReachesTheReader(t *testing.T) {
	hostile := "\x1b[31mred\x07\u009b1m\u202ebidi\u200b\x7f\r\n\ttab\U000e0041"
	s := model(t, "shop.txt", syncOverAsync(2))
	s.Headline = hostile
	s.Findings[0].Sentence, s.Findings[0].Advice, s.Findings[0].Link = hostile, hostile, hostile
	s.Notes, s.OwnModules = []string{hostile}, []string{hostile}
	s.Input.Source.Label = hostile
	s.Sites[0].Callers, s.Sites[0].Via = []string{hostile}, hostile
	s.Sites[0].Culprit.Short, s.Sites[0].Culprit.Frame, s.Sites[0].Culprit.Note = hostile, &frame.Frame{
		Module: hostile, Raw: hostile,
	}, hostile
	s.SetAside = []diagnose.Aside{{Label: hostile, Threads: 1}}
	s.Groups[0].Stack.Frames[5].Raw = hostile
	for _, f := range Formats(Reports) {
		if f.Binary {
			continue
		}
		for _, o := range []Options{{Unicode: true, IDs: 4}, {IDs: 4}, {Unicode: true, Full: true}} {
			got := render(t, f.Name, o, s, s)
			for i, r := range got {
				if layout.Hidden(r) && r != '\n' {
					t.Fatalf("%s: %q behind %q", f.Name, r, got[max(0, i-60):i])
				}
			}
		}
	}
}

func TestWidth(t *testing.T) {
	long := syncOverAsync(40)
	long.frames[4] = "C Shop.Web!Shop.Web.Checkout.Ordering.VeryLongServiceNameForTheCheckout+InnerWorkflow.ExecuteTheWholeCheckoutSynchronously(class System.Collections.Generic.Dictionary`2<class System.String,int32>)"
	for _, width := range []int{0, 20, 60, 80, 120, 300} {
		got := render(
			t, "text", Options{Width: width, Unicode: true, IDs: -1, Top: 5},
			model(t, "shop.txt", syncOverAsync(60), long),
		)
		limit := max(width, layout.MinWidth)
		if width == 0 {
			limit = layout.DefaultWidth
		}
		for line := range strings.Lines(got) {
			line = strings.TrimRight(line, "\n")
			if strings.HasSuffix(line, " ") {
				t.Errorf("width %d: blanks at the end of %q", width, line)
			}
			if layout.Columns(line) > limit && !strings.Contains(line, "ExecuteTheWholeCheckoutSynchronously") {
				t.Errorf("width %d: line of %d columns: %q", width, layout.Columns(line), line)
			}
		}
		if !strings.Contains(got, "ExecuteTheWholeCheckoutSynchronously") {
			t.Errorf("width %d: the method was cut:\n%s", width, got)
		}
	}
}

func TestSeveralSnapshotsStartWithAnOverview(t *testing.T) {
	calm := model(t, "calm.txt", parked(4))
	calm.Findings = []diagnose.Finding{{ID: "healthy", Severity: diagnose.OK, Sentence: "Nothing blocked"}}
	calm.Headline = "Nothing blocked"
	busy := model(t, "busy.txt", syncOverAsync(5))
	busy.Findings[0].Starved = true
	got := render(t, "text", Options{Width: 76, Top: 5}, busy, calm)
	want := `2 reports: 1 critical, 1 ok

            file      threads  blocked  in pool  idle
  CRITICAL  busy.txt        5        5   5 of 5     0
            sync-over-async, starved - Task<T>.Result in Cart.Total
  OK        calm.txt        4        0   0 of 4     4
            healthy

-- busy.txt ----------------------------------------------------------------
`
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant the beginning\n%s", got, want)
	}
	if !strings.Contains(got, "\n-- calm.txt ---") {
		t.Errorf("the second snapshot has no label:\n%s", got)
	}
}

func TestCallersOfAWrapperAndNotesStandUnderTheSite(t *testing.T) {
	s := model(t, "shop.txt", syncOverAsync(12))
	s.Sites[0].Callers = []string{"Cart.Load", "Cart.Save", "A.B", "C.D", "E.F"}
	s.Sites[0].Via = "Shop.Client"
	s.Sites[0].Culprit.Kind = classify.CulpritInferred
	s.Sites[0].Culprit.Note = "inferred: seen under lambda_method2 in 12 other stacks"
	got := render(t, "text", Options{Width: 80, Unicode: true}, s)
	for _, want := range []string{
		"(inferred: seen under lambda_method2 in 12 other stacks)",
		"Total ← Cart.Load, Cart.Save, A.B, C.D … 1 more",
		"via Shop.Client",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

func TestRecursionTakesOneRow(t *testing.T) {
	spec := syncOverAsync(2)
	deep := slices.Repeat([]string{"Shop.Web!Shop.Web.Tree.Walk(int32)"}, 60)
	spec.frames = slices.Insert(spec.frames, 5, deep...)
	got := render(t, "text", Options{Width: 80, Unicode: true}, model(t, "shop.txt", spec))
	if strings.Count(got, "Tree.Walk") != 1 || !strings.Contains(got, "Tree.Walk(int)  ×60\n") {
		t.Errorf("recursion is spread out:\n%s", got)
	}
}

func TestACallWithoutAFrameIsStillNamed(t *testing.T) {
	spec := syncOverAsync(2)
	spec.frames = spec.frames[4:]
	spec.cause = &classify.Cause{
		Rule: classify.RuleMonitorEnterProbable, API: "lock", Category: classify.CategoryLock,
		Mechanism: classify.MechanismLock,
	}
	got := render(t, "text", Options{Width: 80, Unicode: true}, model(t, "shop.txt", spec))
	if want := "       API ▸ ┃ lock  (no frame of its own)\n   culprit ▸   Cart.Total(int, string)\n"; !strings.Contains(
		got, want,
	) {
		t.Errorf("%q is missing in\n%s", want, got)
	}
}

func TestTheHolderComesBeforeItsVictims(t *testing.T) {
	waiters, holder := syncOverAsync(8), syncOverAsync(1)
	waiters.cause = &classify.Cause{
		Rule: classify.RuleMonitorEnter, API: "lock", Category: classify.CategoryLock,
		Mechanism: classify.MechanismLock,
	}
	holder.frames[4] = "C Shop.Web!Shop.Web.Cart.Refill()"
	s := model(t, "shop.txt", waiters, holder)
	s.Findings[0].ID = "lock-holder-blocked"
	got := render(t, "text", Options{Width: 80, Unicode: true}, s)
	first, second := strings.Index(got, "Cart.Refill"), strings.Index(got, "Cart.Total")
	if first < 0 || second < first || strings.Count(got, "seems to hold the lock") != 1 {
		t.Errorf("the holder is not first, or not marked:\n%s", got)
	}
}
