package main

import (
	"slices"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/docs"
	"stacktriage/filter"
	"stacktriage/internal/corpus"
)

// TestEveryFindingHasAPage: what it is, how the tool knows, what it is mistaken for, and
// code before and after where there is something to mend.
func TestEveryFindingHasAPage(t *testing.T) {
	nothingToMend := []diagnose.FindingID{diagnose.Unclear, diagnose.Healthy, "pool-starvation"}
	for _, id := range diagnose.FindingIDs() {
		page := docs.Finding(string(id))
		if !strings.HasPrefix(page, "# "+string(id)+"\n\n") {
			t.Errorf("docs/findings/%s.md is missing, or not about it", id)
			continue
		}
		parts := []string{"\n## How the tool knows\n", "\n## What it can be mistaken for\n"}
		if !slices.Contains(nothingToMend, id) {
			parts = append(parts, "\n## Before\n\n```csharp\n", "\n## After\n\n```csharp\n")
		}
		for _, part := range parts {
			if !strings.Contains(page, part) {
				t.Errorf("docs/findings/%s.md has no%s", id, strings.TrimRight(part, "\n"))
			}
		}
		if got := execute(t, piped(), "", "explain", string(id)); !strings.Contains(got.stdout, "docs/findings/"+string(id)+".md") {
			t.Errorf("explain %s does not name its page", id)
		}
	}
}

// TestEveryPrintedWordIsExplained: words of the tables, and what reports of all kinds
// print.
func TestEveryPrintedWordIsExplained(t *testing.T) {
	words := map[string]string{} // to where it is printed
	for _, w := range []string{
		"leaf", "root", "API", "culprit", "via", "set aside", "starved", "confidence", "gate", "lambda #2", "lambda_method2",
		"lost its root", "distinct stacks", "own code", "inferred", "incomplete", "marker", "local function",
		"high", "medium", "low", "critical", "warning", "note", "ok", "FIXED", "IMPROVED", "UNCHANGED", "WORSE", "MOVED", "GONE",
		"NOT COMPARABLE", "growing", "appeared", "standing", "mixed", "turning over", "passing", "counted", "waiting as usual",
		"Type7", "Input1", "Proof", "Against", "proven", "refuted", "queue", "Program.Main lambda #2", "Cart.Load local function Retry",
	} {
		words[w] = "labels"
	}
	for _, r := range filter.Roles {
		words[string(r)] = "roles"
	}
	for _, s := range filter.States {
		words[string(s)] = "states"
	}
	for _, r := range classify.CauseRules() {
		words[string(r.Category)], words[string(r.Mechanism)] = "categories", "mechanisms"
		if r.API != "" {
			words[r.API] = "calls"
		}
	}
	for _, name := range []string{"stack-bad.txt", "acme/net10-mixed_bad.txt", "web/ds-deadlock.txt", "third/npgsql-lock-holder.txt", "web/shop-filter.txt"} {
		for _, snap := range corpus.Analyzed(t, stacks, name).Snapshots {
			for _, aside := range snap.SetAside {
				words[aside.Label] = name
			}
			for _, site := range snap.Sites {
				if site.Cause != nil {
					words[site.Cause.API] = name
				}
			}
		}
	}
	c := &explainCmd{}
	for word, where := range words {
		if word == "" {
			continue
		}
		if cards, err := c.explain(word); err != nil || len(cards[0].Facts) == 0 {
			t.Errorf("%s: explain %q: %v", where, word, err)
		}
	}
	if len(words) < 100 {
		t.Errorf("%d words are few", len(words))
	}
}
