package main

import (
	"io"
	"slices"

	"github.com/alecthomas/kong"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/docs"
	"stacktriage/output/schema"
	"stacktriage/render"
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
