// Package redact replaces the names of own code by tokens, before anything is said of
// it: "Acme.Orders.OrderService.Load" becomes "Type7.Method12". Names of frameworks and
// known libraries stay.
//
// It rewrites classified groups, so that every output is covered and the verdict is the
// one of the real names. The same name is the same token in one run; with a key, in
// every run with that key. What stays beside foreign names is what the language itself
// prescribes or the compiler makes: Main, constructors, MoveNext, the numbers of
// lambdas. It does not hide how the code is built: numbers of parameters, nesting and
// the order of calls stay.
package redact

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/parse"
)

// Redactor replaces names. It remembers them, so that one serves all inputs of a run.
type Redactor struct {
	tokens *tokens
	names  frame.Renaming
	known  *known
	frames map[*frame.Frame]*frame.Frame
	raws   map[string]*frame.Frame // by what they were
	labels map[string]string
}

// New makes a redactor. Without a key, tokens are numbered as names come up; with one
// they are made of the name and the key, so that reports of different days can be
// compared by whoever has the key. A key is a secret: who has it can try out names.
func New(key string) *Redactor {
	r := &Redactor{
		tokens: newTokens(key), known: newKnown(),
		frames: map[*frame.Frame]*frame.Frame{}, raws: map[string]*frame.Frame{}, labels: map[string]string{},
	}
	r.names = frame.Renaming{
		Type:      r.typeToken,
		Method:    func(name string) string { return r.tokens.of("Method", name) },
		Interface: r.iface,
	}
	return r
}

// Analyze is diagnose.Analyze without the names.
func (r *Redactor) Analyze(snaps []*parse.Snapshot, opt diagnose.Options) *diagnose.Report {
	report := &diagnose.Report{}
	for _, set := range r.Build(snaps, opt) {
		report.Snapshots = append(report.Snapshots, diagnose.Diagnose(set))
	}
	return report
}

// Build is group.Build for the snapshots of one run, without the names.
func (r *Redactor) Build(snaps []*parse.Snapshot, opt diagnose.Options) []*group.Set {
	opt = r.Options(opt)
	sets := make([]*group.Set, len(snaps))
	var builder group.Builder
	for i, s := range snaps {
		sets[i] = builder.Build(s, opt)
	}
	r.Sets(sets)
	return sets
}

// Options takes the site's own words out of its rules: what it calls its idle threads,
// and what it advises.
func (r *Redactor) Options(opt diagnose.Options) diagnose.Options {
	opt.Advice = nil
	opt.Idle = slices.Clone(opt.Idle)
	for i := range opt.Idle {
		opt.Idle[i].Label = r.tokens.of("Idle", opt.Idle[i].Label)
	}
	return opt
}

// Sets replaces the names in the groups and sites of one run, all of which must be
// given at once: a type is known for own code by its frames in any of them. The
// snapshots they were built from stay as they are.
func (r *Redactor) Sets(sets []*group.Set) {
	for _, set := range sets {
		r.known.learn(set)
	}
	for _, set := range sets {
		r.snapshot(set)
	}
	for _, set := range sets {
		for _, g := range set.Groups {
			r.class(&g.Class, g.Stack.Frames)
		}
		slices.SortFunc(set.Groups, func(a, b *group.Group) int {
			return cmp.Or(cmp.Compare(b.Count(), a.Count()), cmp.Compare(a.Stack.ID, b.Stack.ID))
		})
		set.Classifier.Context.RenameModules(r.module)
	}
	// One at a time: what one snapshot tells of another is for the caller to decide.
	for i := range sets {
		copy(sets[i:], group.Together(sets[i:i+1]))
	}
}

