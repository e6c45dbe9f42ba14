package main

import (
	"slices"

	"stacktriage/classify"
	"stacktriage/diagnose"
)

// findingIDs are the conclusions a report can hold.
func findingIDs() []string { return diagnose.FindingIDs() }

// ruleIDs are the causes a blocked or running thread can have.
func ruleIDs() []string {
	var ids []string
	for _, r := range classify.CauseRules() {
		if !slices.Contains(ids, r.ID) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// roleIDs are the kinds of threads the tables know.
func roleIDs() []string {
	var ids []string
	for _, r := range classify.RoleRules() {
		ids = append(ids, r.ID)
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
