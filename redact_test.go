package stacktriage_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/frame"
	"stacktriage/internal/corpus"
	"stacktriage/output/chat"
	"stacktriage/parse"
	"stacktriage/redact"
	"stacktriage/render"
)

// TestRedactedOutputsHaveNoOwnName greps every output of every report of the corpus
// for every identifier of own code.
//
// Excepted are identifiers that say nothing of own code because others use them too:
// words that stand in frames of frameworks and libraries somewhere in the corpus, in
// the rules and advice of the tool, or in the language.
func TestRedactedOutputsHaveNoOwnName(t *testing.T) {
	foreign := foreignWords(t)
	addPageWords(t, foreign)
	eachReport(t, func(t *testing.T, name string, input []byte, report *diagnose.Report) {
		own := ownWords(report, foreign)
		snaps, err := parse.Read(bytes.NewReader(input), name)
		if err != nil {
			t.Fatal(err)
		}
		redacted := redact.New("").Analyze(snaps, diagnose.Options{})
		for _, f := range render.Formats(render.Reports) {
			for _, o := range redactOptions(f) {
				checkRedacted(t, f.Name, writeWith(t, f, redacted, o), own)
			}
		}
		base := strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], ".txt")
		if out := writeWith(t, lookup(t, "json"), redacted, render.Options{}); bytes.Contains(out, []byte(base)) {
			t.Errorf("the name of the input %q is in the JSON", base)
		}
	})
}

func redactOptions(f render.Format) []render.Options {
	switch {
	case f.Name == "png" || f.Name == "pprof":
		return nil // a picture of the text, and the names of the folded stacks, packed
	case f.Name == "chat":
		var all []render.Options
		for _, preset := range chat.Names() {
			all = append(all, render.Options{Chat: preset, IDs: -1})
		}
		return all
	}
	return []render.Options{{Unicode: true, IDs: -1}, {Unicode: true, IDs: -1, Full: true, Classes: true}}
}

