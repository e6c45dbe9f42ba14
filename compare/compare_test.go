package compare

import (
	"regexp"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/internal/corpus"
	"stacktriage/parse"
)

// stacks is the folder of real reports.
const stacks = "../testdata/stacks"

// text returns a real report, packed ones too.
func text(t testing.TB, name string) string {
	t.Helper()
	return string(corpus.Report(t, stacks, name))
}

func snapshot(t testing.TB, text, label string) *parse.Snapshot {
	t.Helper()
	snaps, err := parse.Read(strings.NewReader(text), label)
	if err != nil {
		t.Fatalf("%s: %v", label, err)
	}
	return snaps[0]
}

func diffOf(t testing.TB, before, after string) *Diff {
	t.Helper()
	return Snapshots(snapshot(t, before, "before"), snapshot(t, after, "after"), diagnose.Options{})
}

func diffFiles(t testing.TB, before, after string) *Diff {
	t.Helper()
	return diffOf(t, text(t, before), text(t, after))
}

// TestVerdict has the verdict that a reader of both reports gives.
func TestVerdict(t *testing.T) {
	tests := []struct {
		before, after string
		want          Kind
		process       Process
		says          []string // parts of the sentence
		why           string
	}{
		{"web/stack-bad.txt", "web/stack-fixed.txt", NotProven, OtherProcess,
			[]string{"60 workers on Task<T>.Result in Program.Main lambda #2", "blocked 60 → 0", "workers 60 → 9 (9 idle)", "no load visible", "not proven", "Confirm that the load was on"},
			"the awaited form leaves no thread behind, but neither does a process without load"},
		{"web/stack-bad.txt", "web/stack-idle.txt", NotProven, SameProcess,
			[]string{"workers 60 → 4 (4 idle)", "not proven", "same code"}, "the load was taken off; both reports are of one process"},
		{"web/bad-1.txt", "web/bad-2.txt", Worse, SameProcess,
			[]string{"48 → 68 workers", "none idle"}, "the pool grows as long as it is starved"},
		{"web/stack-fixed.txt", "web/stack-bad.txt", Worse, OtherProcess,
			[]string{"60 workers newly on Task<T>.Result", "blocked 0 → 60", "starved now"}, ""},
		{"web/stack-bad-net8.txt", "web/stack-bad.txt", Unchanged, OtherProcess,
			[]string{"60 workers on Task<T>.Result in Program.Main lambda #2, as before"}, "one program on two runtimes"},
		{"web/stack-bad.txt", "web/stack-bad-taskrun.txt", Moved, OtherProcess,
			[]string{"60 workers left", "lambda #2", "61 workers came to", "lambda #4", "new number"}, "another endpoint of the same build"},
		{"web/stack-bad.txt", "web/stack-bad-sleep.txt", Moved, OtherProcess,
			[]string{"60 workers left Task<T>.Result", "14 workers came to Thread.Sleep"}, "fewer workers, but all of them blocked, elsewhere"},
		{"acme/net10-task_result.txt", "acme/net9-task_result.txt", Unchanged, OtherProcess,
			[]string{"8 → 6 workers", "smaller, not better: 8 of 8 busy workers blocked before, 6 of 6 now"}, "every busy worker is at that line both times"},
		{"web/hang-1.txt", "web/hang-2.txt", Unchanged, SameProcess,
			[]string{"12 workers", "the same 12 threads", "2 idle"}, "a dependency that never answers"},
		{"series/partial-1.txt", "series/partial-2.txt", Unchanged, SameProcess,
			[]string{"12 workers", "8 of them the same threads"}, "requests that complete, twelve at any time"},
		{"web/stack-bad.txt", "acme/net10-mixed_bad.txt", NotComparable, OtherProcess,
			[]string{"Bookstore.Api", "Acme.Orders", "two different programs"}, ""},
		{"real/variant-base.txt", "real/variant-truncated-half.txt", NotComparable, SameProcess,
			[]string{"AFTER ends in the middle of a thread", "blocked 63 → 27"}, "half of AFTER is missing"},
		{"real/variant-truncated-half.txt", "real/variant-base.txt", NotComparable, SameProcess,
			[]string{"BEFORE ends in the middle of a thread"}, "what grew may have been in the missing half"},
		{"web/ds-taskwait.txt", "web/ds-taskwait-noinline.txt", Unchanged, OtherProcess,
			[]string{"(probably the same place)"}, "one program built twice, once without inlining"},
		{"web/ds-taskwait.txt", "web/ds-taskasyncwait.txt", NotProven, OtherProcess,
			[]string{"and at 1 other place", "blocked 50 → 0"}, ""},
		{"web/stack-fixed.txt", "web/stack-cpu.txt", Unchanged, OtherProcess,
			[]string{"nothing is blocked in either", "3 workers run in Program.Main lambda #8"}, "threads that run are what a server is for"},
		{"web/stack-idle.txt", "web/stack-idle-net9.txt", Unchanged, OtherProcess, []string{"nothing is blocked in either"}, ""},
		{"web/stack-bad.txt", "web/stack-cpu.txt", NotProven, OtherProcess,
			[]string{"60 workers on Task<T>.Result", "3 running", "No thread of AFTER is in Program.Main lambda #2", "Confirm that it is called"}, "AFTER is at work in another endpoint"},
	}
	for _, tt := range tests {
		t.Run(tt.before+" "+tt.after, func(t *testing.T) {
			d := diffFiles(t, tt.before, tt.after)
			if d.Verdict.Kind != tt.want {
				t.Errorf("verdict %s, want %s (%s): %s", d.Verdict.Kind, tt.want, tt.why, d.Verdict.Sentence)
			}
			if d.Process != tt.process {
				t.Errorf("process %s, want %s", d.Process, tt.process)
			}
			for _, part := range tt.says {
				if !strings.Contains(d.Verdict.Sentence, part) {
					t.Errorf("%q is not in the sentence %q", part, d.Verdict.Sentence)
				}
			}
		})
	}
}

