package diagnose

import (
	"strings"
	"testing"

	"stacktriage/frame"
)

// TestSigns finds every text of the table wherever it stands in a name, and nothing else.
func TestSigns(t *testing.T) {
	for _, s := range signTexts {
		for _, text := range s.texts {
			if len(text) < signLetters {
				t.Errorf("%q is too short to be found", text)
			}
			for _, full := range []string{text, "A." + text, text + "B", "System.X+<>c." + text + "Async"} {
				want := sign(0)
				for _, other := range signTexts {
					for _, part := range other.texts {
						if strings.Contains(full, part) {
							want |= other.sign
						}
					}
				}
				if got := sign(signsOf(&frame.Frame{Full: full})); got != want || got&s.sign == 0 {
					t.Errorf("%s shows %b, want %b", full, got, want)
				}
			}
			if got := sign(signsOf(&frame.Frame{Full: text[:len(text)-1]})); got&s.sign != 0 && !containsText(s.texts, text[:len(text)-1]) {
				t.Errorf("%s shows %b", text[:len(text)-1], got)
			}
		}
	}
	if got := signsOf(&frame.Frame{Full: "Run"}); got != 0 {
		t.Errorf("a short name shows %b", got)
	}
}

func containsText(texts []string, name string) bool {
	for _, text := range texts {
		if strings.Contains(name, text) {
			return true
		}
	}
	return false
}
