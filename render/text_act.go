package render

import (
	"fmt"
	"strings"

	"stacktriage/diagnose"
	"stacktriage/layout"
)

// What follows from a finding and what to do about it: before the stacks, which are its
// proof, so that it stands on the first screen.

const actLabel = len("Means")

// act writes what a finding means, what to do now, and how to mend the code. What was said
// for a finding above is not said again.
func (t *textReport) act(f *diagnose.Finding, said map[string]bool) {
	t.means(f, said)
	t.now(f, said)
	t.fix(f, said)
}

// means writes what follows from a finding.
func (t *textReport) means(f *diagnose.Finding, said map[string]bool) {
	if f.Means != "" && !said[f.Means] {
		said[f.Means] = true
		t.acting("Means", f.Means)
	}
}

func (t *textReport) acting(label, text string) {
	t.Prose(layout.Line{layout.Blanks(2), layout.Label.Of(layout.Pad(label, actLabel)), layout.Blanks(2)}, text,
		layout.Plain)
}

// now writes the steps, the commands below each whole: they are there to be copied.
func (t *textReport) now(f *diagnose.Finding, said map[string]bool) {
	label := nowWord(f)
	steps := unsaid(f.Now, said)
	for i, step := range steps {
		number := ""
		if len(steps) > 1 {
			number = fmt.Sprintf("%d. ", i+1)
		}
		lead := layout.Line{layout.Blanks(2), layout.Label.Of(layout.Pad(label, actLabel)), layout.Blanks(2),
			layout.Plain.Of(number)}
		t.Prose(lead, step.Do, layout.Plain)
		for _, command := range step.Commands {
			t.Line(layout.Blanks(t.Indent(lead)), layout.Label.Of(command))
		}
		label = ""
	}
}

// stepWords are the steps as sentences of a list: "Do this: command".
func stepWords(steps []diagnose.Step) []string {
	out := make([]string, len(steps))
	for i, step := range steps {
		out[i] = step.Do
		if len(step.Commands) > 0 {
			out[i] += " " + strings.Join(step.Commands, " ; ")
		}
	}
	return out
}

// nowWord is the label of the steps: where nothing is wrong nothing has to be done now.
func nowWord(f *diagnose.Finding) string {
	if f.Severity == diagnose.Critical || f.Severity == diagnose.Warning {
		return "Now"
	}
	return "Next"
}

// unsaid are the steps that no finding above has.
func unsaid(steps []diagnose.Step, said map[string]bool) []diagnose.Step {
	var out []diagnose.Step
	for _, step := range steps {
		if !said[step.Do] {
			said[step.Do] = true
			out = append(out, step)
		}
	}
	return out
}

// fix writes the advice of a finding. Two findings with the same cure get it once.
func (t *textReport) fix(f *diagnose.Finding, said map[string]bool) {
	switch {
	case f.Advice == "" || f.Severity == diagnose.OK:
		return
	case said[f.Advice]:
		t.acting("Fix", "as above")
		return
	}
	said[f.Advice] = true
	t.acting("Fix", f.Advice)
	if f.Link != "" && !said[f.Link] {
		said[f.Link] = true
		t.Link(2+actLabel+2, f.Link)
	}
}
