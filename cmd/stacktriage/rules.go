package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/docs"
	"stacktriage/output/schema"
	"stacktriage/render"
	"stacktriage/siterules"
	"stacktriage/wording"
)

// rulesCmd is "stacktriage rules": all that explain knows.
type rulesCmd struct {
	Format string `group:"output" short:"f" default:"text" enum:"text,json" placeholder:"NAME" help:"text or json."`
	outputFlags
}

// Help is the part of the help below the description.
func (*rulesCmd) Help() string {
	return `The ids are those of --fail-on, of the JSON and of a rules file. --fail-on takes
severities, too: critical, warning, note.`
}

// Run implements kong's command.
func (c *rulesCmd) Run(s *session, command *kong.Context) error {
	format, err := c.chosenFormat(command, c.Format, "")
	switch {
	case err != nil:
		return err
	case format == formatJSON:
		return c.write(s, func(w io.Writer) error { return schema.WriteRules(w, allRules(), version()) })
	}
	o := c.outputFlags.options(s.env)
	return c.write(s, func(w io.Writer) error { return render.Sections(w, ruleSections(), o) })
}

func ruleSections() []render.Section {
	findings := render.Section{Title: "FINDINGS  conclusions about a report"}
	for _, id := range findingIDs() {
		findings.Rows = append(findings.Rows, []string{id, findingInfos(id)[0].Severity})
	}
	facts := render.Section{
		Title: "FACTS  beside the findings",
		Rows:  [][]string{{starvedID, "no worker idle, four or more and half of the busy ones blocked"}},
	}
	causes := render.Section{Title: "CAUSES  what a thread waits in, or runs"}
	for _, r := range classify.CauseRules() {
		text := string(r.Category)
		if r.API != "" {
			text += ": " + r.API
		}
		causes.Rows = append(causes.Rows, []string{string(r.ID), text})
	}
	roles := render.Section{Title: "ROLES  what kind of thread it is"}
	for _, r := range classify.RoleRules() {
		roles.Rows = append(roles.Rows, []string{string(r.ID), string(r.Role) + ": " + r.Label})
	}
	for _, section := range []*render.Section{&causes, &roles} {
		section.Rows = distinctRows(section.Rows)
	}
	return []render.Section{findings, facts, causes, roles}
}

// allRules are the tables for programs.
func allRules() schema.Rules {
	rules := schema.Rules{Facts: []schema.FactRule{{ID: starvedID, Means: starvedMeans}}}
	for _, id := range diagnose.FindingIDs() {
		infos := findingInfos(string(id))
		rule := schema.FindingRule{ID: id, Severity: infos[0].Severity, Page: docs.PageOf(string(id))}
		for _, info := range infos {
			rule.Means = appendNew(rule.Means, info.Means)
		}
		rules.Findings = append(rules.Findings, rule)
	}
	for _, r := range classify.CauseRules() {
		rules.Causes = append(rules.Causes, schema.CauseRuleOf(&r))
	}
	for _, r := range classify.RoleRules() {
		rules.Roles = append(rules.Roles, schema.RoleRuleOf(&r))
	}
	return rules
}

// distinctRows drops rows that say the same: an id can have several rules.
func distinctRows(rows [][]string) [][]string {
	var out [][]string
	for _, row := range rows {
		if !slices.ContainsFunc(out, func(other []string) bool { return slices.Equal(row, other) }) {
			out = append(out, row)
		}
	}
	return out
}

// findingIDs are the conclusions a report can hold.
func findingIDs() []string {
	var ids []string
	for _, id := range diagnose.FindingIDs() {
		ids = append(ids, string(id))
	}
	return ids
}

// ruleIDs are the causes a blocked or running thread can have.
func ruleIDs() []string {
	var ids []string
	for _, r := range classify.CauseRules() {
		if !slices.Contains(ids, string(r.ID)) {
			ids = append(ids, string(r.ID))
		}
	}
	return ids
}

// roleIDs are the kinds of threads the tables know.
func roleIDs() []string {
	var ids []string
	for _, r := range classify.RoleRules() {
		ids = append(ids, string(r.ID))
	}
	return ids
}

// gateIDs are the words --fail-on knows.
func gateIDs() []string {
	return slices.Concat(findingIDs(), ruleIDs(), []string{starvedID}, gateSeverities)
}

// explainedIDs are the ids explain knows, each once.
func explainedIDs() []string {
	ids := slices.Concat(findingIDs(), ruleIDs(), roleIDs(), []string{starvedID})
	slices.Sort(ids)
	return slices.Compact(ids)
}

// learnCmd is "stacktriage learn": rules from a report of an idle process.
type learnCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"${learnFiles}"`

	Workers bool `group:"show" help:"Learn waits on pool workers, too: they stay counted as blocked, but make no alarm."`
	judgeFlags

	Output string `group:"output" short:"o" placeholder:"FILE" help:"Write to FILE, as a whole or not at all."`
	Strict bool   `group:"gate" help:"${strict}"`
}

// Help is the part of the help below the description.
func (*learnCmd) Help() string {
	return `Writes an "idle" entry for each wait of own code outside the pool that is not
known yet. Look through them: what is learned from a report of a busy or a hung
process will not be reported again.

Examples:

    stacktriage learn -o rules idle.txt
    stacktriage report --rules rules bad.txt

Exit codes: 0 entries were written, 2 usage, or input that cannot be read.`
}

// Run implements kong's command.
func (c *learnCmd) Run(s *session, command *kong.Context) error {
	out := outputFlags{Output: c.Output}
	sources, err := s.prepare(command, inputs{files: c.Files, judge: &c.judgeFlags, output: &out})
	if err != nil || len(sources) == 0 {
		return err
	}
	snaps := s.readAll(sources, c.Strict)
	if len(snaps) == 0 {
		return nil
	}
	report := diagnose.Analyze(snaps, c.options())
	labels := make([]string, len(sources))
	for i, src := range sources {
		labels[i] = src.label
	}
	for _, snap := range report.Snapshots {
		if w := snap.Counts.Workers; w.Blocked+w.Running > 0 {
			s.say(fmt.Sprintf("%s: %s blocked and %d running: is it a report of an idle process?",
				snap.Input.Source.Label, wording.Count(w.Blocked, "pool worker"), w.Running))
		}
	}
	entries := siterules.Learn(report.Snapshots, c.Workers)
	return out.write(s, func(w io.Writer) error { return siterules.Write(w, entries, strings.Join(labels, ", ")) })
}

// schemaCmd is "stacktriage schema": what the JSON outputs look like, for programs.
type schemaCmd struct {
	Output string `group:"output" short:"o" placeholder:"FILE" help:"Write to FILE, as a whole or not at all."`
}

// Help is the part of the help below the description.
func (*schemaCmd) Help() string {
	return `Under $defs there is one schema for each output: report, diff, series, processes (ps),
build (version), rules, explained (explain), config.

Examples:

    stacktriage schema > stacktriage.schema.json`
}

// Run implements kong's command.
func (c *schemaCmd) Run(s *session) error {
	f := outputFlags{Output: c.Output}
	return f.write(s, func(w io.Writer) error {
		_, err := io.WriteString(w, docs.Schema)
		return err
	})
}
