package classify

import (
	"slices"
	"strings"

	"stacktriage/frame"
)

// Candidate is a rule that may be meant by a name without namespace and module.
type Candidate struct {
	Rule Rule
	// Modules are those the rule demands; empty where the name alone decides.
	Modules []string
}

// Candidates are the rules of causes that match a frame, or would if it had a module
// and a namespace: "NpgsqlConnection.Open" as it is printed and spoken of.
func Candidates(f *frame.Frame) []Candidate {
	names := namesOf(f)
	for _, name := range slices.Clone(names) {
		names = append(names, withoutNamespace(name))
	}
	var all []Candidate
	for i := range causeRules {
		matched := false
		c := Candidate{Rule: causeRules[i]}
		for _, text := range causeRules[i].Match {
			p := parsePattern(text)
			if !p.names(names) {
				continue
			}
			matched = true
			if module, _, ok := strings.Cut(text, "!"); ok && !slices.Contains(c.Modules, module) {
				c.Modules = append(c.Modules, module)
			}
		}
		if matched {
			all = append(all, c)
		}
	}
	return all
}

// names tests the names alone. A pattern for all of a module, or of a namespace, says
// nothing about one.
func (p pattern) names(names []string) bool {
	p.text = withoutNamespace(p.text)
	typ, _, ok := strings.Cut(p.text, ".")
	if !ok || typ == "" {
		return false
	}
	return slices.ContainsFunc(names, p.matchesName)
}
