package layout

import (
	"slices"
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	tests := []struct {
		text  string
		width int
		want  []string
	}{
		{"", 10, []string{""}},
		{"one two three", 7, []string{"one two", "three"}},
		{"a-name-that-is-too-long for it", 10, []string{"a-name-that-is-too-long", "for it"}},
		{"in lambda #2 (x)", 9, []string{"in", "lambda #2", "(x)"}},
		{"  blanks   at  will ", 40, []string{"blanks at will"}},
		{"größe größe", 11, []string{"größe größe"}},
	}
	for _, tt := range tests {
		if got := Wrap(tt.text, tt.width); !slices.Equal(got, tt.want) {
			t.Errorf("Wrap(%q, %d) = %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}

func TestLinkIsWholeAndIndented(t *testing.T) {
	link := "https://example.org/" + strings.Repeat("long/", 20)
	for _, width := range []int{60, 80, 120, 200} {
		var out Lines
		NewPage(&out, width, false).Link(8, link)
		if want := "        " + link; len(out) != 1 || out[0].Text() != want {
			t.Errorf("width %d: %q, want %q", width, out[0].Text(), want)
		}
	}
}

func TestParagraph(t *testing.T) {
	tests := []struct {
		lead, text string
		width      int
		want       string
	}{
		{"name: ", "one two three", 14, "name: one two\n      three"},
		{"name: ", "", 14, "name: "},
		{"", "one two", 3, "one\ntwo"},
		{"a long lead: ", "one two", 5, "a long lead: one\n             two"},
	}
	for _, tt := range tests {
		if got := Paragraph(tt.lead, tt.text, tt.width); got != tt.want {
			t.Errorf("Paragraph(%q, %q, %d) = %q, want %q", tt.lead, tt.text, tt.width, got, tt.want)
		}
	}
}
