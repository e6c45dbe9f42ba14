package diagnose

import (
	"cmp"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
)

// FindingInfo is what there is to say about a finding without a report.
type FindingInfo struct {
	ID       FindingID
	Severity string // in words: "critical if starved, else warning; a note for one thread"
	Means    string // what was seen, and what follows from it
	// When says which case this is, where an id has several: "HTTP bodies".
	When string
	// Now is what to do about the process, where the finding is a warning or worse.
	Now    []Step
	Advice string // with "the blocking call" where a report names it
	Link   string // "" where no page helps
}

// FindingIDs are the ids of all findings, in the order in which they are listed.
func FindingIDs() []FindingID {
	var ids []FindingID
	for _, info := range FindingInfos() {
		if !slices.Contains(ids, info.ID) {
			ids = append(ids, info.ID)
		}
	}
	return ids
}

// FindingInfos describes every row of the table of findings. An id can have several.
func FindingInfos() []FindingInfo {
	var all []FindingInfo
	for _, r := range slices.SortedStableFunc(slices.Values(rows),
		func(a, b *row) int { return cmp.Compare(a.order, b.order) }) {
		all = append(all, FindingInfo{
			ID: r.id, Severity: r.severityWords(), Means: r.means, When: r.when,
			Now: r.now(generally), Advice: strings.Join(r.advice(generally), " "), Link: r.link,
		})
	}
	all = append(all, FindingInfo{
		ID: PoolStarvation, Severity: string(Critical), Means: meansPoolStarvation,
		Advice: AdvicePoolStarvation, Link: LinkStarvation,
	})
	return append(all, FindingInfo{ID: Healthy, Severity: string(OK), Means: meansHealthy, Advice: adviceHealthy})
}

// severityWords says which severities a row gives, and when.
func (r *row) severityWords() string {
	if r.grade != "" {
		return r.grade
	}
	starved, other := r.usualSeverity(true), r.usualSeverity(false)
	text := string(other)
	if starved != other {
		text = string(starved) + " if starved, else " + string(other)
	}
	if r.alone || r.several || other == Note || other == OK {
		return text
	}
	return text + "; a note for one thread"
}

// usualSeverity asks a row about three blocked workers.
func (r *row) usualSeverity(starved bool) Severity {
	var groups []*group.Group
	for range 3 {
		groups = append(groups, &group.Group{Class: classify.Result{Role: classify.Worker, State: classify.Blocked},
			Threads: []int32{0}})
	}
	return r.severity(&evidence{starved: starved}, groups)
}
