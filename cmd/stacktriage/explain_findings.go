package main

import (
	"slices"

	"stacktriage/diagnose"
	"stacktriage/render"
)

// findingInfos are the rows of the table of findings about an id.
func findingInfos(id string) []diagnose.FindingInfo {
	return slices.DeleteFunc(diagnose.FindingInfos(), func(f diagnose.FindingInfo) bool { return f.ID != id })
}

// findingCards is one card for an id, however many rules make such a finding.
func findingCards(id string) []render.Card {
	infos := findingInfos(id)
	if len(infos) == 0 {
		return nil
	}
	var means, links []string
	for _, f := range infos {
		means, links = appendNew(means, f.Means), appendNew(links, f.Link)
	}
	var facts factList
	facts.add("Severity", findingSeverity(infos))
	facts.add("Means", means...)
	facts.add("Advice", findingAdvice(infos)...)
	facts.add("More", links...)
	return []render.Card{{Title: id, About: "finding: a conclusion about a whole report", Facts: facts}}
}

// gradedFindings are the findings whose severity follows from more than the pool and
// the number of threads.
var gradedFindings = map[string]string{
	"cpu":                  "note; warning for two or more running threads",
	"lock-holder-blocked":  "critical; warning where the holder and one waiter are all there is",
	"long-running-on-pool": "critical if starved, else warning; a note for those that wait by design",
}

// neverAlone are the findings that take two threads or more.
var neverAlone = []string{"deadlock", "timer-blocked", "connection-pool", "http-connection-limit", "dns-stall", "thread-explosion"}

// findingSeverity says which severities a finding can have, and when.
func findingSeverity(infos []diagnose.FindingInfo) string {
	f := infos[0]
	if text, ok := gradedFindings[f.ID]; ok {
		return text
	}
	if f.Alone || slices.Contains(neverAlone, f.ID) || f.Severity == string(diagnose.OK) || f.Severity == string(diagnose.Note) {
		return f.Severity
	}
	return f.Severity + "; a note for one thread"
}

// adviceCases say which rule of a finding each advice is for, in the order of the
// rules.
var adviceCases = map[string][]string{
	"deadlock":             {"Where the report shows who owns each lock", "Where only the frames speak for it"},
	"long-running-on-pool": {"Loops", "Items that wait by design"},
	"sync-io":              {"HTTP bodies", "Other reads and writes"},
}

// findingAdvice is each advice once, with its case where there are several.
func findingAdvice(infos []diagnose.FindingInfo) []string {
	var advice []string
	for _, f := range infos {
		advice = appendNew(advice, f.Advice)
	}
	cases := adviceCases[infos[0].ID]
	if len(advice) != len(cases) {
		return advice
	}
	for i := range advice {
		advice[i] = cases[i] + ": " + advice[i]
	}
	return advice
}

func appendNew(list []string, text string) []string {
	if text == "" || slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}
