package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/filter"
	"stacktriage/output/chat"
	"stacktriage/render"
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

// helpTexts are the texts of the help that are made from tables or too long for the tag
// of a field.
func helpTexts() kong.Vars {
	return kong.Vars{
		"reportHelp": "Say what the threads of a .NET process are stuck on, and in which method of your own code, " +
			"from the text of dotnet-stack report. This is the default command.",
		"seriesHelp": "Relate several reports of one process: what grows, what stands still, what turns over.",

		"reportFiles":  "Saved reports or folders of them; - is standard input, label=path names one.",
		"diffFiles":    "BEFORE and AFTER: saved reports; - is standard input, label=path names one. One file may hold both.",
		"treeFiles":    "Saved reports; - is standard input, label=path names one.",
		"seriesFiles":  "Reports of one process in the order they were taken; one file may hold several.",
		"learnFiles":   "Reports of the idle process; - is standard input.",
		"explainNames": "Words, names and ids as reports print them, and frames as they stand in a report.",

		"captureOutput": "Where to put the files: a folder, which is made if it is not there, " +
			"or one new .zip for all of them.",
		"role":        "Threads of this kind, as worker, main, dedicated, background.",
		"state":       "Threads that are blocked, running, idle, waiting or unclear.",
		"pid":         "Capture this process; stacktriage ps lists them.",
		"color":       "Colour: auto, always or never.",
		"watchFolder": "Where to put the files of the captures; it is made if it is not there.",
		"until":       "queue, threads or cpu (percent): capture when it is N or more for 3s",

		"overview": "One row for each report, the worst first; the default for a folder, a pattern, or more than 8 reports.",
		"branches": "Branches drawn of each report, those with the most threads",
		"focus": "Stacks with a match among their frames (as printed or as in the input), call, culprit and " +
			"kind of thread.",
		"ignore": `Leave out stacks with a match; lock matches BlockingWait, too, \block\b only the word.`,
		"show":   "Frames that match only; the call that blocks and the culprit stay.",

		"symbols": symbolsHelp,
		"rulesFile": "Rules of the site, see docs/rules.md; default is $XDG_CONFIG_HOME/stacktriage/rules or " +
			"~/.config/stacktriage/rules.",
		"for":    "How long events and counters are recorded between two samples (1s); 0 takes one sample alone.",
		"sample": "How long stacks are sampled, which suspends the runtime about once a millisecond",
		"every": "Time between two reports, as in 5s; else from file names, or lines between reports, that hold " +
			"date and time.",
		"count":       "Captures of the process (3); --every is the time between them, else 5s.",
		"reportIDs":   "Thread ids shown for each place (4); -1 shows all.",
		"treeAll":     "Draw idle workers and threads that wait by design, too.",
		"treeIDs":     "Thread ids shown where threads end (4); -1 shows all.",
		"seriesIDs":   "Ids shown of threads that stay (4); -1 shows all.",
		"explainHelp": "Say what a printed word, a rule or a finding means, or what is known of a frame.",
		"seriesForm": "text, json, html (a page for the browser), chat (a summary to paste, see --chat), " +
			"png (a picture of the text, see --theme) or svg (the same, for pages).",

		"formats":       strings.Join(reportFormats().names, ","),
		"formatHelp":    strings.Join(reportFormats().rows, ", "),
		"seriesFormats": strings.Join(render.FormatNames(render.SeriesOf), ","),
		"treeFormats":   strings.Join(render.FormatNames(render.Trees), ","),
		"diffFormats":   strings.Join(diffFormats().names, ","),
		"diffFormat":    strings.Join(diffFormats().rows, ", ") + ".",
		"treeFormat": "text, or png or svg: a graph of boxes and arrows. " +
			"The page of report --format html has one to click through.",
		"lines": "Look up source lines of own code in the process's PDBs; on unless --no-lines.",
		"links": "Links that a terminal follows: auto (where it is known to), always or never.",
		"width": "Columns of text; default is those of the terminal, to a pipe too, else $COLUMNS, else 100.",
		"quiet": "Say on standard error only what went wrong, not what was skipped or undone.",
		"output": "Write to FILE, as a whole or not at all. Where there is a --format, the ending " +
			"(.html, .json, .svg, ...) chooses it.",

		"chats":     strings.Join(chat.Names(), ", "),
		"redact":    "Replace names of own code, modules, types and methods, by tokens such as Type7.Method12.",
		"redactKey": "The same tokens in every run with this key, which is a secret; means --redact.",

		"withBefore": "Recordings of the process of BEFORE, for proof: .nettrace or dotnet-counters.",
		"with": "Recordings of the same process beside one report, for proof: .nettrace, dotnet-counters, " +
			"a second report.",
		"failOn":     "Exit with 1 if a report " + gateHelp,
		"diffFailOn": "Exit with 1 if AFTER " + gateHelp,
		"seriesFailOn": `Exit with 1 on "growing" (a place, by N threads or more) or "same-place" (N threads or more, ` +
			"in three reports in a row).",
		"strict": "Exit with 2 if a part of the input could not be read.",
	}
}

const gateHelp = `has this finding or rule id, "starved", or a finding of this severity or a graver one: ` +
	"critical, warning, note (on N threads or more)."

// formatList is what a registry of formats tells the help.
type formatList struct{ names, rows []string }

func (l *formatList) add(name, help string) {
	l.names = append(l.names, name)
	l.rows = append(l.rows, name+" ("+help+")")
}

func reportFormats() (l formatList) {
	for _, f := range render.Formats(render.Reports) {
		l.add(f.Name, f.Help)
	}
	return l
}

func diffFormats() (l formatList) {
	for _, f := range render.Formats(render.Comparisons) {
		l.add(f.Name, f.DiffHelp)
	}
	return l
}
