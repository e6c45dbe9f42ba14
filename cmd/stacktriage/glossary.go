package main

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"stacktriage/docs"
	"stacktriage/render"
)

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
