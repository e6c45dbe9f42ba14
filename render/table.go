package render

import (
	"io"

	"stacktriage/layout"
)

// Table is rows under a header. A row has a cell for each column.
type Table struct {
	Header []string
	Rows   [][]string
}

// WriteTable writes a table with a line for each row: the last column is cut where the
// line ends.
func WriteTable(w io.Writer, t Table, o Options) error {
	p, out := terminal(w, o)
	last := len(t.Header) - 1
	widths := make([]int, last)
	for i := range widths {
		widths[i] = layout.Columns(t.Header[i])
		for _, row := range t.Rows {
			widths[i] = max(widths[i], layout.Columns(p.Clean(row[i])))
		}
	}
	line := func(row []string, first layout.Style, style layout.Style) {
		var spans layout.Line
		for i, width := range widths {
			spans = append(spans, first.Of(layout.Pad(p.Clean(row[i]), width)), layout.Blanks(2))
			first = style
		}
		room := max(p.Width()-spans.Columns(), shortestCell)
		p.Line(append(spans, style.Of(p.Sign(layout.CutMiddle(p.Clean(row[last]), room, room-2))))...)
	}
	line(t.Header, layout.Label, layout.Label)
	for _, row := range t.Rows {
		line(row, layout.Count, layout.Plain)
	}
	return out.End()
}

// shortestCell is what the last column keeps in a narrow terminal.
const shortestCell = 12
