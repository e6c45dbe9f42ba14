package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"stacktriage/evidence"
	"stacktriage/parse"
	"stacktriage/wording"
)

// inputs is what a command says of the reports it reads.
type inputs struct {
	files   []string
	folders bool         // folders and patterns stand for the files in them
	judge   *judgeFlags  // whose code is whose
	redact  *redactFlags // nil for commands that cannot hide names
	output  *outputFlags

	live  *liveFlags    // nil for commands that read files only
	count int           // captures of a process; one if 0
	every time.Duration // between them
}

// prepare settles all that can be refused before the first input is read, in the same
// order for every command: what the command itself checks (gates, format, filters), the
// rules of the site, the names of the inputs, and that the output replaces none of them.
// It returns no source where the user has been answered already.
func (s *session) prepare(command *kong.Context, in inputs, checks ...func() error) ([]source, error) {
	live := in.live != nil && in.live.live()
	if !live && s.lacksInput(in.files) {
		return nil, s.usage(command)
	}
	if live {
		checks = append(checks, in.live.check)
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return nil, err
		}
	}
	s.quiet = in.output.Quiet
	if in.redact != nil {
		in.redact.prepare(s)
		in.redact.hidePaths(s, in)
	}
	if err := in.judge.loadRules(s); err != nil {
		return nil, err
	}
	if err := in.judge.find(s, in.judge.options()); err != nil {
		return nil, err
	}
	if live {
		return in.live.sources(in.files, max(in.count, 1), in.every)
	}
	sources, err := sourcesOf(in.files)
	if err != nil {
		return nil, err
	}
	if in.folders {
		in.redact.hideFolders(s, sources)
		sources = s.expand(sources)
	}
	in.redact.hideNames(s, sources)
	return sources, in.output.refuseInput(s, sources, in.judge.loaded)
}

// qualityLine says in one line what was lost, altered or guessed while an input was
// read; it is empty for clean input.
func qualityLine(label string, snaps []*parse.Snapshot) string {
	var facts []string
	add := func(format string, args ...any) {
		if fact := fmt.Sprintf(format, args...); !slices.Contains(facts, fact) {
			facts = append(facts, fact)
		}
	}
	if len(snaps) > 1 {
		add("%d snapshots", len(snaps))
	}
	for _, s := range snaps {
		if s.Source.Dialect != "dotnet-stack" && !recorded(s.Source) {
			add("read as %s text", s.Source.Dialect)
		}
		if s.Source.Encoding != "utf-8" && s.Source.Encoding != "utf-8-bom" && !recorded(s.Source) {
			add("decoded from %s", s.Source.Encoding)
		}
		for _, repair := range s.Repairs {
			add("%s", repair)
		}
	}
	for _, p := range wholeInput(snaps) {
		if p.Text != "" { // the name of a file in a zip
			add("%s %s", p.Text, p.Reason)
			continue
		}
		add("%s", p.Reason)
	}
	lost := lostLines(snaps)
	if lost != "" {
		add("%s", lost)
	}
	if truncated(snaps) && !strings.Contains(lost, endsEarly) {
		add("%s", endsEarly)
	}
	if len(facts) == 0 {
		return ""
	}
	return label + ": " + strings.Join(facts, "; ")
}

// recorded reports an input that is no text that somebody copied: a recording of events,
// or of counters.
func recorded(s parse.Source) bool {
	return s.Encoding == evidence.Encoding || strings.HasPrefix(s.Dialect, "dotnet-counters")
}

const endsEarly = "input ends in the middle of a thread"

func truncated(snaps []*parse.Snapshot) bool {
	return slices.ContainsFunc(snaps, func(s *parse.Snapshot) bool { return s.Truncated })
}

// wholeInput returns the problems that are facts about an input and not about a line.
func wholeInput(snaps []*parse.Snapshot) []parse.Problem {
	var facts []parse.Problem
	for _, s := range snaps {
		for _, p := range s.Problems {
			if p.Line == 0 {
				facts = append(facts, p)
			}
		}
	}
	return facts
}

// lostLines counts the lines that were not understood and quotes the first.
func lostLines(snaps []*parse.Snapshot) string {
	skipped := 0
	var first *parse.Problem
	for _, s := range snaps {
		skipped += s.SkippedLines
		for i := range s.Problems {
			if p := &s.Problems[i]; p.Line > 0 && (first == nil || p.Line < first.Line) {
				first = p
			}
		}
	}
	switch {
	case skipped == 0 && first == nil:
		return ""
	case first == nil:
		return wording.Count(skipped, "line") + " skipped"
	case skipped == 0:
		return fmt.Sprintf("line %d: %s (%q)", first.Line, first.Reason, first.Text)
	}
	return fmt.Sprintf("%s skipped, the first is line %d: %s (%q)",
		wording.Count(skipped, "line"), first.Line, first.Reason, first.Text)
}

// partlyRead reports whether a part of the input is not in the snapshots.
func partlyRead(snaps []*parse.Snapshot) bool {
	return slices.ContainsFunc(snaps, (*parse.Snapshot).PartlyRead)
}
