package render

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/output/picture"
)

func TestGoldenGraph(t *testing.T) {
	for golden, tt := range map[string]struct {
		options TreeOptions
		reports []string
	}{
		"graph-mixed.svg":    {TreeOptions{Options: Options{IDs: 4}}, []string{"acme/net10-mixed_bad.txt"}},
		"graph-deadlock.svg": {TreeOptions{Options: Options{IDs: 4, Theme: "light"}}, []string{"web/ds-deadlock.txt"}},
		"graph-several.svg":  {TreeOptions{Options: Options{IDs: 4}}, []string{"stack-fixed.txt", "stack-bad.txt"}},
		"graph-exact.svg":    {TreeOptions{Options: Options{IDs: 2}, Exact: true}, []string{"stack-bad.txt"}},
	} {
		var got bytes.Buffer
		if err := TreeSVG(&got, analyzed(t, tt.reports...), tt.options); err != nil {
			t.Fatal(err)
		}
		compareGolden(t, filepath.Join("testdata", "golden", "picture", golden), got.Bytes())
	}
}

var headOfBox = regexp.MustCompile(`^(\d+) threads? `)

// threadsIn is how many threads the heads of boxes count, and how many boxes there are.
func threadsIn(boxes []*picture.Box) (threads, all int) {
	for _, b := range boxes {
		n, _ := strconv.Atoi(headOfBox.FindStringSubmatch(b.Lines[0].Text())[1])
		threads += n
		_, below := threadsIn(b.Children)
		all += 1 + below
	}
	return threads, all
}

// TestGraphCountsAllThreads: the boxes at the root and what is folded are all threads; and
// the branches of a box are no more than the threads that pass it.
func TestGraphCountsAllThreads(t *testing.T) {
	var check func(t *testing.T, name string, b *picture.Box)
	check = func(t *testing.T, name string, b *picture.Box) {
		own, _ := threadsIn([]*picture.Box{b})
		if below, _ := threadsIn(b.Children); below > own {
			t.Errorf("%s: %d threads in the branches of a box of %d", name, below, own)
		}
		for _, child := range b.Children {
			check(t, name, child)
		}
	}
	for _, name := range corpusNames(t) {
		for _, s := range analyzed(t, name).Snapshots {
			m := newGraphPicture(s, TreeOptions{}, graphBoxes)
			part := m.part(false)
			threads, boxes := threadsIn(part.Roots)
			if threads+countOf(m.aside) != s.Counts.Threads {
				t.Errorf("%s: %d threads in boxes and %d folded of %d", name, threads, countOf(m.aside), s.Counts.Threads)
			}
			if boxes > 2*graphBoxes+1 {
				t.Errorf("%s: %d boxes", name, boxes)
			}
			for _, b := range part.Roots {
				check(t, name, b)
			}
		}
	}
}

// TestGraphIsBounded: however many stacks, the picture stays small and counts what it
// leaves out.
func TestGraphIsBounded(t *testing.T) {
	many := manyStacks(t, 2500)
	for name, r := range map[string]*diagnose.Report{
		"many": many, "large": analyzed(t, "real/large-3000.txt"),
		"several": {Snapshots: append(
			analyzed(t, "stack-bad.txt", "web/ds-deadlock.txt", "acme/net10-mixed_bad.txt").Snapshots,
			many.Snapshots[0], many.Snapshots[0], many.Snapshots[0], many.Snapshots[0], many.Snapshots[0])},
	} {
		for _, full := range []bool{false, true} {
			var svg, png bytes.Buffer
			o := TreeOptions{Options: Options{IDs: -1, Full: full}}
			if err := TreeSVG(&svg, r, o); err != nil {
				t.Fatal(err)
			}
			if err := TreePNG(&png, r, o); err != nil {
				t.Fatal(err)
			}
			if svg.Len() > picture.MaxBytes || png.Len() > picture.MaxBytes {
				t.Errorf("%s: %d bytes of SVG, %d of PNG", name, svg.Len(), png.Len())
			}
			if name == "many" && !strings.Contains(svg.String(), "more branches") {
				t.Errorf("%s: it does not say what is left out", name)
			}
			if name == "several" && !strings.Contains(svg.String(), "Not drawn: 2 more reports") {
				t.Errorf("%s: the reports left out are not counted", name)
			}
		}
	}
}