// snapshot gives the set a copy of its snapshot with other frames, and the groups the
// stacks of the copy.
func (r *Redactor) snapshot(set *group.Set) {
	old := set.Snapshot
	s := old.Renamed(r.frame, r.Thread)
	s.Source.Label, s.File = r.Label(old.Source.Label), ""
	s.PID = 0
	s.Lines = nil // paths, addresses and names of files
	HideProblems(s)
	s.Debugger = r.debugger(old.Debugger)
	place := make(map[*parse.Stack]int, len(old.Stacks))
	for i := range old.Stacks {
		place[&old.Stacks[i]] = i
	}
	for _, g := range set.Groups {
		g.Stack = &s.Stacks[place[g.Stack]]
	}
	set.Snapshot = s
}

// HideProblems hides the lines that could not be read, and what an exception says:
// nobody knows what is in them.
func HideProblems(s *parse.Snapshot) {
	if s.Exception != "" {
		s.Exception = "(redacted)"
	}
	if stream := s.Stream; stream != "" {
		s.Stream, s.Repairs = "", slices.Clone(s.Repairs)
		for i, repair := range s.Repairs {
			s.Repairs[i] = strings.ReplaceAll(repair, stream, "one source")
		}
	}
	for i := range s.Problems {
		if s.Problems[i].Text != "" {
			s.Problems[i].Text = "(redacted)"
		}
	}
}

// class replaces the names in a classification by those of the new frames.
func (r *Redactor) class(c *classify.Result, frames []*frame.Frame) {
	if c.Culprit == nil {
		return
	}
	culprit := *c.Culprit
	f := frames[c.CulpritFrame]
	switch culprit.Kind {
	case classify.CulpritUser:
		culprit.Name, culprit.Short, culprit.Frame = f.Name(), f.ShortName(), f
	case classify.CulpritInferred:
		if seen := r.raws[culprit.Frame.Raw]; seen != nil { // it stands on other stacks
			culprit.Name, culprit.Short, culprit.Frame = seen.Name(), seen.ShortName(), seen
		}
	default:
		culprit.Frame = f
	}
	c.Culprit = &culprit
}

// Label replaces the name of an input: it is a path of somebody's machine.
func (r *Redactor) Label(label string) string {
	if label == "-" {
		return label
	}
	if r.labels[label] == "" {
		r.labels[label] = fmt.Sprintf("Input%d", len(r.labels)+1)
	}
	return r.labels[label]
}

func (r *Redactor) module(name string) string {
	if r.known.ownModules[name] {
		return r.tokens.of("Module", name)
	}
	return name
}

// Thread keeps the names that the runtime gives its own threads.
func (r *Redactor) Thread(name string) string {
	if name == "" || classify.IsForeign(name) || len(name) > 4 && name[:4] == ".NET" {
		return name
	}
	return r.tokens.of("Thread", name)
}

func (r *Redactor) debugger(d *parse.Debugger) *parse.Debugger {
	if d == nil {
		return nil
	}
	redacted := *d
	redacted.Locks = slices.Clone(d.Locks)
	for i := range redacted.Locks {
		redacted.Locks[i].Object = r.references(redacted.Locks[i].Object, false)
	}
	redacted.Async = slices.Clone(d.Async)
	for i := range redacted.Async {
		steps := slices.Clone(redacted.Async[i].Steps)
		for j, step := range steps {
			if step.Frame != nil {
				steps[j].Frame = r.asyncFrame(step.Frame)
			}
			steps[j].Task = r.references(step.Task, false)
		}
		redacted.Async[i].Steps = steps
	}
	return &redacted
}

// asyncFrame renames the method of a state machine. Its module is not printed, and it
// need not stand in any stack, so that all but the platform's count as own code.
func (r *Redactor) asyncFrame(f *frame.Frame) *frame.Frame {
	if strings.HasPrefix(f.Type, "System.") || strings.HasPrefix(f.Type, "Microsoft.") {
		return f
	}
	renamed := frame.DecodeBare(r.names.DeclaringType(f.Type) + "." + r.names.MethodOf(f.Type, f.Method) + "()")
	return &renamed
}
