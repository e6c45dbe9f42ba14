package text

import (
	"fmt"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLineEnds(t *testing.T) {
	tests := map[string][]string{
		"":                   nil,
		"a":                  {"1 a last"},
		"a\n":                {"1 a"},
		"a\nb\n":             {"1 a", "2 b"},
		"a\r\nb\r\n":         {"1 a", "2 b"},
		"a\r\r\nb\r\r\n":     {"1 a", "2 b"},
		"a\rb\r":             {"1 a", "2 b"},
		"a\r\rb":             {"1 a", "2 ", "3 b last"},
		"a\n\nb\n":           {"1 a", "2 ", "3 b"},
		"a\r\n\r\nb":         {"1 a", "2 ", "3 b last"},
		"a\rb\nc\r\nd\r\r\n": {"1 a", "2 b", "3 c", "4 d"},
	}
	for text, want := range tests {
		for _, size := range []int{1, 1 << 20} {
			var r = NewReader(NewWindow(strings.NewReader(text)))
			if size == 1 {
				r = NewReader(NewWindow(iotest.OneByteReader(strings.NewReader(text))))
			}
			var got []string
			for l, ok := r.Next(); ok; l, ok = r.Next() {
				s := fmt.Sprintf("%d %s", l.No, l.Text)
				if l.Last {
					s += " last"
				}
				got = append(got, s)
			}
			if strings.Join(got, "|") != strings.Join(want, "|") {
				t.Errorf("%q: got %q, want %q", text, got, want)
			}
		}
	}
}

func TestLongLinesComeInPieces(t *testing.T) {
	text := "a\n" + strings.Repeat("x", MaxLine+MaxLine/2) + "\nb\n"
	r := NewReader(NewWindow(strings.NewReader(text)))
	var got []string
	for l, ok := r.Next(); ok; l, ok = r.Next() {
		got = append(got, fmt.Sprintf("%d %d more=%v rest=%v", l.No, len(l.Text), l.More, l.Rest))
	}
	want := []string{"1 1 more=false rest=false", fmt.Sprintf("2 %d more=true rest=false", MaxLine),
		fmt.Sprintf("2 %d more=false rest=true", MaxLine/2), "3 1 more=false rest=false"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %q", got)
	}
}

// TestCarriageReturnsAtAnEdge puts runs of CR at the edge of what is in memory.
func TestCarriageReturnsAtAnEdge(t *testing.T) {
	for _, run := range []int{1, 2, 16, 17, 18, 300} {
		for _, before := range []int{0, windowSize - 20, windowSize - 1, windowSize} {
			for _, end := range []string{"", "\n", "b"} {
				text := strings.Repeat("a", before) + strings.Repeat("\r", run) + end
				r := NewReader(NewWindow(strings.NewReader(text)))
				lines := 0
				for _, ok := r.Next(); ok; _, ok = r.Next() {
					if lines++; lines > run+2 {
						t.Fatalf("%d letters, %d CRs, %q: lines without end", before, run, end)
					}
				}
				if lines == 0 {
					t.Errorf("%d letters, %d CRs, %q: no line", before, run, end)
				}
			}
		}
	}
}
