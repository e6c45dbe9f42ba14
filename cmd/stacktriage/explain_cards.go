package main

import (
	"fmt"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/render"
)

// factList collects the facts of a card and leaves out empty ones.
type factList []render.Fact

func (l *factList) add(label string, lines ...string) {
	if len(lines) > 0 && lines[0] != "" {
		*l = append(*l, render.Fact{Label: label, Lines: lines})
	}
}

func causeCards(id string) []render.Card {
	rules := slices.DeleteFunc(classify.CauseRules(), func(r classify.Rule) bool { return r.ID != id })
	var cards []render.Card
	for i, r := range rules {
		about := "cause: what a thread waits in, or runs"
		if len(rules) > 1 {
			about += fmt.Sprintf("; rule %d of %d", i+1, len(rules))
		}
		var facts factList
		api := r.API
		if api == "" && len(r.Match) > 0 {
			api = "by the outermost library frame above the culprit"
		}
		facts.add("Named", api)
		facts.add("Category", r.Category)
		facts.add("Mechanism", r.Mechanism)
		facts.add("Matches", r.Match...)
		facts.add("Needs", r.Needs...)
		facts.add("Unless", r.Unless...)
		facts.add("Why", r.Why)
		facts.add("Advice", r.Advice)
		facts.add("Source", sourceText(r.Source))
		cards = append(cards, render.Card{Title: id, About: about, Facts: facts})
	}
	return cards
}

func roleCards(id string) []render.Card {
	var cards []render.Card
	for _, r := range classify.RoleRules() {
		if r.ID != id {
			continue
		}
		var facts factList
		facts.add("Role", string(r.Role))
		facts.add("Named", r.Label)
		facts.add("Matches", r.Match...)
		facts.add("Why", r.Why)
		facts.add("Source", sourceText(r.Source))
		cards = append(cards, render.Card{Title: id, About: "role: what kind of thread has such a frame at its root", Facts: facts})
	}
	return cards
}

// sourceText spells out the repository that the tables leave out.
func sourceText(source string) string {
	if rest, ok := strings.CutPrefix(source, "CoreLib/"); ok {
		return "dotnet/runtime src/libraries/System.Private.CoreLib/src/" + rest
	}
	if strings.HasPrefix(source, "src/") {
		return "dotnet/runtime " + source
	}
	return source
}
