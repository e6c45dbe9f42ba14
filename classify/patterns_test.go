package classify

import (
	"os"
	"slices"
	"strings"
	"testing"

	"stacktriage/frame"
)

// TestEveryPatternMatches finds for each pattern of each table a frame that it matches,
// and has the table find every frame of the section: a pattern that matches nothing is a
// rule that is not there. To add one, put a frame it must match into its section.
func TestEveryPatternMatches(t *testing.T) {
	frames := readPatternFrames(t)
	sections := map[string]bool{}
	for _, tab := range patternTables() {
		sections[tab.name] = true
		for _, text := range tab.patterns {
			if !slices.ContainsFunc(frames[tab.name], func(f *frame.Frame) bool { return tab.matches(text, f) }) {
				t.Errorf("%s: no frame of testdata/patterns.txt matches %q", tab.name, text)
			}
		}
	}
	for name := range frames {
		if !sections[name] {
			t.Errorf("testdata/patterns.txt: [%s] is no table", name)
		}
	}
	for name, found := range tablesBySection() {
		for _, f := range frames[name] {
			if !slices.ContainsFunc(found, func(look func(*frame.Frame) bool) bool { return look(f) }) {
				t.Errorf("%s: the table does not find %s", name, f.Raw)
			}
		}
	}
}

// TestEveryPatternNamesItsCause puts a frame of each pattern between own code and a wait:
// the cause must be that of the pattern, or that of a row which says more of this frame.
func TestEveryPatternNamesItsCause(t *testing.T) {
	frames := readPatternFrames(t)
	for i := range causeRules {
		r := &causeRules[i]
		needs := ""
		if len(r.Needs) > 0 {
			at := slices.IndexFunc(frames[string(r.ID)], func(f *frame.Frame) bool { return anyPattern(r.Needs, f) })
			needs = frames[string(r.ID)][at].Raw + " < "
		}
		for _, f := range frames[string(r.ID)] {
			if !anyPattern(r.Match, f) || anyPattern(r.Unless, f) {
				continue
			}
			leaf := "C!System.Threading.Monitor.Wait(class System.Object,int32) < "
			if len(rulesMatcher().rows(leafTable, f, namesOf(f))) > 0 {
				leaf = ""
			}
			if r.ID == RuleRegex {
				leaf = "" // runs
			}
			got := classifyText(t, leaf+needs+f.Raw+" < @own < @pool", markerOf(r))
			if got.Cause == nil || got.Cause.Rule != r.ID && !saysMore(got.Cause.Rule, r, f) {
				t.Errorf("%s: cause %+v of a wait in %s", r.ID, got.Cause, f.Raw)
			}
		}
	}
}

func markerOf(r *Rule) string {
	if r.Category == CategoryCPU {
		return "CPU_TIME"
	}
	return "[Native Frames]"
}

// saysMore reports a row of another rule that knows this very frame, and is of higher
// rank.
func saysMore(id RuleID, than *Rule, f *frame.Frame) bool {
	return slices.ContainsFunc(causeRules, func(r Rule) bool {
		return r.ID == id && r.Rank > than.Rank && anyPattern(r.Match, f)
	})
}

// TestPatternsMatchNoMore holds each pattern against frames that differ from one it
// matches in what it demands: another method, another type, another module.
func TestPatternsMatchNoMore(t *testing.T) {
	frames := readPatternFrames(t)
	for _, tab := range patternTables() {
		for _, text := range tab.patterns {
			for _, f := range frames[tab.name] {
				if !tab.matches(text, f) {
					continue
				}
				for _, other := range neighbours(text, f) {
					if tab.matches(text, other) {
						t.Errorf("%s: %q matches %s, too", tab.name, text, other.Raw)
					}
				}
			}
		}
	}
}

// neighbours are frames like f that a pattern must not match.
func neighbours(text string, f *frame.Frame) []*frame.Frame {
	var all []*frame.Frame
	add := func(module, name string) {
		if other, ok := frame.Decode(module + "!" + name + "()"); ok {
			all = append(all, &other)
		}
	}
	module, name, ok := strings.Cut(text, "!")
	if !ok {
		module, name = "", text
	}
	if module != "" {
		add("Contoso.Other", f.Full)
	}
	inner := strings.Trim(name, "*")
	if len(inner) < 2 {
		return all
	}
	// What a pattern leaves open at one end is still closed at the other and inside.
	broken := inner[:len(inner)/2] + "Zz" + inner[len(inner)/2:]
	add(f.Module, "Contoso.Other."+strings.ReplaceAll(broken, "+", "_"))
	if !strings.HasSuffix(name, "*") && strings.HasSuffix(f.Full, inner) {
		add(f.Module, f.Full+"Zz")
	}
	if !strings.HasPrefix(name, "*") && strings.HasPrefix(f.Full, inner) {
		add(f.Module, "Zz"+f.Full)
	}
	return all
}

