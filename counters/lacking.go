package counters

import "strings"

// lacking says what a recording lacks that would tell of the thread pool; nil where it
// has a queue or a number of threads.
func (r *Recording) lacking() error {
	if r.has(QueueLength) || r.has(ThreadCount) {
		return nil
	}
	switch {
	case r.Values == 0 && r.Skipped > 0 && r.Problems[0].Reason == badStamp:
		what := "the time stamps of this " + r.form() + " are in a format that is not known"
		return &InputError{What: what, Cure: cureInvariant}
	case r.Values == 0 && r.Skipped > 0:
		return &InputError{What: "no row of this " + r.form() + " can be read", Cure: cureCollect}
	case r.Values == 0:
		return &InputError{What: "this " + r.form() + " ends before the first value", Cure: cureCollect}
	case r.onlyOthers():
		what := r.form() + " has counters of " + providerList(r.Providers) + " only"
		return &InputError{What: "this " + what + ", and the thread pool is counted by System.Runtime", Cure: cureCollect}
	}
	what := r.form() + " has neither the queue length nor the number of threads of the thread pool"
	return &InputError{What: "this " + what, Cure: cureCollect}
}

func (r *Recording) has(m Measure) bool {
	for _, s := range r.Series {
		if s.Measure == m && len(s.Points) > 0 {
			return true
		}
	}
	return false
}

func (r *Recording) onlyOthers() bool {
	for _, p := range r.Providers {
		if ofRuntime(p, "process.runtime.") {
			return false
		}
	}
	return len(r.Providers) > 0
}

// form is what the kind is called in a sentence.
func (r *Recording) form() string {
	switch r.Kind {
	case CSV:
		return "CSV of dotnet-counters"
	case JSON:
		return "JSON of dotnet-counters"
	}
	return "screen of dotnet-counters"
}

// providerList names up to three providers, without anything a terminal obeys.
func providerList(names []string) string {
	const shown = 3
	var out []string
	for _, name := range names[:min(len(names), shown)] {
		out = append(out, cleaned(name))
	}
	text := strings.Join(out, ", ")
	if len(names) > shown {
		text += " and others"
	}
	return text
}

// cleaned keeps the characters that names of providers are made of.
func cleaned(name string) string {
	keep := func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune(`.-_\`, r):
			return r
		}
		return '?'
	}
	return strings.Map(keep, name[:min(len(name), 80)])
}
