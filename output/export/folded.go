package export

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"stacktriage/diagnose"
)

// Folded writes one line for each stack, "root;…;leaf COUNT", the largest count first.
// Snapshots are independent of each other: where there are several, each has its
// title as the root of its stacks.
func Folded(w io.Writer, r *diagnose.Report, o Options) error {
	threads := map[string]int{}
	for _, s := range r.Snapshots {
		root := ""
		if len(r.Snapshots) > 1 {
			root = strings.ReplaceAll(titleOf(s), ";", ",") + ";"
		}
		for _, sample := range samplesOf(s, o) {
			threads[root+sample.folded()] += sample.threads
		}
	}
	lines := make([]foldedLine, 0, len(threads))
	for stack, n := range threads {
		lines = append(lines, foldedLine{stack: stack, after: n})
	}
	out := bufio.NewWriter(w)
	for _, l := range sortLines(lines) {
		fmt.Fprintf(out, "%s %d\n", l.stack, l.after)
	}
	return out.Flush()
}

// FoldedDiff writes every stack of either snapshot with both counts,
// "root;…;leaf BEFORE AFTER", as flamegraph.pl reads them. A flame graph of it has the
// widths of AFTER, so that what vanished has none: it is drawn the other way round by
// swapping the columns, with flamegraph.pl --negate.
func FoldedDiff(w io.Writer, before, after *diagnose.Snapshot, o Options) error {
	counts := map[string]*foldedLine{}
	line := func(s sample) *foldedLine {
		stack := s.folded()
		if counts[stack] == nil {
			counts[stack] = &foldedLine{stack: stack}
		}
		return counts[stack]
	}
	for _, s := range samplesOf(before, o) {
		line(s).before += s.threads
	}
	for _, s := range samplesOf(after, o) {
		line(s).after += s.threads
	}
	lines := make([]foldedLine, 0, len(counts))
	for _, l := range counts {
		lines = append(lines, *l)
	}
	out := bufio.NewWriter(w)
	for _, l := range sortLines(lines) {
		fmt.Fprintf(out, "%s %d %d\n", l.stack, l.before, l.after)
	}
	return out.Flush()
}

type foldedLine struct {
	stack         string
	before, after int
}

// sortLines puts the largest counts first, so that two outputs are easy to compare.
func sortLines(lines []foldedLine) []foldedLine {
	slices.SortFunc(lines, func(a, b foldedLine) int {
		return cmp.Or(cmp.Compare(max(b.before, b.after), max(a.before, a.after)), cmp.Compare(a.stack, b.stack))
	})
	return lines
}

func (s *sample) folded() string {
	names := make([]string, len(s.points))
	for i, p := range s.points {
		names[i] = p.name
	}
	return strings.Join(names, ";")
}
