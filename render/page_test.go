package render

import (
	"slices"
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
