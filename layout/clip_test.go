package layout

import "testing"

func TestCutMiddle(t *testing.T) {
	for _, tt := range []struct {
		text       string
		most, keep int
		want       string
	}{
		{"short", 5, 3, "short"},
		{"abcdefghij", 9, 7, "abcd…ij"},
		{"ääääääääää", 10, 7, "ääääääääää"},
		{"ääääääääää", 9, 7, "ääää…ää"},
	} {
		if got := CutMiddle(tt.text, tt.most, tt.keep); got != tt.want {
			t.Errorf("CutMiddle(%q, %d, %d) = %q, want %q", tt.text, tt.most, tt.keep, got, tt.want)
		}
	}
	if got := clipWords("a  bcdefghijkl m ", 9, 4); got != "a  bc…l m " {
		t.Errorf("clipWords: %q", got)
	}
}
