package schema

import (
	"io"

	"stacktriage/classify"
	"stacktriage/diagnose"
)

// Rules are the tables that verdicts come from.
type Rules struct {
	Findings []FindingRule
	Facts    []FactRule
	Causes   []CauseRule
	Roles    []RoleRule
}

// FindingRule is a conclusion that a report can hold.
type FindingRule struct {
	ID       diagnose.FindingID `json:"id"`
	Severity string             `json:"severity"` // in words
	Means    []string           `json:"means"`
	Page     string             `json:"page"` // of the documentation, from the root of the project
}

// FactRule is what a report says beside its findings.
type FactRule struct {
	ID    string `json:"id"`
	Means string `json:"means"`
}

// CauseRule is what frames say a thread waits in.
type CauseRule struct {
	ID        classify.RuleID     `json:"id"`
	API       *string             `json:"api"`
	Category  *classify.Category  `json:"category"`
	Mechanism *classify.Mechanism `json:"mechanism"`
	Matches   []string            `json:"matches"`
	Why       string              `json:"why"`
	Advice    *string             `json:"advice"`
}

// CauseRuleOf is a row of the table of causes.
func CauseRuleOf(r *classify.Rule) CauseRule {
	return CauseRule{
		ID: r.ID, API: orNull(r.API), Category: orNull(r.Category), Mechanism: orNull(r.Mechanism),
		Matches: notNil(r.Match), Why: r.Why, Advice: orNull(r.Advice),
	}
}

// RoleRule is what frames say a thread is.
type RoleRule struct {
	ID      classify.RuleID `json:"id"`
	Role    classify.Role   `json:"role"`
	Label   string          `json:"label"`
	Matches []string        `json:"matches"`
	Why     string          `json:"why"`
}

// RoleRuleOf is a row of the table of roles.
func RoleRuleOf(r *classify.RoleRule) RoleRule {
	return RoleRule{ID: r.ID, Role: r.Role, Label: r.Label, Matches: notNil(r.Match), Why: r.Why}
}

// WriteRules writes the tables as one object.
func WriteRules(w io.Writer, r Rules, version string) error {
	j := begin(w, version)
	j.text(",")
	j.array("findings", len(r.Findings), func(i int) any { return r.Findings[i] })
	j.text(",")
	j.array("facts", len(r.Facts), func(i int) any { return r.Facts[i] })
	j.text(",")
	j.array("causes", len(r.Causes), func(i int) any { return r.Causes[i] })
	j.text(",")
	j.array("roles", len(r.Roles), func(i int) any { return r.Roles[i] })
	return j.end()
}

// Explained is what is known of the words, names and frames that somebody asked about.
type Explained struct {
	Entries     []Entry
	Unexplained []Unexplained
}

// Entry is one thing that a word or a name can mean.
type Entry struct {
	Asked string  `json:"asked"`
	Kind  string  `json:"kind"`
	Title string  `json:"title"`
	About *string `json:"about"`
	Facts []Fact  `json:"facts"`
}

// NewEntry is an entry without facts. An empty about is null.
func NewEntry(asked, kind, title, about string) Entry {
	return Entry{Asked: asked, Kind: kind, Title: title, About: orNull(about), Facts: []Fact{}}
}

// Fact is a label and the lines beside it.
type Fact struct {
	Label string   `json:"label"`
	Lines []string `json:"lines"`
}

// Unexplained is what nothing is known of, and what may have been meant.
type Unexplained struct {
	Asked  string `json:"asked"`
	Reason string `json:"reason"`
}

// WriteExplained writes the answers as one object.
func WriteExplained(w io.Writer, e Explained, version string) error {
	j := begin(w, version)
	j.text(",")
	j.array("entries", len(e.Entries), func(i int) any { return e.Entries[i] })
	j.text(",")
	j.array("unexplained", len(e.Unexplained), func(i int) any { return e.Unexplained[i] })
	return j.end()
}
