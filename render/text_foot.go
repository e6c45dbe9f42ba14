package render

import (
	"fmt"
	"slices"
	"strings"

	"stacktriage/diagnose"
	"stacktriage/layout"
	"stacktriage/wording"
)

// foot says what was set aside, how the threads add up, and what the reader must know
// about this capture.
func (t *textReport) foot() {
	t.Blank()
	t.healthyHint()
	t.setAside()
	t.Prose(nil, t.totals(), layout.Dim)
	if thrown := t.snap.Input.Exception; thrown != "" {
		t.Prose(layout.Line{layout.Label.Of("Thrown"), layout.Blanks(2)}, thrown, layout.Plain)
	}
	for _, note := range t.remarks() {
		t.note(note)
	}
	t.missingLines()
	if own := t.snap.OwnModules; len(own) > 0 {
		text := "Taken for own code because no list knows it: " + listOf(own, 4) + t.flag("; --framework NAME changes that")
		t.note(text)
	}
}

// remarks are what the reader must know of the capture and of what was measured.
func (t *textReport) remarks() []string {
	if t.snap.Evidence == nil {
		return t.snap.Notes
	}
	return slices.Concat(t.snap.Notes, t.snap.Evidence.Remarks)
}

func (t *textReport) setAside() {
	if text := asideText(t.snap.SetAside); text != "" {
		t.Prose(layout.Line{layout.Label.Of("Set aside"), layout.Blanks(2)}, text, layout.Plain)
	}
}

func (t *textReport) note(text string) {
	t.Prose(layout.Line{layout.Label.Of("Note"), layout.Blanks(2)}, text, layout.Plain)
}

// healthyHint writes what a first finding without a place advises.
func (t *textReport) healthyHint() {
	if len(t.snap.Findings) == 0 {
		return
	}
	if f := &t.snap.Findings[0]; f.Severity == diagnose.OK && f.Advice != "" {
		t.Prose(nil, f.Advice, layout.Plain)
		t.now(f, map[string]bool{})
		t.Blank()
	}
}

// asideText groups what was set aside: parked workers, then the rest by name.
func asideText(aside []diagnose.Aside) string {
	idle, waiting := 0, 0
	var labels []string
	for _, a := range aside {
		if a.Idle {
			idle += a.Threads
			continue
		}
		waiting += a.Threads
		label := a.Label
		if a.Threads > 1 {
			label += fmt.Sprintf(" ×%d", a.Threads)
		}
		labels = append(labels, label)
	}
	var parts []string
	if idle > 0 {
		parts = append(parts, wording.Count(idle, "idle worker"))
	}
	if waiting > 0 {
		always := " that always wait: "
		if waiting == 1 {
			always = " that always waits: "
		}
		parts = append(parts, wording.Count(waiting, "thread")+always+strings.Join(labels, ", "))
	}
	return strings.Join(parts, "; ")
}

func (t *textReport) totals() string {
	if stackless(t.snap) {
		return "no stacks in this input: what each thread does at one instant is not known"
	}
	c := t.snap.Counts
	w := c.Workers
	workers := wording.Count(w.Total, "worker")
	if w.Total > 0 {
		workers += fmt.Sprintf(": %d blocked, %d running, %d idle", w.Blocked, w.Running, w.Idle)
	}
	if w.Unclear > 0 {
		workers += fmt.Sprintf(", %d unclear", w.Unclear)
	}
	shown := t.filtered()
	if shown != "" {
		shown += ". In all: "
	}
	return shown + wording.Count(c.Threads, "thread") + " · " + workers +
		" · one snapshot; native and GC threads are not in this format"
}

// filtered says how much of the snapshot is shown; it is empty where all of it is.
func (t *textReport) filtered() string {
	f := t.snap.Filtered
	if f == nil {
		return ""
	}
	return fmt.Sprintf(
		"Filtered: %d of %s, %d of %s shown (%s)", f.Threads, wording.Count(f.OfThreads, "thread"), f.Frames,
		wording.Count(f.OfFrames, "frame"), f.By,
	)
}