// TestVerdictOfPassage: only a thread in the code that was blocked shows that it is
// called and no longer blocks. Both reports are of one program, so the running lambda
// of AFTER can be made the one that was blocked in BEFORE, and then its asynchronous
// form.
func TestVerdictOfPassage(t *testing.T) {
	blocked, busy := text(t, "web/stack-bad.txt"), text(t, "web/stack-cpu.txt")
	tests := []struct {
		name, from, to string
		want           Kind
	}{
		{"another lambda", "", "", NotProven},
		{"the same lambda", "b__0_8(", "b__0_2(", Fixed},
		{"its asynchronous form", "Program+<>c.<<Main>$>b__0_8(int32)", "Program+<>c+<<<Main>$>b__0_2>d.MoveNext()", Fixed},
	}
	for _, tt := range tests {
		after := busy
		if tt.from != "" {
			if after = strings.ReplaceAll(busy, tt.from, tt.to); after == busy {
				t.Errorf("%s: no frame reads %s", tt.name, tt.from)
			}
		}
		d := diffOf(t, blocked, after)
		if d.Verdict.Kind != tt.want {
			t.Errorf("%s: verdict %s, want %s: %s", tt.name, d.Verdict.Kind, tt.want, d.Verdict.Sentence)
		}
		if said := strings.Contains(d.Verdict.Sentence, "No thread of AFTER is in"); said != (tt.want == NotProven) {
			t.Errorf("%s: %s", tt.name, d.Verdict.Sentence)
		}
	}
}

// TestVerdictOfStartup: the main thread needs no load to show that it got past a hang.
func TestVerdictOfStartup(t *testing.T) {
	stuck := text(t, "web/shop-start.txt")
	calm := strings.ReplaceAll(text(t, "web/stack-idle.txt"), "Bookstore.Api!", "Acme.Shop.Web!")
	if d := diffOf(t, stuck, calm); d.Verdict.Kind != Fixed {
		t.Errorf("verdict %s: %s", d.Verdict.Kind, d.Verdict.Sentence)
	}
}

