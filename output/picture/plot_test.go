package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"stacktriage/layout"
)

func somePlot(r *rand.Rand, steps int) *layout.Plot {
	plot := &layout.Plot{}
	for i := range steps {
		plot.Steps = append(plot.Steps, fmt.Sprintf("#%d", i+1))
	}
	for i, name := range []string{"threads", "blocked", "idle"} {
		line := layout.PlotLine{Name: name, Style: layout.Style(i + 1), Dashed: i == 2}
		for range steps {
			v := float64(r.IntN(1 + r.IntN(100_000)))
			if r.IntN(10) == 0 {
				v = math.NaN()
			}
			line.Values = append(line.Values, v)
		}
		plot.Lines = append(plot.Lines, line)
	}
	return plot
}

// TestFigureStaysInItsBlock: whatever the values, nothing is drawn outside of the lines
// that the text holds free, and no two names of lines lie over each other.
func TestFigureStaysInItsBlock(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const columns, lines = 64, 9
	for range 2000 {
		plot := somePlot(r, 1+r.IntN(60))
		f := figureOf(plot, columns, lines)
		for _, s := range f.strokes {
			for _, d := range s.dots {
				if d.X < figureLeft || d.X > columns-figureRight || d.Y < 0 || d.Y > lines {
					t.Fatalf("a dot at %v", d)
				}
			}
		}
		for i, a := range f.labels {
			width := layout.Columns(a.text)
			if a.column < 0 || a.column+width > columns || a.y < 0 || a.y > lines {
				t.Fatalf("the label %+v is outside", a)
			}
			for _, b := range f.labels[i+1:] {
				if math.Abs(a.y-b.y) < 0.99 && a.column < b.column+layout.Columns(b.text) && b.column < a.column+width {
					t.Fatalf("%+v lies over %+v", a, b)
				}
			}
		}
	}
}

func TestPlotIsDrawn(t *testing.T) {
	plot := somePlot(rand.New(rand.NewPCG(3, 4)), 5)
	plot.Lines[0].Name, plot.Steps[4] = `<b>&"`, "]]>"
	p := Page{Lines: append([]layout.Line{{layout.Plain.Of("above")}}, layout.PlotBlock(plot, 64, 9)...)}
	var svg, picture bytes.Buffer
	if err := SVG(&svg, p, dark); err != nil {
		t.Fatal(err)
	}
	if err := PNG(&picture, p, light); err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(&picture); err != nil {
		t.Fatal(err)
	}
	text, elements := svg.String(), map[string]int{}
	for dec := xml.NewDecoder(&svg); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			elements[e.Name.Local]++
		}
	}
	if elements["polyline"] < 3 || elements["b"] > 0 || strings.Contains(text, "█") {
		t.Errorf("elements %v in\n%s", elements, text)
	}
	if !strings.Contains(text, `stroke-dasharray`) {
		t.Error("without colours the lines cannot be told apart")
	}
}
