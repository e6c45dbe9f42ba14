// Package diagnose draws the conclusions: findings over a snapshot with severity,
// confidence, evidence and advice, and the report model that every output is
// written from.
//
// It reads groups and sites; it never looks at text.
package diagnose

import (
	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/parse"
	"stacktriage/wording"
)

// Report is what was found in all inputs, one element a snapshot, in input order.
type Report struct {
	Snapshots []*Snapshot
}

// Snapshot is everything the tool says about one snapshot. JSON and every renderer
// are written from it, so that they cannot differ.
type Snapshot struct {
	Input  *parse.Snapshot
	Counts Counts
	// Headline is the first line of the report, not wrapped, and HeadlineText the same in
	// parts: those with a rank can be left out where there is no room.
	Headline     string
	HeadlineText wording.Text
	Findings     []Finding
	// Sites are every blocked, running or unclear place: blocked workers first, then
	// other blocked, running, unclear, each by threads descending, then name.
	Sites  []*group.Site
	Groups []*group.Group // by count descending, then id
	// SetAside are the threads that are in no site, by what they do.
	SetAside []Aside
	// Notes are what the reader must know about this capture, one sentence each.
	Notes []string
	// OwnModules are the modules on no list of frameworks or libraries that were
	// taken for own code without proof (not the main module or its kin).
	OwnModules []string
	// Unknown counts the threads of which nothing is known: cut, unclear, or blocked in what
	// no finding is about. Unread says what of the input was not read; "" where all was.
	Unknown int
	Unread  string
	// Filtered is set where Groups, Sites and SetAside are not all there is. Counts,
	// Headline, Findings and Notes are always about all threads.
	Filtered *Filtered
	// Evidence is what was measured beside the stacks; nil without any.
	Evidence *Evidence
	// OS is what the operating system says of threads, by id in the form of the stacks;
	// nil where it was not asked.
	OS map[string]OSThread
}

// Severity is that of the first finding, which the headline tells of; OK without any.
func (s *Snapshot) Severity() Severity {
	if len(s.Findings) == 0 {
		return OK
	}
	return s.Findings[0].Severity
}

// Filtered says how many threads and frames are shown of how many, and by which filters.
type Filtered struct {
	Threads, OfThreads int
	Frames, OfFrames   int // of all threads, as in Counts
	By                 string
}

// Counts are the totals of a snapshot.
type Counts struct {
	Threads, Frames, Stacks, SkippedLines int
	Blocked                               int // threads of any kind
	Workers                               Workers
	Roles                                 map[classify.Role]int
}

// Workers counts pool workers by state; the parts add up to Total.
type Workers struct {
	Total, Blocked, Running, Idle, Unclear int
}

// Aside is threads that were set aside because they wait by design or are idle.
type Aside struct {
	Label   string // "main in Host.Run", "gate", "console logger", …
	Threads int
	Idle    bool // parked pool workers, not always-waiting threads
}