// TestMatch edits real reports as a build, an edit or a restart would.
func TestMatch(t *testing.T) {
	bad := text(t, "web/stack-bad.txt")
	edit := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(bad) }
	restart := []string{"pMT: 0x7f05", "pMT: 0x7e15", "Thread (0x3", "Thread (0x9"}
	tests := []struct {
		name, after string
		how         How
		probable    bool
		note        string
	}{
		{"restart", edit(restart...), Exact, false, ""},
		{"an edit renumbers the lambda", edit(append(restart, "b__0_2(", "b__0_3(")...), Build, false, "lambda #2 in BEFORE, #3 in AFTER"},
		{"an edit renumbers lambda and endpoint", edit(append(restart, "b__0_2(", "b__0_3(", "lambda_method2(", "lambda_method3(")...), Renumber, true, "an edit can renumber it"},
		{"another number of the delegate only", edit(append(restart, "lambda_method2(", "lambda_method7(")...), Exact, false, ""},
		{"the lambda captures", edit(append(restart, "Program+<>c.<<Main>$>b__0_2(", "Program+<>c__DisplayClass0_0.<<Main>$>b__2(")...), Build, false, "builds differ"},
		{"suffixes of modules", edit(append(restart, "Bookstore.Api!", "Bookstore.Api.il!", "System.Private.CoreLib!", "System.Private.CoreLib.ni!")...), Exact, false, ""},
		{"another spelling of the wait", edit(append(restart, "Task`1[System.__Canon].get_Result()", "Task.Wait()", "Task`1[System.__Canon].GetResultCore(bool)", "Task.Wait()")...), Call, false, "Task<T>.Result in BEFORE and Task.Wait in AFTER"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, d := range []*Diff{diffOf(t, bad, tt.after), diffOf(t, tt.after, bad)} {
				if d.Process != OtherProcess || d.Verdict.Kind != Unchanged {
					t.Fatalf("process %s, verdict %s: %s", d.Process, d.Verdict.Kind, d.Verdict.Sentence)
				}
				if m := d.Sites[0].Match; m.How != tt.how || m.Probable != tt.probable {
					t.Errorf("matched by %+v, want %s", m, tt.how)
				}
			}
			if note := diffOf(t, bad, tt.after).Sites[0].Match.Note; !strings.Contains(note, tt.note) || tt.note == "" && note != "" {
				t.Errorf("note %q, want %q", note, tt.note)
			}
		})
	}
}

// TestNoMatch: what looks alike must not be taken for the same.
func TestNoMatch(t *testing.T) {
	bad := text(t, "web/stack-bad.txt")
	edit := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(bad) }
	tests := []struct{ name, after string }{
		{"in one process a lambda keeps its number", edit("b__0_2(", "b__0_3(")},
		{"other parameters", edit("pMT: 0x7f05", "pMT: 0x7e15", "b__0_2(int32,class InventoryClient)", "b__0_3(class InventoryClient)")},
		{"another kind of wait", edit("pMT: 0x7f05", "pMT: 0x7e15", "Task`1[System.__Canon].get_Result()", "Thread.Sleep(int32)", "Task`1[System.__Canon].GetResultCore(bool)", "Thread.Sleep(int32)")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := diffOf(t, bad, tt.after); d.Verdict.Kind != Moved {
				t.Errorf("verdict %s: %s", d.Verdict.Kind, d.Verdict.Sentence)
			}
		})
	}
}

func TestInlinedAndUnnamed(t *testing.T) {
	d := diffFiles(t, "web/ds-taskwait.txt", "web/ds-taskwait-noinline.txt")
	if m := d.Sites[0].Match; m.How != Inlined || !m.Probable || !strings.Contains(m.Note, "lambda_method9") {
		t.Errorf("inlined on one side: matched by %+v", m)
	}
	d = diffFiles(t, "series/partial-1.txt", "web/bad-1.txt")
	if m := d.Sites[0].Match; m.How != Call || !strings.Contains(m.Note, "Task wait in BEFORE and Task<T>.Result in AFTER") {
		t.Errorf("API inlined away on one side: matched by %+v", m)
	}
}

// TestProcess: the ids of a container are given out anew after a restart.
func TestProcess(t *testing.T) {
	plain := text(t, "acme/net10-task_result.txt")
	small := regexp.MustCompile(`0x[0-9A-F]+([0-9A-F]{2})\)`).ReplaceAllString(plain, "0x$1)")
	for _, tt := range []struct {
		name, before, after string
		want                Process
	}{
		{"the same ids", plain, plain, SameProcess},
		{"other ids", plain, strings.ReplaceAll(plain, "Thread (0x", "Thread (0x1"), OtherProcess},
		{"ids of a container", small, small, UnknownProcess},
	} {
		if got := diffOf(t, tt.before, tt.after).Process; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestRegressions(t *testing.T) {
	tests := []struct {
		before, after string
		want          []string
	}{
		{"web/stack-bad.txt", "web/stack-fixed.txt", nil},
		{"web/hang-1.txt", "web/hang-2.txt", nil},
		{"web/bad-1.txt", "web/bad-2.txt", []string{"blocking grew: 48 → 68 threads"}},
		{"web/stack-fixed.txt", "web/hang-1.txt", []string{"blocking grew: 0 → 12 threads", "new blocked place: 12 workers on Task<T>.Result in Program.Main lambda #11"}},
		{"web/stack-bad.txt", "web/hang-1.txt", []string{"new blocked place: 12 workers on Task<T>.Result in Program.Main lambda #11"}},
	}
	for _, tt := range tests {
		got := diffFiles(t, tt.before, tt.after).Regressions()
		if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
			t.Errorf("%s, %s: %q, want %q", tt.before, tt.after, got, tt.want)
		}
	}
}
