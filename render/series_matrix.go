package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stacktriage/layout"
	"stacktriage/series"
)

// The signs of a matrix: the letters of the places, and where threads are that are at
// none.
const (
	letters26   = 26 // places that have a letter of their own
	signFurther = "+"
	signParked  = "o"
	signWaiting = "·"
	signAbsent  = " "
)

// placeLetter is the letter of a place.
func placeLetter(at int) string {
	if at >= letters26 {
		return signFurther
	}
	return string(rune('A' + at))
}

// matrixSign is where threads are in one report: a small letter where they are there
// again, called in another way.
func matrixSign(c *series.Course, i int) string {
	switch at := c.At[i]; {
	case at == series.Absent:
		return signAbsent
	case at == series.Parked:
		return signParked
	case at == series.Waiting:
		return signWaiting
	case c.Again[i]:
		return strings.ToLower(placeLetter(at))
	default:
		return placeLetter(at)
	}
}

// matrixStyle is how a sign is shown.
func matrixStyle(s *series.Series, c *series.Course, i int) layout.Style {
	switch at := c.At[i]; {
	case at == series.Parked:
		return layout.Calm
	case at < 0:
		return layout.Dim
	case s.Places[at].Quiet:
		return layout.Note
	case s.Places[at].Reading == series.Busy:
		return layout.Running
	}
	return layout.Wait
}

// matrixLegend explains the signs that are there.
func matrixLegend(courses []series.Course) string {
	has := map[string]bool{}
	again := false
	for i := range courses {
		for j := range courses[i].At {
			has[matrixSign(&courses[i], j)] = true
			again = again || courses[i].Again[j]
		}
	}
	parts := []string{"A is the place with that letter"}
	if again {
		parts = append(parts, "a: there again, but called in another way")
	}
	for _, row := range [...]struct{ sign, means string }{
		{signFurther, "+: at a further place"}, {signParked, "o: idle"}, {signWaiting, "·: in its normal wait"},
		{signAbsent, "blank: not in the report"},
	} {
		if has[row.sign] {
			parts = append(parts, row.means)
		}
	}
	return strings.Join(parts, "; ")
}

// mostCourses is how many rows a matrix has.
const mostCourses = 16

// matrixText is the matrix of threads and reports as text: a row for the threads that
// were at the same places, a sign for each report.
type matrixText struct {
	*seriesText
	courses []series.Course
	rest    []series.Course
	head    int   // columns of the names
	cell    int   // columns of a sign
	columns []int // the reports that have one
}

// newMatrix decides how much room there is for each report.
func (t *seriesText) newMatrix() *matrixText {
	m := &matrixText{seriesText: t, courses: t.series.Courses(), head: t.name, cell: t.cell}
	if len(m.courses) > mostCourses {
		m.courses, m.rest = m.courses[:mostCourses-1], m.courses[mostCourses-1:]
	}
	step := 1
	if n := len(t.series.Snapshots); len(t.shown) < n || slices.Contains(t.shown, leftOut) {
		room := min(t.Width(), layout.ProseWidth) - minCourseName
		m.head, m.cell = minCourseName, max(min(room/n, 2), 1)
		step = (n*m.cell + room - 1) / room
	}
	for i := 0; i < len(t.series.Snapshots); i += step {
		m.columns = append(m.columns, i)
	}
	return m
}

// minCourseName is the room for the names of rows where the signs need the rest.
const minCourseName = 24

func (t *seriesText) matrix() {
	m := t.newMatrix()
	if len(m.courses) == 0 {
		return
	}
	t.Blank()
	t.Line(layout.Label.Of(layout.Pad("EACH THREAD", m.head)), layout.Dim.Of(m.reports()))
	for i := range m.courses {
		m.row(&m.courses[i])
	}
	if len(m.rest) > 0 {
		t.Line(layout.Plain.Of(seriesIndent + moreCourses(m.rest)))
	}
	t.Prose(layout.Line{layout.Blanks(len(seriesIndent))}, matrixLegend(m.courses), layout.Dim)
}

// reports heads the signs: with each report, or with the first and the last.
func (m *matrixText) reports() string {
	if m.cell == m.seriesText.cell {
		text := ""
		for _, i := range m.columns {
			text += layout.PadLeft(columnHead(i), m.cell)
		}
		return text
	}
	first, last := columnHead(m.columns[0]), columnHead(m.columns[len(m.columns)-1])
	first = strings.Repeat(" ", m.cell-1) + first
	return first + layout.PadLeft(last, max(len(m.columns)*m.cell-len(first), len(last)+1))
}

func (m *matrixText) row(c *series.Course) {
	digits := 0
	for i := range m.courses {
		digits = max(digits, len(strconv.Itoa(len(m.courses[i].Threads))))
	}
	lead := fmt.Sprintf("%s%*d  ", seriesIndent, digits, len(c.Threads))
	ids := m.idsIn(c.Threads, m.head-len(lead)-1)
	spans := layout.Line{layout.Count.Of(lead), layout.Dim.Of(layout.Pad(ids, m.head-len(lead)))}
	for _, i := range m.columns {
		sign := layout.PadLeft(m.Sign(matrixSign(c, i)), m.cell)
		spans = append(spans, matrixStyle(m.series, c, i).Of(sign))
	}
	m.Line(spans...)
}

// idsIn lists as many of the asked for ids as there is room for.
func (m *matrixText) idsIn(ids []string, room int) string {
	for n := m.opt.IDs; n != 0; n-- {
		t := seriesText{page: m.page, opt: Options{IDs: n}}
		if text := m.Clean(t.ids(ids)); layout.Columns(text) <= room {
			return text
		}
		if n < 0 {
			n = min(len(ids), 8) + 1
		}
	}
	return ""
}
