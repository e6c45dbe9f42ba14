package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/docs"
	"stacktriage/render"
)

// The kinds of cards, in the words of the JSON.
const (
	kindFinding   = "finding"
	kindCause     = "cause"
	kindRole      = "role"
	kindFact      = "fact"
	kindWord      = "word"
	kindCategory  = "category"
	kindMechanism = "mechanism"
	kindFrame     = "frame"
)

// factList collects the facts of a card and leaves out empty ones.
type factList []render.Fact

func (l *factList) add(label string, lines ...string) {
	if len(lines) > 0 && lines[0] != "" {
		*l = append(*l, render.Fact{Label: label, Lines: lines})
	}
}

func causeCards(id string) []render.Card {
	rules := slices.DeleteFunc(classify.CauseRules(), func(r classify.Rule) bool { return string(r.ID) != id })
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
		facts.add("Category", string(r.Category))
		facts.add("Mechanism", string(r.Mechanism))
		facts.add("Matches", r.Match...)
		facts.add("Needs", r.Needs...)
		facts.add("Unless", r.Unless...)
		facts.add("Why", r.Why)
		facts.add("Advice", r.Advice)
		facts.add("Source", sourceText(r.Source))
		cards = append(cards, render.Card{Kind: kindCause, Title: id, About: about, Facts: facts})
	}
	return cards
}

func roleCards(id string) []render.Card {
	var cards []render.Card
	for _, r := range classify.RoleRules() {
		if string(r.ID) != id {
			continue
		}
		var facts factList
		facts.add("Role", string(r.Role))
		facts.add("Named", r.Label)
		facts.add("Matches", r.Match...)
		facts.add("Why", r.Why)
		facts.add("Source", sourceText(r.Source))
		about := "role: what kind of thread has such a frame at its root"
		cards = append(cards, render.Card{Kind: kindRole, Title: id, About: about, Facts: facts})
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

// findingInfos are the rows of the table of findings about an id.
func findingInfos(id string) []diagnose.FindingInfo {
	return slices.DeleteFunc(diagnose.FindingInfos(), func(f diagnose.FindingInfo) bool { return string(f.ID) != id })
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
	facts.add("Severity", infos[0].Severity)
	facts.add("Means", means...)
	facts.add("Now", findingSteps(infos)...)
	facts.add("Fix", findingAdvice(infos)...)
	facts.add("Mistaken", docs.Mistaken(id)...)
	facts.add("More", append([]string{docs.PageOf(id)}, links...)...)
	return []render.Card{{Kind: kindFinding, Title: id, About: "finding: a conclusion about a whole report", Facts: facts}}
}

// findingSteps is what to do on call, each step once, with its commands.
func findingSteps(infos []diagnose.FindingInfo) []string {
	var all []string
	for _, f := range infos {
		for _, step := range f.Now {
			for _, line := range append([]string{step.Do}, step.Commands...) {
				all = appendNew(all, line)
			}
		}
	}
	return all
}

// findingAdvice is each advice once, with the case it is for where there are several.
func findingAdvice(infos []diagnose.FindingInfo) []string {
	var advice []string
	for _, f := range infos {
		advice = appendNew(advice, f.Advice)
	}
	if len(advice) == 1 {
		return advice
	}
	advice = nil
	for _, f := range infos {
		text := f.Advice
		if f.When != "" {
			text = f.When + ": " + text
		}
		advice = appendNew(advice, text)
	}
	return advice
}

func appendNew(list []string, text string) []string {
	if text == "" || slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

const starvedMeans = "No pool worker is idle, and at least four of them and half of the busy ones are blocked: " +
	"new work waits until the pool adds a worker."

// starvedCard explains the fact that headlines and gates go by, which is no finding.
func starvedCard() render.Card {
	var facts factList
	facts.add("Means", starvedMeans)
	facts.add("Raises", "findings about blocked workers from warning to critical")
	facts.add("Gate", "--fail-on starved, with =N for N blocked workers or more")
	facts.add("Not shown", "how much work waits: dotnet-counters shows the length of the queue. "+
		"A pool that recovers can have idle workers while work still waits.")
	return render.Card{
		Kind: kindFact, Title: starvedID, About: "fact: about the pool of a report, beside its findings", Facts: facts,
	}
}

// wordEntry is a word that outputs print, or several that mean the same, as the page of
// words explains it.
type wordEntry struct {
	words []string // N stands for any number
	means []string // paragraphs
}

// wordEntries are those of docs/words.md: a heading of the third level names the words.
var wordEntries = sync.OnceValue(func() []wordEntry {
	var entries []wordEntry
	for _, section := range strings.Split(docs.Words, "\n### ")[1:] {
		section, _, _ = strings.Cut(section, "\n## ")
		title, text, _ := strings.Cut(section, "\n")
		e := wordEntry{words: strings.Split(title, ", ")}
		for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
			e.means = append(e.means, strings.Join(strings.Fields(paragraph), " "))
		}
		entries = append(entries, e)
	}
	return entries
})

var digits = regexp.MustCompile(`\d+`)

// wordCards explain a word that outputs print. Numbers in it do not matter.
func wordCards(name string) []render.Card {
	plain := digits.ReplaceAllString(strings.TrimSpace(name), "N")
	for _, e := range wordEntries() {
		if !slices.ContainsFunc(e.words, func(w string) bool { return strings.EqualFold(w, plain) }) {
			continue
		}
		var facts factList
		facts.add("Means", e.means...)
		others := slices.DeleteFunc(slices.Clone(e.words), func(w string) bool { return strings.EqualFold(w, plain) })
		if len(others) > 0 {
			facts.add("Also", strings.Join(others, ", "))
		}
		return []render.Card{{Kind: kindWord, Title: name, About: "word of the outputs, see docs/words.md", Facts: facts}}
	}
	return nil
}

// lambdaOf finds "Program.Main lambda #2" and its like: a name that reports print, of
// which the part behind the method is explained.
var lambdaOf = regexp.MustCompile(`^\S+ (?:async )?` +
	`(lambda #\d+|lambda|local function|closure|getter|setter|state machine)\b`)

func partCards(name string) []render.Card {
	m := lambdaOf.FindStringSubmatch(name)
	if m == nil {
		return nil
	}
	cards := wordCards(m[1])
	for i := range cards {
		cards[i].Title = name
	}
	return cards
}