func lookup(t *testing.T, name string) render.Format {
	t.Helper()
	f, err := render.Lookup(render.Reports, name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func writeWith(t *testing.T, f render.Format, report *diagnose.Report, o render.Options) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := f.Report(&out, report, o); err != nil {
		t.Fatalf("write %s: %v", f.Name, err)
	}
	return out.Bytes()
}

func checkRedacted(t *testing.T, format string, out []byte, own map[string]string) {
	t.Helper()
	seen := map[string]bool{}
	for _, word := range wordPattern.FindAll(out, -1) {
		if raw, ok := own[string(word)]; ok && !seen[string(word)] {
			seen[string(word)] = true
			at := bytes.Index(out, word)
			t.Errorf("%s says %q of %q: %q", format, word, raw, out[max(0, at-60):min(len(out), at+60)])
		}
	}
}

// ownWords are the identifiers of own code in a report, each with a frame it is from.
func ownWords(report *diagnose.Report, foreign map[string]bool) map[string]string {
	own := map[string]string{}
	for _, s := range report.Snapshots {
		for _, g := range s.Groups {
			for i, f := range g.Stack.Frames {
				if g.Class.Kinds[i] != classify.KindUser || f.Unresolved() {
					continue
				}
				for _, word := range wordsOf(f) {
					if !foreign[word] && !compilerWords.MatchString(word) {
						own[word] = f.Raw
					}
				}
			}
		}
	}
	return own
}

// wordsOf are the identifiers of a frame, without those of foreign types it mentions.
func wordsOf(f *frame.Frame) []string {
	words := wordPattern.FindAllString(f.Module+" "+f.Type, -1)
	for _, ref := range strings.FieldsFunc(f.Method+","+f.TypeArgs+","+f.Params, punctuation) {
		if !classify.IsForeign(ref) {
			words = append(words, wordPattern.FindAllString(ref, -1)...)
		}
	}
	return words
}

func punctuation(r rune) bool { return strings.ContainsRune(",<>()[]*& !;", r) }

// foreignWords are the words that may stay: those of foreign frames, and of foreign
// types that they mention.
func foreignWords(t *testing.T) map[string]bool {
	words := map[string]bool{}
	for _, word := range proseWords {
		words[word] = true
	}
	for _, name := range reportFiles(t) {
		report, err := analyze(name, corpus.Report(t, stacks, name))
		if err != nil {
			continue
		}
		for _, s := range report.Snapshots {
			for _, g := range s.Groups {
				for i, f := range g.Stack.Frames {
					if k := g.Class.Kinds[i]; k == classify.KindFramework || k == classify.KindLibrary {
						addForeign(words, f)
					}
				}
			}
		}
	}
	return words
}

// addPageWords adds the words of the page around a report: its labels, scripts and
// styles. They are those of a report in which nothing of note stands.
func addPageWords(t *testing.T, words map[string]bool) {
	snaps, err := parse.Read(bytes.NewReader(corpus.Report(t, stacks, "stack-fixed.txt")), "")
	if err != nil {
		t.Fatal(err)
	}
	page := writeWith(t, lookup(t, "html"), redact.New("").Analyze(snaps, diagnose.Options{}), render.Options{})
	for _, word := range wordPattern.FindAllString(string(page), -1) {
		words[word] = true
	}
}

func addForeign(words map[string]bool, f *frame.Frame) {
	for _, word := range wordPattern.FindAllString(f.Module+" "+f.Type+" "+f.Method, -1) {
		words[word] = true
	}
	for _, ref := range strings.FieldsFunc(f.TypeArgs+","+f.Params, punctuation) {
		if classify.IsForeign(ref) {
			for _, word := range wordPattern.FindAllString(ref, -1) {
				words[word] = true
			}
		}
	}
}

// proseWords are identifiers of own code of the corpus that are also words of the
// tool's own sentences, of its labels, or of the notation of signatures.
var proseWords = strings.Fields("main pool closure Release counters barrier void fnptr class value native unsigned bool wchar int8 int32 int64 Unit")

// compilerWords are what compilers put into names, and methods the language
// prescribes.
var compilerWords = regexp.MustCompile(`^(c__DisplayClass[\d_]+|[bdnmo]__[\d_]+|[\d_]+|op_[A-Z]\w+|[gs]et_Item|_Lambda|_Closure|VB|StateMachine_\d+_|MoveNext(Async)?|GenerateNext|Finalize|GetEnumerator|[cd]?ctor|Main|c|d|b|O)$`)

// TestRedactionKeepsTheVerdict: but for the names, nothing changes.
func TestRedactionKeepsTheVerdict(t *testing.T) {
	eachReport(t, func(t *testing.T, name string, input []byte, report *diagnose.Report) {
		for _, key := range []string{"", "secret"} {
			snaps, err := parse.Read(bytes.NewReader(input), name)
			if err != nil {
				t.Fatal(err)
			}
			redacted := redact.New(key).Analyze(snaps, diagnose.Options{})
			for i, s := range report.Snapshots {
				if got, want := gist(redacted.Snapshots[i]), gist(s); got != want {
					t.Errorf("key %q: got\n%s\nwant\n%s", key, got, want)
				}
			}
		}
	})
}

// lockPlace is where a note names the type of a lock's object and the place of its owner.
var lockPlace = regexp.MustCompile(`lock on \S+( has \d+ waiters?); thread (\S+) holds it, in [^(]*\(`)

// awaitPlace is where a note names an async method that waits.
var awaitPlace = regexp.MustCompile(`(\d+) in \S+ at await`)

// gist is what a report says, without names, in an order that names do not decide. The
// advice speaks of the first of several places alike, and names decide which that is.
func gist(s *diagnose.Snapshot) string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	notes := lockPlace.ReplaceAllString(strings.Join(s.Notes, "\n"), "lock on X$1; thread $2 holds it, in X (")
	notes = awaitPlace.ReplaceAllString(notes, "$1 in X at await")
	add("counts %+v problems %d own modules %d notes %q aside %v", s.Counts, len(s.Input.Problems), len(s.OwnModules), notes, s.SetAside)
	for _, f := range s.Findings {
		add("finding %s %s %s %v %d %d groups %d", f.ID, f.Severity, f.Confidence, f.Starved, f.Threads, f.Workers, len(f.Groups))
	}
	for _, site := range s.Sites {
		kind := ""
		if site.Culprit != nil {
			kind = string(site.Culprit.Kind) + " " + site.Culprit.Note
		}
		add("site %s %s %+v via %s culprit %s threads %d stacks %d callers %d", site.Role, site.State, site.Cause, site.Via, kind, site.Threads, len(site.Groups), len(site.Callers))
	}
	for _, g := range s.Groups {
		add("group %s %s %+v %d frames %d", g.Class.Role, g.Class.State, g.Class.Cause, g.Count(), len(g.Stack.Frames))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
