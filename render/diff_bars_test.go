package render

import (
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/layout"
)

// TestBarsShareOneScale: a bar is as long as its numbers say, whatever it is of, and a
// change of a single thread can be seen.
func TestBarsShareOneScale(t *testing.T) {
	for _, scale := range []int{1, 7, 40, 60, 5000} {
		text := &diffText{page: unwritten(Options{Unicode: true, Width: 80}), scale: scale}
		for before := 0; before <= scale; before += max(scale/40, 1) {
			for after := 0; after <= scale; after += max(scale/40, 1) {
				bar := text.barOf(before, after, classify.Blocked)
				both, gone, more := strings.Count(bar.Text(), layout.BarBoth), strings.Count(bar.Text(), layout.BarGone),
					strings.Count(bar.Text(), layout.BarNew)
				exact, columns := float64(max(before, after)*mostBar)/float64(scale), float64(bar.Columns())
				if columns < exact || columns >= exact+1 {
					t.Fatalf("%d → %d of %d has %d columns, exactly %.1f", before, after, scale, bar.Columns(), exact)
				}
				if (gone > 0) != (before > after) || (more > 0) != (after > before) || both > 0 && min(before, after) == 0 {
					t.Fatalf("%d → %d of %d: %q", before, after, scale, bar.Text())
				}
			}
		}
	}
}

// TestBarsAddUp: the threads of the bars are all threads of both sides.
func TestBarsAddUp(t *testing.T) {
	d := compared(t, "web/stack-bad.txt", "web/stack-fixed.txt")
	before, after := 0, 0
	for _, b := range changeBars(d) {
		before, after = before+b.before, after+b.after
	}
	if before != d.Before.Counts.Threads || after != d.After.Counts.Threads {
		t.Errorf("%d and %d threads have bars", before, after)
	}
}
