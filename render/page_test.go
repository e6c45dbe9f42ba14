package render

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
		if got := wrap(tt.text, tt.width); !slices.Equal(got, tt.want) {
			t.Errorf("wrap(%q, %d) = %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}

func TestLinkIsWholeAndIndented(t *testing.T) {
	link := "https://example.org/" + strings.Repeat("long/", 20)
	for _, width := range []int{60, 80, 120, 200} {
		var out strings.Builder
		p := newPage(&out, Options{Width: width})
		p.link("        ", link)
		p.out.Flush()
		if want := "        " + link + "\n"; out.String() != want {
			t.Errorf("width %d: %q, want %q", width, out.String(), want)
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