// TestPatternsAreWellFormed: a star counts at the ends only. One in the middle matches
// itself, that is nothing.
func TestPatternsAreWellFormed(t *testing.T) {
	for _, tab := range patternTables() {
		for _, text := range tab.patterns {
			module, name, ok := strings.Cut(text, "!")
			if !ok {
				module, name = "", text
			}
			if strings.Contains(strings.TrimSuffix(module, "*"), "*") ||
				len(name) > 1 && strings.Contains(name[1:len(name)-1], "*") {
				t.Errorf("%s: %q has a star inside", tab.name, text)
			}
		}
	}
}

// tablesBySection are the look-ups that speak for the frames of a section: rules of
// several rows share theirs.
func tablesBySection() map[string][]func(*frame.Frame) bool {
	out := map[string][]func(*frame.Frame) bool{}
	for _, tab := range patternTables() {
		out[tab.name] = append(out[tab.name], tab.found)
	}
	return out
}

// patternTable is a table, or a row of one, with what it says of a frame.
type patternTable struct {
	name     string // its section in testdata/patterns.txt
	patterns []string
	matches  func(pattern string, f *frame.Frame) bool
	// found is the look-up of the program, which knows all rows of the table.
	found func(f *frame.Frame) bool
}

// patternTables are all tables of the package that are written in patterns.
func patternTables() []patternTable {
	var all []patternTable
	for i := range causeRules {
		r := &causeRules[i]
		all = append(all, patternTable{string(r.ID), slices.Concat(r.Match, r.Needs, r.Unless), matchesPattern,
			func(f *frame.Frame) bool {
				return slices.Contains(rulesMatcher().rows(causeTable, f, namesOf(f)), i) ||
					anyPattern(slices.Concat(r.Needs, r.Unless), f)
			}})
	}
	for i := range roleRules {
		r := &roleRules[i]
		all = append(all, patternTable{"role " + string(r.ID), slices.Concat(r.Match, r.Busy, r.Leaf),
			matchesPattern, func(f *frame.Frame) bool {
				return slices.Contains(rulesMatcher().rows(roleTable, f, namesOf(f)), i) || anyPattern(slices.Concat(r.Busy,
					r.Leaf), f)
			}})
	}
	for i, r := range leafRules {
		all = append(all, patternTable{"leaf " + string(r.mechanism), r.match, matchesPattern,
			func(f *frame.Frame) bool {
				return slices.Contains(rulesMatcher().rows(leafTable, f, namesOf(f)), i)
			}})
	}
	for _, list := range []struct {
		name     string
		patterns []string
		table    table
	}{
		{"native work", nativeWork, nativeWorkTable}, {"lock takers", lockTakers, takerTable}, {"native waits", nativeWaits, nativeWaitTable},
		{"quick calls", quickCalls, quickTable}, {"always waiting", alwaysWaiting, alwaysTable},
	} {
		all = append(all, patternTable{list.name, list.patterns, matchesPattern, func(f *frame.Frame) bool {
			return len(rulesMatcher().rows(list.table, f, namesOf(f))) > 0
		}})
	}
	for _, r := range callbackRules {
		all = append(all, patternTable{"calls " + r.what, r.match, matchesPattern,
			func(f *frame.Frame) bool { return CallsBack(f) == r.what }})
	}
	return append(all, prefixTables()...)
}

// prefixTables are the lists of beginnings of Type.Method, written as patterns.
func prefixTables() []patternTable {
	open := func(prefixes []string) []string {
		out := slices.Clone(prefixes)
		for i := range out {
			out[i] += "*"
		}
		return out
	}
	var handlers []string
	for _, d := range dispatchers {
		handlers = append(handlers, d.prefix)
	}
	return []patternTable{
		{"parking", open(parking), matchesPattern, isParking},
		{"plumbing", open(plumbing), matchesPattern, func(f *frame.Frame) bool { return isPlumbing(f.Full) }},
		{"skipped", open(skipped), matchesPattern, func(f *frame.Frame) bool { return isSkipped(f.Full) }},
		{"resumes", open(resumes), matchesPattern, func(f *frame.Frame) bool { return isResume(f.Full) }},
		{"host runs", hostRuns, matchesPattern, func(f *frame.Frame) bool { return slices.Contains(hostRuns, f.Full) }},
		{"dispatchers", open(handlers), matchesPattern, func(f *frame.Frame) bool { return Dispatches(f) != "" }},
	}
}

func matchesPattern(text string, f *frame.Frame) bool {
	return parsePattern(text).matches(strings.ToLower(ModuleOf(f)), f.Module == "", namesOf(f))
}

func anyPattern(patterns []string, f *frame.Frame) bool {
	return slices.ContainsFunc(patterns, func(text string) bool { return matchesPattern(text, f) })
}

// readPatternFrames are the frames of testdata/patterns.txt by section.
func readPatternFrames(t *testing.T) map[string][]*frame.Frame {
	t.Helper()
	text, err := os.ReadFile("testdata/patterns.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]*frame.Frame{}
	section := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			section = strings.Trim(line, "[]")
		default:
			f, ok := frame.Decode(line)
			if !ok {
				t.Fatalf("testdata/patterns.txt: %q is no frame", line)
			}
			out[section] = append(out[section], &f)
		}
	}
	return out
}
