package page

import (
	"strconv"
	"strings"
)

// Document is what a page shows. All texts are plain: the page escapes them.
type Document struct {
	Title     string
	Version   string
	Overview  *Overview // of several reports, or nil
	Series    *Series   // several reports of one process, or nil
	Diff      *Diff     // what changed between the two snapshots, or nil
	Snapshots []*Snapshot
}

// Overview is a table of several reports, the worst first.
type Overview struct {
	Summary string
	Rows    []OverviewRow
	Unread  []Unread
}

// OverviewRow is one report, or those that say the same as the one in the row above.
type OverviewRow struct {
	Severity, Name, ID           string // ID is of the report's section, "" where it has none
	Threads, Blocked, Pool, Idle string
	Verdict                      string
	Folded                       []Link
}

// Link names a report and its section, if it has one.
type Link struct{ ID, Text string }

// Unread is an input that is no report.
type Unread struct{ Name, Reason string }

// Snapshot is one report.
type Snapshot struct {
	ID       string // of the section, fit for a link
	Name     string
	Side     string // "Before" or "After" of a comparison
	Alone    bool   // the only one: its headline is that of the page
	Headline string
	Severity string
	Bars     []Bar
	Findings []Finding
	Measured *Measured // beside the stacks, or nil
	Aside    string
	Totals   string
	Notes    []string
	Problems []Problem
	Graph    Graph
}

// Bar is a count of threads by state, drawn as one bar.
type Bar struct {
	Label string
	Parts []Part
}

// Part is a part of a bar.
type Part struct {
	State, Text string
	Start, Size float64 // in per cent
}

// Finding is a conclusion and the places it is drawn from.
type Finding struct {
	Severity   string
	ID         string // "" for places without a conclusion
	Qualifiers string
	Sentence   string
	Proof      []string // what was measured for it
	Against    []string // and against it
	Means      string
	NowWord    string // the title of the steps
	Now        []Step
	Advice     string
	Link       string
	Places     []Place
}

// Step is one thing to do, with commands to copy.
type Step struct {
	Do       string
	Commands []string
}

// Measured is what other sources than the stacks show over time.
type Measured struct {
	Window string // for how long, since when, by what
	Joined string // which inputs were joined to the stacks
	Charts []Chart
	Shares string // of which time the next are parts
	Parts  []string
	Waits  []Wait
}

// Chart is the course of one value. Lines are the points of lines without a gap, in a box
// of ChartWidth by ChartHeight.
type Chart struct {
	Title, Extent, Kind string
	Lines               []string
}

// The size of the box that charts are drawn in.
const (
	ChartWidth  = 600
	ChartHeight = 64
)

// Wait is the waits at one place.
type Wait struct{ Place, Numbers string }

// Place is one line of the summary.
type Place struct {
	Count, Call     string
	Culprit, Module string
	State           string
	Remarks         []string
	Stacks          string
	Share           string // how many of the threads have the shown stack
	Rows            []Row
	Groups          []int // indexes into the graph's groups
}

// Row is a line of a folded stack.
type Row struct {
	Label, Text, Kind string
	Source, Link      string // of an own frame: file and line, and where it can be read
	Waits             bool
}

// Problem is a line of the input that could not be read.
type Problem struct {
	Where, Text, Reason string
}

// Graph is the stacks of a snapshot, as the script draws them. Its names are short,
// because a large report has many.
type Graph struct {
	Frames []Frame `json:"frames"`
	Groups []Group `json:"groups"`
	Own    []Box   `json:"own"` // merged, own code unfolded
	All    []Box   `json:"all"` // every frame
}

// Frame is a frame as it stands in the input, and as a developer writes it.
type Frame struct {
	Raw  string `json:"raw"`
	Name string `json:"name"`
}

// Group is threads with one stack, innermost frame first.
type Group struct {
	ID      string   `json:"id"`
	State   string   `json:"state"`
	Does    string   `json:"does"`
	Thread  string   `json:"thread"` // kind of thread
	Threads []string `json:"threads"`
	Count   int      `json:"count"`
	Frames  []int    `json:"frames"`
	Kinds   string   `json:"kinds"` // one letter a frame: o own, l library, f framework, d generated
	Call    int      `json:"call"`
	Culprit int      `json:"culprit"`
	Change  string   `json:"change,omitempty"` // in a comparison: "new", "gone", …
	Counts  string   `json:"counts,omitempty"` // of its place: "48 → 68"
}

// Box is consecutive frames that the same threads share. Parent is an index, -1 at the
// root, and smaller than the box's own; Ends are the groups whose innermost frame is
// in the box.
type Box struct {
	Parent int      `json:"parent"`
	Rows   []BoxRow `json:"rows"` // innermost first
	Ends   []int    `json:"ends,omitempty"`
}

// BoxRow is a frame, by its index, or a text where Frame is -1.
type BoxRow struct {
	Frame int    `json:"frame"`
	Text  string `json:"text,omitempty"`
	Tail  string `json:"tail,omitempty"`
	Kind  string `json:"kind,omitempty"`
}

// Diff is what changed between two snapshots.
type Diff struct {
	Word, Sentence, Severity string
	Notes                    []string
	Bars                     []ChangeBar
	Places                   []Change
	Aside                    string
}

// ChangeBar is a number of threads before and after, as a bar on a scale that all bars of
// the comparison share: what both have, and behind it what one of them has more. All are
// in per cent.
type ChangeBar struct {
	Name, State, Counts string
	Both, Gone, New     float64
}

// Change is a place in both snapshots.
type Change struct {
	Bar           ChangeBar
	Status        string // "new", "gone", "grew", "shrank", "same"
	Before, After int
	Kind          string // of threads
	Call          string
	Culprit       string
	Module        string
	Remarks       []string
	Trouble       bool
	Frames        []FrameChange
}

// FrameChange is a line of the difference between two stacks.
type FrameChange struct {
	Op, Text string // "+", "-" or " "
}

// data is the part of the document that the script reads.
func (d *Document) data() []Graph {
	graphs := make([]Graph, len(d.Snapshots))
	for i, s := range d.Snapshots {
		graphs[i] = s.Graph
	}
	return graphs
}

// GroupList is the groups as an attribute of the page.
func (p Place) GroupList() string {
	list := make([]string, len(p.Groups))
	for i, g := range p.Groups {
		list[i] = strconv.Itoa(g)
	}
	return strings.Join(list, " ")
}

// Class names the line for the style sheet.
func (f FrameChange) Class() string {
	switch f.Op {
	case "+":
		return "added"
	case "-":
		return "removed"
	}
	return ""
}
