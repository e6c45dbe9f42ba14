package page

// Series is several reports of one process, in order.
type Series struct {
	Severity, Headline string
	Plot               *Plot
	Reports            []Report
	Places             []SeriesPlace
	Totals             []CountRow
	Courses            []Course
	MoreCourses        string
	Legend             string
	Advice, Link       string
	Notes              []string
}

// Report is a column of a series.
type Report struct{ Head, Name string }

// SeriesPlace is a place with its threads in each report.
type SeriesPlace struct {
	Reading, Severity string // Severity is "" for what is nobody's alarm
	Letter            string // of the matrix
	At, Module, Who   string
	Counts            []int
	Sentence, IDs     string
}

// CountRow is a row of numbers, one for each report.
type CountRow struct {
	Name   string
	Counts []string
}

// Course is threads that were at the same places: a row of the matrix.
type Course struct {
	Count int
	IDs   string
	Cells []Cell
}

// Cell says where the threads of a row were in one report.
type Cell struct{ Sign, State string }

// Plot is lines on one scale in a box of PlotWidth by PlotHeight.
type Plot struct {
	Lines []PlotLine
	Ticks []Tick
	Steps []Tick
}

// PlotLine is a value over time: the points of its runs without a gap.
type PlotLine struct {
	Name, Values, State string
	Dashed              bool
	Runs                []string
}

// Tick is a number of a scale and its place, in per cent.
type Tick struct {
	Text string
	At   float64
}

// The size of the box of a plot.
const (
	PlotWidth  = 600
	PlotHeight = 200
)
