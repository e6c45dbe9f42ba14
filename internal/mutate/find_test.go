package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const example = `package p

import "strings"

var table = []row{{Match: "a.b", Why: "Because."}, {Match: "two words"}}

func f(x int, s string) bool {
	if x < 3 && !g(s) {
		s = "done"
		x++
		return true
	}
	return strings.Contains(s, "x") == false
}
`

func TestMutants(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"p.go": example, "p_test.go": "package p\n\nvar only = 1 == 1\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := mutantsOf(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range all {
		_, text, _ := strings.Cut(m.String(), "p.go:")
		got = append(got, text)
	}
	want := []string{
		`5: "a.b" → "a.bZz"`,
		`8: x < 3 && !g(s) → true || x < 3 && !g(s)`, `8: x < 3 && !g(s) → false && (x < 3 && !g(s))`,
		`8: && → ||`, `8: < → <=`, `8: 3 → 3+1`, `8: ! → (nothing)`,
		`9: s = "done" → (nothing)`, `10: x++ → (nothing)`, `9: "done" → "doneZz"`, `11: true → false`,
		`13: == → !=`, `13: "x" → "xZz"`, `13: false → true`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestOverlayLeavesTheFileAsItIs(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "p.go")
	if err := os.WriteFile(name, []byte(example), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := mutantsOf(dir)
	if err != nil {
		t.Fatal(err)
	}
	description, remove, err := all[0].overlay()
	if err != nil {
		t.Fatal(err)
	}
	changed, err := os.ReadFile(filepath.Join(filepath.Dir(description), "p.go"))
	if err != nil || string(changed) != strings.Replace(example, `"a.b"`, `"a.bZz"`, 1) {
		t.Errorf("changed to %s, %v", changed, err)
	}
	if text, err := os.ReadFile(description); err != nil || !strings.Contains(string(text), `"Replace"`) {
		t.Errorf("overlay %s, %v", text, err)
	}
	if kept, err := os.ReadFile(name); err != nil || string(kept) != example {
		t.Errorf("the file itself became %s, %v", kept, err)
	}
	remove()
	if _, err := os.Stat(description); !os.IsNotExist(err) {
		t.Errorf("the overlay is still there: %v", err)
	}
}

func TestScore(t *testing.T) {
	s := score{byPackage: 6, bySuite: 3, survived: 1, broken: 2}
	if s.tried() != 10 || s.percent() != 90 || !strings.HasPrefix(s.String(), "9 of 10 changes noticed (90.0 %): 6 by") {
		t.Errorf("%d tried, %.1f %%: %s", s.tried(), s.percent(), s)
	}
	if (score{}).percent() != 0 {
		t.Error("nothing tried is not 100 %")
	}
}
