package render

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/frame"
)

var threadsField = regexp.MustCompile(`^place=[0-9a-f]{12} severity=.* threads=(\d+) `)

// TestLinesAddUp: every place of every real report has a line, the threads of the lines
// are those of the places, and no report is silent.
func TestLinesAddUp(t *testing.T) {
	for _, name := range corpusNames(t) {
		for _, s := range analyzed(t, name).Snapshots {
			want := 0
			for _, site := range s.Sites {
				want += site.Threads
			}
			got, lines := 0, 0
			for line := range strings.Lines(render(t, "line", Options{}, s)) {
				lines++
				if match := threadsField.FindStringSubmatch(line); match != nil {
					n, err := strconv.Atoi(match[1])
					if err != nil {
						t.Fatal(err)
					}
					got += n
				}
			}
			if got != want || lines == 0 {
				t.Errorf("%s: %d lines with %d threads, want %d", name, lines, got, want)
			}
		}
	}
}

// TestSignatureOutlivesTheRuntime: one program on two runtimes, one place.
func TestSignatureOutlivesTheRuntime(t *testing.T) {
	want := diagnose.Signature(analyzed(t, "web/stack-bad.txt").Snapshots[0].Sites[0])
	if got := diagnose.Signature(analyzed(t, "web/stack-bad-net8.txt").Snapshots[0].Sites[0]); got != want {
		t.Errorf("got %s on .NET 8, %s on .NET 10", got, want)
	}
	inlined := analyzed(t, "web/ds-taskwait.txt").Snapshots[0].Sites
	if a, b := diagnose.Signature(inlined[0]), diagnose.Signature(inlined[1]); a != b || a == want {
		t.Errorf("%s and %s for one action inlined into two generated methods", a, b)
	}
}

func TestNamesEndNoField(t *testing.T) {
	s := model(t, "a\tb\nc.txt", syncOverAsync(3))
	s.Sites[0].Culprit.Short = `x y" z=1\`
	got := render(t, "line", Options{}, s)
	if strings.Count(got, "\n") != 1 || !strings.Contains(got, ` culprit="x y\" z=1\\" module=Shop.Web input="a b`) {
		t.Errorf("got %q", got)
	}
}

// TestMarkdownIsSafeFromNames: no name ends a fence, a cell or a code span, or makes a
// link, a heading or an element.
func TestMarkdownIsSafeFromNames(t *testing.T) {
	const hostile = "a```b``c|d<script>@here#1[x](https://evil.example)"
	spec := syncOverAsync(3)
	for i, f := range spec.frames {
		if strings.HasPrefix(f, "C ") {
			spec.frames[i] = "C Shop.Web!Shop.Web.Cart." + hostile
		}
	}
	s := model(t, hostile, spec)
	s.Sites[0].Culprit.Frame = &frame.Frame{Module: hostile}
	s.Sites[0].Culprit.Short = hostile
	s.Notes = []string{"see " + hostile}
	overview := true // stands in front of the pages
	for line := range strings.Lines(render(t, "markdown", Options{IDs: 4}, s, s)) {
		overview = overview && !strings.HasPrefix(line, "## ")
		want := 6
		switch {
		case strings.HasPrefix(line, "| "):
			if overview {
				want = 8
			}
			if cells := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"); cells != want {
				t.Errorf("%d bars in the row %q", cells, line)
			}
		case strings.HasPrefix(strings.TrimSpace(line), "```") && !strings.HasPrefix(line, "````"):
			t.Errorf("a fence that the stack can end: %q", line)
		}
		for _, word := range strings.Fields(line) {
			if strings.HasPrefix(word, "<script") || strings.HasPrefix(word, "@here") || strings.HasPrefix(word, "[x](") {
				t.Errorf("markup of a name: %q", line)
			}
		}
	}
}

func TestMarkdownHasNoAdviceForOK(t *testing.T) {
	got := render(t, "markdown", Options{}, analyzed(t, "stack-fixed.txt").Snapshots[0])
	if strings.Contains(got, "**Fix**") || !strings.HasPrefix(got, "**"+strings.ToUpper(string(diagnose.OK))+"**") {
		t.Errorf("got\n%s", got)
	}
}
