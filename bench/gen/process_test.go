package gen

import (
	"os"
	"strings"
	"testing"
)

func TestProcess(t *testing.T) {
	text, err := os.ReadFile("../../testdata/stacks/stack-bad.txt")
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewProcess(string(text), 1)
	if err != nil {
		t.Fatal(err)
	}
	first, second := p.Next(), p.Next()
	if first == second {
		t.Error("nothing moved between two reports")
	}
	for _, report := range []string{first, second} {
		if got, want := strings.Count(report, "Thread ("), strings.Count(string(text), "Thread ("); got != want {
			t.Errorf("%d threads, want %d", got, want)
		}
	}
	again, err := NewProcess(string(text), 1)
	if err != nil {
		t.Fatal(err)
	}
	if again.Next() != first {
		t.Error("the same seed gives another report")
	}
	if _, err := NewProcess("words", 1); err == nil {
		t.Error("words are taken for a report")
	}
}
