package main

import (
	"fmt"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/render"
)

// namedCards are the cards for what a report prints instead of an id: a fact, a call, a
// category, a kind of thread.
func namedCards(name string) []render.Card {
	if name == starvedID {
		return []render.Card{starvedCard()}
	}
	cards := callCards(name)
	cards = append(cards, categoryCards(name)...)
	return append(cards, labelCards(name)...)
}

// starvedCard explains the fact that headlines and gates go by, which is no finding.
func starvedCard() render.Card {
	var facts factList
	facts.add("Means", "No pool worker is idle, and at least four of them and half of the busy ones are blocked: new work waits until the pool adds a worker.")
	facts.add("Raises", "findings about blocked workers from warning to critical")
	facts.add("Gate", "--fail-on starved, with =N for N blocked workers or more")
	facts.add("Not shown", "how much work waits: dotnet-counters shows the length of the queue. A pool that recovers can have idle workers while work still waits.")
	return render.Card{Title: starvedID, About: "fact: about the pool of a report, beside its findings", Facts: facts}
}

// callCards are the causes that are printed as a call: "Task<T>.Result". Other type
// arguments and arguments mean the same call.
func callCards(name string) []render.Card {
	plain := plainCall(name)
	var ids []string
	for _, r := range classify.CauseRules() {
		if r.API != "" && strings.EqualFold(plainCall(r.API), plain) {
			ids = appendNew(ids, r.ID)
		}
	}
	var cards []render.Card
	for _, id := range ids {
		cards = append(cards, causeCards(id)...)
	}
	return cards
}

// plainCall drops what stands in <> and ().
func plainCall(call string) string {
	var b strings.Builder
	depth := 0
	for _, r := range call {
		switch {
		case r == '<' || r == '(':
			depth++
		case (r == '>' || r == ')') && depth > 0:
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func categoryCards(name string) []render.Card {
	var rows []string
	for _, r := range classify.CauseRules() {
		if r.Category == name {
			rows = appendNew(rows, causeRow(&r))
		}
	}
	if len(rows) == 0 {
		return nil
	}
	var facts factList
	facts.add("Causes", rows...)
	return []render.Card{{Title: name, About: "category of causes", Facts: facts}}
}

func causeRow(r *classify.Rule) string {
	if r.API == "" {
		return r.ID
	}
	return r.ID + ": " + r.API
}

// labelCards are the kinds of threads by what reports call them: "console logger".
func labelCards(label string) []render.Card {
	var cards []render.Card
	for _, r := range classify.RoleRules() {
		if r.Label == label || string(r.Role) == label {
			cards = append(cards, roleCards(r.ID)...)
		}
	}
	return cards
}

// candidateLines say which rules look for a name whose module is not known.
func candidateLines(f *frame.Frame, known []classify.Rule) []string {
	var lines []string
	for _, c := range classify.Candidates(f) {
		if slices.ContainsFunc(known, func(r classify.Rule) bool { return r.ID == c.Rule.ID }) {
			continue
		}
		line := c.Rule.ID
		if len(c.Modules) > 0 {
			line += " if the module is " + strings.Join(c.Modules, " or ")
		}
		lines = appendNew(lines, fmt.Sprintf("%s: %s", line, c.Rule.Why))
	}
	return lines
}
