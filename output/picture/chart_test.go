package picture

import (
	"bytes"
	"image/png"
	"math"
	"strings"
	"testing"

	"stacktriage/layout"
)

func TestStrokes(t *testing.T) {
	got := strokes(layout.Series{0, 10, math.NaN(), 5})
	want := [][]layout.Dot{{{X: 0.125, Y: 0}, {X: 0.375, Y: 1}}, {{X: 0.875, Y: 0.5}}}
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range want {
		for j := range want[i] {
			if got[i][j] != want[i][j] {
				t.Errorf("stroke %d, point %d: got %v, want %v", i, j, got[i][j], want[i][j])
			}
		}
	}
}

// TestChartsAreDrawn: a chart is a line, not letters, and higher where the value is.
func TestChartsAreDrawn(t *testing.T) {
	chart := layout.Chart(layout.Series{0, 0, 0, 8, 8, 8}, 6)
	chart.Style = layout.Wait
	p := Page{Lines: []layout.Line{{layout.Plain.Of("queue "), chart, layout.Plain.Of("  0 → 8")}}}
	var svg, picture bytes.Buffer
	if err := SVG(&svg, p, dark); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(svg.String(), "▁") || !strings.Contains(svg.String(), `<polyline points="`) {
		t.Errorf("no line:\n%s", svg.String())
	}
	if err := PNG(&picture, p, dark); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&picture)
	if err != nil {
		t.Fatal(err)
	}
	top := func(column int) int {
		x := margin + column*cellWidth + cellWidth/2
		for y := band; y < img.Bounds().Dy(); y++ {
			if img.At(x, y) == dark.colors[layout.Wait] {
				return y
			}
		}
		return -1
	}
	if low, high := top(6), top(11); low < 0 || high < 0 || high >= low-cellHeight/2 {
		t.Errorf("the line begins at %d and ends at %d", low, high)
	}
}
