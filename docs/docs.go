// Package docs holds the pages that the program reads from, so that what it explains and
// what stands in the documentation cannot differ.
package docs

import (
	"embed"
	"strings"
)

// Words is the page of the words that outputs print.
//
//go:embed words.md
var Words string

// Schema is the JSON Schema (draft 2020-12) of everything that is written for programs.
//
//go:embed schema.json
var Schema string

//go:embed findings/*.md
var findings embed.FS

// PageOf is the page about a finding, by its path from the root of the project.
func PageOf(id string) string { return "docs/findings/" + id + ".md" }

// Finding is the text of the page about a finding; empty where there is none.
func Finding(id string) string {
	text, err := findings.ReadFile("findings/" + id + ".md")
	if err != nil {
		return ""
	}
	return string(text)
}

// Mistaken says what a finding can be mistaken for: the paragraphs of that section of
// its page.
func Mistaken(id string) []string {
	_, section, _ := strings.Cut(Finding(id), "\n## What it can be mistaken for\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var paragraphs []string
	for paragraph := range strings.SplitSeq(strings.TrimSpace(section), "\n\n") {
		paragraphs = append(paragraphs, strings.Join(strings.Fields(paragraph), " "))
	}
	return paragraphs
}
