package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/filter"
	"stacktriage/siterules"
)

// judgeFlags say whose code is whose, and what else the site knows, for every command
// that reads stacks.
type judgeFlags struct {
	User      []string `group:"judge" placeholder:"MODULE" help:"Modules that are own code, as in Acme.*."`
	Framework []string `group:"judge" placeholder:"MODULE" help:"Modules that are not own code, as in Contoso.Platform.*."`
	linesFlag
	rulesFlag
}

// options are the flags, which come first, and the rules that were loaded.
func (f *judgeFlags) options() diagnose.Options {
	o := f.site
	o.User, o.Framework = slices.Concat(f.User, o.User), slices.Concat(f.Framework, o.Framework)
	return o
}

// maxRules bounds what is read of a rules file. A longer one is refused: rules that are not
// read would be rules that are not applied.
const maxRules = 4 << 20

// rulesFlag names the file of what the site knows better than the tables.
type rulesFlag struct {
	Rules string `group:"judge" placeholder:"FILE" help:"${rulesFile}"`

	site   classify.Options
	loaded string // the path of what was read
}

// loadRules reads the file that was named, or else the one in the user's folder for
// configuration, if there is one.
func (f *rulesFlag) loadRules(s *session) error {
	path, named := f.Rules, f.Rules != ""
	if !named {
		path = userFile(s.env, "rules")
	}
	if path == "" {
		return nil
	}
	file, err := os.Open(path)
	switch {
	case !named && (errors.Is(err, fs.ErrNotExist) || !exists(path)):
		return nil // nor is a folder an error that this user must not look into
	case err != nil:
		return fmt.Errorf("%s: the rules cannot be read: %w", path, reason(err))
	}
	defer file.Close()
	f.loaded = path
	rules := &io.LimitedReader{R: file, N: maxRules + 1}
	f.site, err = siterules.Parse(rules, path)
	var unread *fs.PathError
	switch {
	case rules.N == 0:
		return fmt.Errorf("%s: the rules are longer than %d MB, which no rules are; is it the right file?",
			path, maxRules>>20)
	case errors.As(err, &unread):
		return fmt.Errorf("%s: the rules cannot be read: %w", path, unread.Err)
	case err != nil && s.hideText:
		return fmt.Errorf("%s: the rules have an error; without --redact it is said where", path)
	case err != nil:
		return fmt.Errorf("in the rules: %w", err)
	}
	return nil
}

// exists reports a file that is there, as far as this user can see.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// filterFlags choose what is shown. Verdicts and gates are about all threads.
type filterFlags struct {
	Focus  []string `group:"filter" sep:"none" placeholder:"PATTERN" help:"${focus}"`
	Ignore []string `group:"filter" sep:"none" placeholder:"PATTERN" help:"${ignore}"`
	Show   []string `group:"filter" sep:"none" placeholder:"PATTERN" help:"${show}"`
	Hide   []string `group:"filter" sep:"none" placeholder:"PATTERN" help:"Leave out frames that match."`
	Role   []string `group:"filter" placeholder:"ROLE" help:"${role}"`
	State  []string `group:"filter" placeholder:"STATE" help:"${state}"`
	Min    int      `group:"filter" placeholder:"N" help:"Places with N threads or more."`
}

// filter compiles the flags; nil without any. With secret, no pattern is repeated in any
// output: who hides names of own code looks for them by name.
func (f *filterFlags) filter(secret bool) (*filter.Filter, error) {
	return filter.New(filter.Options{
		Focus: f.Focus, Ignore: f.Ignore, Show: f.Show, Hide: f.Hide,
		Roles: f.Role, States: f.State, Min: f.Min, Secret: secret,
	})
}

// filtered applies a filter to every snapshot and says what it was looking for in vain.
func (s *session) filtered(report *diagnose.Report, f *filter.Filter) *diagnose.Report {
	if f == nil {
		return report
	}
	shown := &diagnose.Report{}
	for _, snap := range report.Snapshots {
		shown.Snapshots = append(shown.Snapshots, f.Apply(snap))
	}
	for _, line := range f.Unmatched() {
		s.say(line)
	}
	return shown
}

// The numbers of the command line check themselves, when they are given: a number that
// has no meaning is a mistake in a script, not a wish.

// maxWidth is as wide as any line gets: nobody reads wider ones, and a page of the width
// somebody mistyped must not fill the memory.
const maxWidth = 1000

// lineWidth is a number of columns; 0 is not given.
type lineWidth int

// Validate implements kong's check.
func (n lineWidth) Validate() error {
	if n < 1 {
		return errors.New("a line has one column or more")
	}
	return nil
}

// topCount is how many of a list are shown; 0 is all.
type topCount int

// Validate implements kong's check.
func (n topCount) Validate() error {
	if n < 0 {
		return errors.New("a number of places cannot be negative; 0 shows all")
	}
	return nil
}

// idCount is how many thread ids are shown; -1 is all.
type idCount int

// Validate implements kong's check.
func (n idCount) Validate() error {
	if n < -1 {
		return errors.New("a number of ids cannot be negative; -1 shows all")
	}
	return nil
}
