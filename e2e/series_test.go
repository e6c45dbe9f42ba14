package e2e

import (
	"bytes"
	"testing"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/render"
	"stacktriage/series"
)

// seriesOf opens the page of reports that are repeated to make so many.
func seriesOf(t *testing.T, reports int, width int64) *Tab {
	t.Helper()
	names := []string{"series/partial-1.txt", "series/partial-2.txt", "series/partial-3.txt"}
	var sets []*group.Set
	for i := range reports {
		sets = append(sets, group.Build(analyzed(t, names[i%len(names)]).Snapshots[0].Input, classify.Options{}))
	}
	related, err := series.Relate(sets, nil)
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := render.SeriesHTML(&page, related, render.Options{Version: "test", IDs: 4}); err != nil {
		t.Fatal(err)
	}
	return openPage(t, page.Bytes(), width, 900)
}

// TestSeries: the chart and the matrix are there without a script, and however many
// reports there are, only the tables scroll sideways.
func TestSeries(t *testing.T) {
	for _, reports := range []int{3, 60} {
		for _, width := range []int64{1280, 400} {
			tab := seriesOf(t, reports, width)
			if wide := ask[int64](t, tab, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("%d reports are %d pixels wide on %d", reports, wide, width)
			}
			if cells := ask[int](t, tab, `document.querySelectorAll('.matrix tbody tr:first-child td').length`); cells != reports {
				t.Errorf("a row of the matrix has %d cells, want %d", cells, reports)
			}
			outside := ask[int](t, tab, `(() => {
				const box = document.querySelector('.plot-lines').getBoundingClientRect();
				return [...document.querySelectorAll('.plot-lines polyline')].map(line => line.getBoundingClientRect())
					.filter(line => line.left < box.left - 2 || line.right > box.right + 2 || line.top < box.top - 2 || line.bottom > box.bottom + 2).length;
			})()`)
			if outside > 0 {
				t.Errorf("%d lines leave the chart", outside)
			}
		}
	}
}

// TestOverview: a table that links to the reports, readable on a phone.
func TestOverview(t *testing.T) {
	report := analyzed(t, "stack-fixed.txt", "stack-bad.txt", "web/ds-deadlock.txt")
	for _, width := range []int64{1280, 400} {
		tab := openSized(t, report, width, 900)
		if wide := ask[int64](t, tab, `document.documentElement.scrollWidth`); wide > width {
			t.Errorf("the overview is %d pixels wide on %d", wide, width)
		}
		mustContain(t, ask[string](t, tab, `document.querySelector('.overview tbody tr').innerText`),
			"stack-bad.txt", "60 of 60", "Program.Main lambda #2")
		if dead := ask[int](t, tab, `[...document.querySelectorAll('.overview a')].filter(a => !document.querySelector(a.hash)).length`); dead > 0 {
			t.Errorf("%d links lead nowhere", dead)
		}
	}
}
