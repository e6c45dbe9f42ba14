package diagnose

import (
	"os"
	"strings"
	"testing"
)

// TestAsynchronousForms: the advice names the call to make instead, if there is one.
func TestAsynchronousForms(t *testing.T) {
	text, err := os.ReadFile("testdata/twins.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if typ, methods, ok := strings.Cut(line, ": "); ok {
			for _, method := range strings.Fields(methods) {
				for _, api := range []string{typ + "." + method, typ + "<T>." + method} {
					want := method + "Async"
					if other := otherTwins[api]; other != "" {
						want = other
					}
					if got := twinOf(api); got != want {
						t.Errorf("%s: %q, want %q", api, got, want)
					}
				}
			}
			if got := twinOf(typ + ".ToString"); got != "" {
				t.Errorf("%s.ToString: %q", typ, got)
			}
			continue
		}
		if api, want, _ := strings.Cut(line, " "); twinOf(api) != want {
			t.Errorf("%s: %q, want %q", api, twinOf(api), want)
		}
	}
	for _, api := range []string{"", "lock", "Cart.Read", "Read", "Stream", "Task<T>.Result", "Stream.", "Stream.Wri"} {
		if got := twinOf(api); got != "" {
			t.Errorf("%q: %q", api, got)
		}
	}
}
