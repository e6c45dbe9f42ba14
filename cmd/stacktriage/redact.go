package main

import (
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/parse"
	"stacktriage/redact"
)

// redactFlags keep the names of own code out of what is shown to others.
type redactFlags struct {
	Redact    bool   `group:"share" help:"Replace names of own code, modules, types and methods, by tokens such as Type7.Method12."`
	RedactKey string `group:"share" placeholder:"KEY" help:"The same tokens in every run with this key, which is a secret; means --redact."`

	redactor *redact.Redactor // of the whole run
}

// redacts reports whether names are to be hidden.
func (f *redactFlags) redacts() bool { return f.Redact || f.RedactKey != "" }

// prepare must be called before inputs are read: it also keeps quoted lines of the
// input out of what is said on stderr.
func (f *redactFlags) prepare(s *session) {
	if f.redacts() {
		f.redactor = redact.New(f.RedactKey)
		s.hideText = true
	}
}

func hideText(snaps []*parse.Snapshot) {
	for _, s := range snaps {
		redact.HideProblems(s)
	}
}

// analyze is diagnose.Analyze, without the names where that is asked for.
func (f *redactFlags) analyze(snaps []*parse.Snapshot, o diagnose.Options) *diagnose.Report {
	if f.redactor == nil {
		return diagnose.Analyze(snaps, o)
	}
	return f.redactor.Analyze(snaps, o)
}

// build groups each snapshot, without the names where that is asked for.
func (f *redactFlags) build(snaps []*parse.Snapshot, o diagnose.Options) []*group.Set {
	if f.redactor != nil {
		return f.redactor.Build(snaps, o)
	}
	sets := make([]*group.Set, len(snaps))
	for i, s := range snaps {
		sets[i] = group.Build(s, o)
	}
	return sets
}
