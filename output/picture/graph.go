package picture

import "stacktriage/layout"

// Graph is boxes with lines between them, between text above and text below.
type Graph struct {
	Title  string       // for those who cannot see the picture
	Accent layout.Style // of the band along the top
	Parts  []GraphPart
}

// GraphPart is the trees of one report.
type GraphPart struct {
	Above []layout.Line
	Roots []*Box
	Below []layout.Line
}

// Box is frames that the same threads share; its children are drawn to the right of it.
type Box struct {
	Lines    []layout.Line
	Accent   layout.Style // of its edge: what its threads do
	Dashed   bool         // it stands for boxes that are not drawn
	Weight   float64      // from 0 to 1: how thick the line to it is
	Children []*Box
}

// The distances of a graph in columns and lines.
const (
	boxPad   = 1 // columns on both sides of the text
	boxGap   = 1 // lines between boxes
	levelGap = 6 // columns between levels
)

// placedBox is a box at its place on the grid.
type placedBox struct {
	*Box
	column, line  float64
	width, height float64
}

// placedEdge leads from the right side of a box to the left side of another.
type placedEdge struct {
	fromX, fromY, toX, toY float64
	weight                 float64
	style                  layout.Style
	dashed                 bool
}

// placedText is a line of text outside of boxes.
type placedText struct {
	text layout.Line
	line float64
}

// placed is a graph laid out.
type placed struct {
	boxes          []placedBox
	edges          []placedEdge
	texts          []placedText
	columns, lines float64
}

// Cells is how large the picture is, in cells of text.
func (g *Graph) Cells() int {
	p := g.place()
	return int(p.columns * p.lines)
}

// place lays a graph out: callers left, callees to the right of them, branches below each
// other. A level is as wide as its widest box.
func (g *Graph) place() *placed {
	p := &placed{}
	for i, part := range g.Parts {
		if i > 0 {
			p.lines += 1
		}
		p.text(part.Above)
		if len(part.Roots) > 0 {
			p.trees(part.Roots)
		}
		p.text(part.Below)
	}
	return p
}

func (p *placed) text(lines []layout.Line) {
	for _, line := range lines {
		p.texts = append(p.texts, placedText{line, p.lines})
		p.columns = max(p.columns, float64(line.Columns()))
		p.lines++
	}
}

// trees places trees below each other, their levels at the same columns.
func (p *placed) trees(roots []*Box) {
	var widths []float64
	for _, b := range roots {
		widths = levels(b, 0, widths)
	}
	columns := make([]float64, len(widths))
	for i := 1; i < len(widths); i++ {
		columns[i] = columns[i-1] + widths[i-1] + levelGap
	}
	p.lines++
	for _, b := range roots {
		p.tree(b, 0, columns, widths)
		p.lines += 2 * boxGap
	}
	last := len(widths) - 1
	p.columns = max(p.columns, columns[last]+widths[last])
	p.lines += 1 - 2*boxGap
}

// levels is the width of each level.
func levels(b *Box, level int, widths []float64) []float64 {
	if level == len(widths) {
		widths = append(widths, 0)
	}
	widths[level] = max(widths[level], b.width())
	for _, child := range b.Children {
		widths = levels(child, level+1, widths)
	}
	return widths
}

func (b *Box) width() float64 {
	widest := 0
	for _, line := range b.Lines {
		widest = max(widest, line.Columns())
	}
	return float64(widest + 2*boxPad)
}

func (b *Box) height() float64 { return float64(len(b.Lines)) + 0.6 }

// tree places a box at the next free line of the graph and its children beside it, and
// returns its index. What comes next begins below both.
func (p *placed) tree(b *Box, level int, columns, widths []float64) int {
	at := len(p.boxes)
	top := p.lines
	p.boxes = append(p.boxes, placedBox{b, columns[level], top, widths[level], b.height()})
	for i, child := range b.Children {
		if i > 0 {
			p.lines += boxGap
		}
		index := p.tree(child, level+1, columns, widths)
		from, to := p.boxes[at], p.boxes[index]
		p.edges = append(p.edges, placedEdge{
			from.column + from.width, from.line + 0.8, to.column, to.line + 0.8, child.Weight, child.Accent, child.Dashed,
		})
	}
	p.lines = max(p.lines, top+b.height())
	return at
}
