package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module writes a module whose package p is tried.
func module(t *testing.T, files map[string]string) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no Go tool here, as below Wine")
	}
	dir := t.TempDir()
	files["go.mod"] = "module example\n\ngo 1.26\n"
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

func mutantsIn(t *testing.T) (*target, []*mutant) {
	t.Helper()
	p, err := load("p")
	if err != nil {
		t.Fatal(err)
	}
	all, err := p.mutants()
	if err != nil {
		t.Fatal(err)
	}
	return p, all
}

const example = `package p

import "strings"

const limit, size = 3, 2

const name rule = "a-b"

type rule string

type row struct{ Match, Why string }

var table = []row{{Match: "a.b", Why: "Because."}, {Match: "two words"}}

func f(x int, s string) (bool, string, error) {
	var fixed [size]int
	switch {
	case len(fixed) > 7:
		panic(name)
	}
	if x < limit && !strings.HasPrefix(s, table[0].Match) {
		s = "done"
		x++
		return true, s, nil
	}
	return x == 1, "", nil
}
`

// What has to be constant stays so, sentences are left alone, and the rest is changed.
func TestChanges(t *testing.T) {
	module(t, map[string]string{"p/p.go": example, "p/p_test.go": "package p\n\nvar only = 1 == 1\n"})
	var got []string
	_, all := mutantsIn(t)
	for _, m := range all {
		_, text, _ := strings.Cut(m.String(), "p.go:")
		got = append(got, text)
	}
	want := []string{
		`7: "a-b" → "a-bZz"`, `13: "a.b" → "a.bZz"`,
		`18: len(fixed) > 7 → true`, `18: len(fixed) > 7 → false`,
		`18: len(fixed) > 7 → len(fixed) >= 7`, `18: 7 → 7+1`,
		`21: x < limit && !strings.HasPrefix(s, table[0].Match) → true`,
		`21: x < limit && !strings.HasPrefix(s, table[0].Match) → false`,
		`21: x < limit && !strings.HasPrefix(s, table[0].Match) → ` +
			`x < limit || !strings.HasPrefix(s, table[0].Match)`,
		`21: x < limit → x <= limit`,
		`21: !strings.HasPrefix(s, table[0].Match) → strings.HasPrefix(s, table[0].Match)`, `21: 0 → 0+1`,
		`22: s = "done" → (nothing)`, `23: x++ → (nothing)`, `22: "done" → "doneZz"`,
		`24: s → zero string`, `24: true → !true`,
		`26: x == 1 → x != 1`, `26: 1 → 1+1`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

const judged = `package p

const word = "b"

var words = map[string]int{"a": 1, word: 2}

func pick(a, b int, flag bool) int {
	if a < b && flag {
		return words["a"]
	}
	for i := 0; i < 10; i++ {
		if i == 20 {
			return -1
		}
	}
	a = a * b
	return words[word] + a - b
}
`

const judge = `package p

import "testing"

func TestPick(t *testing.T) {
	for _, c := range [][4]int{{1, 2, 1, 1}, {1, 3, 0, 2}, {2, 2, 1, 4}, {3, 2, 1, 6}} {
		if got := pick(c[0], c[1], c[2] == 1); got != c[3] {
			t.Error(c, got)
		}
	}
}
`

const user = `package q

import (
	"example/p"
	"testing"
)

func TestUser(t *testing.T) {
	if p.Only() != 1 {
		t.Error("not 1")
	}
}
`

// Each change is in force in its own run alone, tables and constants included; what the
// package's tests let pass goes to the suite; what is noticed by none is listed.
func TestTry(t *testing.T) {
	module(t, map[string]string{
		"p/p.go": judged, "p/p_test.go": judge, "p/only.go": "package p\n\nfunc Only() int { return 1 }\n",
		"q/q_test.go": user, "q/q.go": "package q\n",
	})
	p, all := mutantsIn(t)
	var out strings.Builder
	s, err := p.try(context.Background(), all, plan{suite: []string{"q"}, jobs: 2, out: &out})
	if err != nil {
		t.Fatal(err)
	}
	want := `only the suite notices: p/only.go:3: 1 → zero int
only the suite notices: p/only.go:3: 1 → 1+1
survives: p/p.go:3: "b" → "bZz"
survives: p/p.go:11: 0 → 0+1
survives: p/p.go:11: i < 10 → i <= 10
survives: p/p.go:11: 10 → 10+1
survives: p/p.go:12: i == 20 → false
survives: p/p.go:12: 20 → 20+1
survives: p/p.go:13: -1 → zero int
survives: p/p.go:13: 1 → 1+1
`
	if got := filepath.ToSlash(out.String()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if s != (score{len(all) - 10, 2, 8}) {
		t.Errorf("%+v of %d", s, len(all))
	}
}

func TestChooseIsTheSameOfOneSeed(t *testing.T) {
	all := make([]*mutant, 100)
	for i := range all {
		all[i] = &mutant{id: i}
	}
	one, again, other := choose(all, 10, 1), choose(all, 10, 1), choose(all, 10, 2)
	if len(one) != 10 || !slices.Equal(one, again) || slices.Equal(one, other) {
		t.Errorf("%v\n%v\n%v", one, again, other)
	}
	if len(choose(all, 0, 1)) != 100 || len(choose(all, 200, 1)) != 100 {
		t.Error("not all")
	}
}

func TestScore(t *testing.T) {
	s := score{byPackage: 6, bySuite: 3, survived: 1}
	if s.tried() != 10 || s.percent() != 90 || !strings.HasPrefix(s.String(), "9 of 10 changes noticed (90.0 %): 6 by") {
		t.Errorf("%d tried, %.1f %%: %s", s.tried(), s.percent(), s)
	}
	if (score{}).percent() != 0 {
		t.Error("nothing tried is not 100 %")
	}
}
