package compare

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"stacktriage/wording"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// TestPairsAreComparedAsBefore compares neighbours of the captured reports, there and
// back, and real reports with what an edit, a build or a restart makes of them: the
// difference of the golden file shows what a change does to every sentence and match.
func TestPairsAreComparedAsBefore(t *testing.T) {
	const golden = "testdata/pairs.golden"
	var got bytes.Buffer
	names, texts := readable(t)
	var chosen []string
	for _, name := range names {
		folder, file, _ := strings.Cut(name, "/")
		if folder == "web" || folder == "series" || folder == "real" && !strings.HasPrefix(file, "large") {
			chosen = append(chosen, name)
		}
	}
	for i, name := range chosen[1:] {
		compared(&got, chosen[i]+" → "+name, diffOf(t, texts[chosen[i]], texts[name]))
		compared(&got, name+" → "+chosen[i], diffOf(t, texts[name], texts[chosen[i]]))
	}
	bad := texts["web/stack-bad.txt"]
	for _, e := range edits {
		after := strings.NewReplacer(e.pairs...).Replace(bad)
		compared(&got, "web/stack-bad.txt, "+e.name, diffOf(t, bad, after))
		compared(&got, "web/stack-bad.txt, "+e.name+", back", diffOf(t, after, bad))
	}
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")
	if len(was) != len(is) {
		t.Errorf("%d lines, were %d; where that is meant, go test ./compare -run TestPairs -update", len(is), len(was))
	}
	for i, n := 0, 0; i < len(was) && i < len(is) && n < 20; i++ {
		if was[i] != is[i] {
			t.Errorf("line %d\n- %s\n+ %s", i+1, was[i], is[i])
			n++
		}
	}
}

// edits are what happens to a program between two reports.
var edits = []struct {
	name  string
	pairs []string
}{
	{"restarted", []string{"pMT: 0x7f05", "pMT: 0x7e15", "Thread (0x3", "Thread (0x9"}},
	{"threads replaced", []string{"Thread (0x33", "Thread (0x93"}},
	{"lambda renumbered", []string{"pMT: 0x7f05", "pMT: 0x7e15", "b__0_2(", "b__0_3("}},
	{"lambda and delegate renumbered", []string{"pMT: 0x7f05", "pMT: 0x7e15", "b__0_2(", "b__0_3(", "lambda_method2(", "lambda_method3("}},
	{"lambda captures", []string{"pMT: 0x7f05", "pMT: 0x7e15", "Program+<>c.<<Main>$>b__0_2(", "Program+<>c__DisplayClass0_0.<<Main>$>b__2("}},
	{"another call", []string{"pMT: 0x7f05", "pMT: 0x7e15", "Task`1[System.__Canon].get_Result()", "Task.Wait()"}},
	{"another wait", []string{"pMT: 0x7f05", "pMT: 0x7e15", "Task`1[System.__Canon].get_Result()", "Thread.Sleep(int32)",
		"Task`1[System.__Canon].GetResultCore(bool)", "Thread.Sleep(int32)"}},
	{"another module", []string{"pMT: 0x7f05", "pMT: 0x7e15", "Bookstore.Api!", "Bookstore.Core!"}},
}

func compared(w *bytes.Buffer, what string, d *Diff) {
	v := d.Verdict
	fmt.Fprintf(w, "%s\n  %s %s, %s, process %s, strangers %v, load %v\n  %s\n", what, v.Word, v.Kind, v.Severity, d.Process,
		d.Strangers, v.Load, v.Sentence)
	if v.From != nil && v.To != nil {
		fmt.Fprintf(w, "  from %s to %s\n", wording.PlaceOf(v.From.Shown()), wording.PlaceOf(v.To.Shown()))
	}
	for _, s := range d.Sites {
		fmt.Fprintf(w, "  %s %d → %d: %s; %s %q", s.Status, s.BeforeThreads(), s.AfterThreads(), wording.PlaceOf(s.Shown()),
			s.Match.How, s.Match.Note)
		fmt.Fprintf(w, ", probable %v, trouble %v, routine %v, %d common stacks, %d same threads, frames ",
			s.Match.Probable, s.Trouble, s.Routine, s.CommonStacks, s.SameThreads)
		for _, f := range s.Frames {
			w.WriteByte(byte(f.Op))
		}
		fmt.Fprintln(w, ".")
	}
	counts := map[string]int{}
	for _, g := range d.Groups {
		counts[fmt.Sprintf("%s by %q", g.Status, g.Match.How)]++
	}
	fmt.Fprintf(w, "  groups %v\n", counts)
	for _, a := range d.Aside {
		fmt.Fprintf(w, "  aside %d → %d %s, idle %v\n", a.Before, a.After, a.Label, a.Idle)
	}
	for _, note := range d.Notes {
		fmt.Fprintf(w, "  note: %s\n", note)
	}
	for _, r := range d.Regressions() {
		fmt.Fprintf(w, "  gate: %s\n", r)
	}
}
