package shell

import "testing"

func TestRoff(t *testing.T) {
	for text, want := range map[string]string{".NET": `\&.NET`, "'a'": `\&'a'`, `a\b-c`: `a\eb\-c`, "a\n.b": "a\n\\&.b"} {
		if got := roff(text); got != want {
			t.Errorf("roff(%q) = %q, want %q", text, got, want)
		}
	}
}
