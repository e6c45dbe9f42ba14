package picture

import (
	"bytes"
	"fmt"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	"stacktriage/layout"
)

func someBox(r *rand.Rand, level int) *Box {
	b := &Box{Accent: layout.Bar, Weight: r.Float64(), Dashed: r.IntN(5) == 0}
	for range 1 + r.IntN(8) {
		b.Lines = append(b.Lines, layout.Line{layout.Plain.Of(strings.Repeat("x", r.IntN(40)))})
	}
	if level < 4 {
		for range r.IntN(4) {
			b.Children = append(b.Children, someBox(r, level+1))
		}
	}
	return b
}

// TestBoxesKeepTheirDistance: whatever the tree, no two boxes touch, each is right of its
// caller, each edge ends at a box, and all is within the picture.
func TestBoxesKeepTheirDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		text := []layout.Line{{layout.Plain.Of("a line of text")}}
		g := &Graph{}
		for range 1 + r.IntN(3) {
			g.Parts = append(g.Parts, GraphPart{Above: text, Roots: []*Box{someBox(r, 0), someBox(r, 0)}, Below: text})
		}
		p := g.place()
		for i, a := range p.boxes {
			if a.column < 0 || a.line < 0 || a.column+a.width > p.columns || a.line+a.height > p.lines {
				t.Fatalf("box %d is outside of %v × %v: %+v", i, p.columns, p.lines, a)
			}
			for _, b := range p.boxes[i+1:] {
				if a.column < b.column+b.width && b.column < a.column+a.width &&
					a.line < b.line+b.height+0.3 && b.line < a.line+a.height+0.3 {
					t.Fatalf("%+v and %+v touch", a, b)
				}
			}
			for _, text := range p.texts {
				if text.line+1 > a.line && text.line < a.line+a.height {
					t.Fatalf("a text at %v lies over a box at %v", text.line, a.line)
				}
			}
		}
		if want := len(p.boxes) - 2*len(g.Parts); len(p.edges) != want {
			t.Errorf("%d edges for %d boxes", len(p.edges), len(p.boxes))
		}
		for _, e := range p.edges {
			if e.toX-e.fromX < levelGap || e.toY < e.fromY {
				t.Errorf("an edge from %v, %v to %v, %v", e.fromX, e.fromY, e.toX, e.toY)
			}
		}
	}
}

func TestGraphPictures(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	root := someBox(r, 0)
	root.Lines[0] = layout.Line{layout.Culprit.Of(`<script>alert("1")</script>` + "\x1b[31m\u202e")}
	g := &Graph{Title: "</title><script>", Accent: layout.Critical, Parts: []GraphPart{{Roots: []*Box{root}}, {}}}
	var svg, again, picture bytes.Buffer
	for _, b := range []*bytes.Buffer{&svg, &again} {
		if err := GraphSVG(b, g, dark); err != nil {
			t.Fatal(err)
		}
	}
	if err := GraphPNG(&picture, g, light); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&picture)
	if err != nil {
		t.Fatal(err)
	}
	p := g.place()
	if want := fmt.Sprint(int(p.columns*cellWidth) + 2*margin); want != fmt.Sprint(img.Bounds().Dx()) {
		t.Errorf("%d pixels wide, want %s", img.Bounds().Dx(), want)
	}
	text := svg.String()
	if text != again.String() || strings.Contains(text, "<script") || strings.ContainsAny(text, "\x1b\u202e") {
		t.Errorf("no safe picture:\n%s", text)
	}
	if boxes := strings.Count(text, ` rx="`); boxes != len(p.boxes) {
		t.Errorf("%d boxes are drawn, want %d", boxes, len(p.boxes))
	}
}
