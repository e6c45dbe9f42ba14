package compare

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/parse"
	"stacktriage/wording"
)

// readable is every real report that can be read, by name.
func readable(t *testing.T) (names []string, texts map[string]string) {
	t.Helper()
	texts = map[string]string{}
	err := filepath.WalkDir(stacks, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".txt") {
			return err
		}
		name, err := filepath.Rel(stacks, path)
		if err != nil {
			return err
		}
		name = strings.TrimSuffix(filepath.ToSlash(name), ".gz")
		if strings.HasPrefix(name, "kinds/") {
			return nil // single stacks of different programs: what is between two of them means nothing
		}
		content := text(t, name)
		if _, err := parse.Read(strings.NewReader(content), name); err == nil {
			names = append(names, name)
			texts[name] = content
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 100 {
		t.Fatalf("only %d reports in %s can be read", len(names), stacks)
	}
	return names, texts
}

// TestSelf compares every report with itself: nothing is new, gone or changed.
func TestSelf(t *testing.T) {
	names, texts := readable(t)
	for _, name := range names {
		d := diffOf(t, texts[name], texts[name])
		checkSums(t, name, d)
		if k := d.Verdict.Kind; k != Unchanged && k != NotComparable {
			t.Errorf("%s: verdict %s: %s", name, k, d.Verdict.Sentence)
		}
		for _, s := range d.Sites {
			if s.Status != Same {
				t.Errorf("%s: %s is %s", name, wording.PlaceOf(s.Shown()), s.Status)
			}
		}
		for _, g := range d.Groups {
			if g.Status != Same || g.Match.How != Exact {
				t.Errorf("%s: group %s is %s, matched by %s", name, g.firstID(), g.Status, g.Match.How)
			}
		}
		if r := d.Regressions(); len(r) > 0 {
			t.Errorf("%s: regressions %q", name, r)
		}
	}
}

// TestMirror compares neighbours in both directions: statuses swap, counts add up.
func TestMirror(t *testing.T) {
	names, texts := readable(t)
	for i, name := range names {
		for _, other := range []string{names[(i+1)%len(names)], names[(i+7)%len(names)]} {
			there, back := diffOf(t, texts[name], texts[other]), diffOf(t, texts[other], texts[name])
			pair := name + ", " + other
			checkSums(t, pair, there)
			if a, b := lines(there, false), lines(back, true); !slices.Equal(a, b) {
				t.Fatalf("%s: forth and back differ\n%s\n%s", pair, strings.Join(a, "\n"), strings.Join(b, "\n"))
			}
			if there.Process != back.Process {
				t.Errorf("%s: process %s, back %s", pair, there.Process, back.Process)
			}
			// A starved pool with fewer workers is no better, one with more is worse.
			if a, b := there.Verdict.Kind, back.Verdict.Kind; (a == Unchanged) != (b == Unchanged) && a != NotComparable && b != NotComparable && !there.Before.Counts.Workers.Starved() && !there.After.Counts.Workers.Starved() {
				t.Errorf("%s: verdict %s, back %s", pair, a, b)
			}
		}
	}
}

// lines describe the sites and groups of a comparison, or of its mirror image.
func lines(d *Diff, mirrored bool) []string {
	var out []string
	add := func(what string, before, after int, status Status, how How) {
		if mirrored {
			before, after, status = after, before, mirror[status]
		}
		out = append(out, fmt.Sprintf("%s %d %d %s %s", what, before, after, status, how))
	}
	for _, s := range d.Sites {
		add(fmt.Sprintf("site %v %v %d %d", s.Trouble, s.Routine, s.CommonStacks, s.SameThreads), s.BeforeThreads(), s.AfterThreads(), s.Status, s.Match.How)
	}
	for _, g := range d.Groups {
		add("group "+g.firstID(), g.BeforeThreads(), g.AfterThreads(), g.Status, g.Match.How)
	}
	slices.Sort(out)
	return out
}

var mirror = map[Status]Status{New: Gone, Gone: New, Grew: Shrank, Shrank: Grew, Same: Same}

// checkSums checks that every site and group of either snapshot is in the comparison
// once, and that a difference of frames holds both stacks.
func checkSums(t *testing.T, name string, d *Diff) {
	t.Helper()
	before, after, sitesBefore, sitesAfter := 0, 0, 0, 0
	for _, g := range d.Groups {
		before += g.BeforeThreads()
		after += g.AfterThreads()
	}
	if before != d.Before.Counts.Threads || after != d.After.Counts.Threads {
		t.Errorf("%s: the groups hold %d and %d threads of %d and %d", name, before, after, d.Before.Counts.Threads, d.After.Counts.Threads)
	}
	blockedBefore, blockedAfter := 0, 0
	for _, s := range d.Sites {
		if s.Before != nil {
			sitesBefore++
		}
		if s.After != nil {
			sitesAfter++
		}
		if s.Shown().Role == "worker" && s.Shown().State == "blocked" {
			blockedBefore += s.BeforeThreads()
			blockedAfter += s.AfterThreads()
		}
		checkFrames(t, name, s)
	}
	if sitesBefore != len(d.Before.Sites) || sitesAfter != len(d.After.Sites) {
		t.Errorf("%s: %d and %d sites of %d and %d", name, sitesBefore, sitesAfter, len(d.Before.Sites), len(d.After.Sites))
	}
	if blockedBefore != d.Before.Counts.Workers.Blocked || blockedAfter != d.After.Counts.Workers.Blocked {
		t.Errorf("%s: the worker sites hold %d and %d blocked of %d and %d", name, blockedBefore, blockedAfter, d.Before.Counts.Workers.Blocked, d.After.Counts.Workers.Blocked)
	}
	asideBefore, asideAfter := 0, 0
	for _, a := range d.Aside {
		asideBefore += a.Before
		asideAfter += a.After
	}
	for _, s := range d.Sites {
		asideBefore += s.BeforeThreads()
		asideAfter += s.AfterThreads()
	}
	if asideBefore != d.Before.Counts.Threads || asideAfter != d.After.Counts.Threads {
		t.Errorf("%s: sites and what is set aside hold %d and %d threads of %d and %d", name, asideBefore, asideAfter, d.Before.Counts.Threads, d.After.Counts.Threads)
	}
}

func checkFrames(t *testing.T, name string, s *Site) {
	t.Helper()
	if len(s.Frames) == 0 {
		return
	}
	before, after := 0, 0
	for _, f := range s.Frames {
		switch {
		case f.Op == Insert && f.Index == after:
			after++
		case f.Op == Delete && f.Index == before:
			before++
		case f.Op == Keep && f.Index == before:
			before++
			after++
		default:
			t.Fatalf("%s: frame %d of the difference is out of order", name, f.Index)
		}
	}
	if b, a := len(s.Before.Groups[0].Stack.Frames), len(s.After.Groups[0].Stack.Frames); before != min(b, maxFrames) || after != min(a, maxFrames) {
		t.Errorf("%s: the difference holds %d and %d frames of %d and %d", name, before, after, b, a)
	}
}

// TestOrder: the same input gives the same comparison.
func TestOrder(t *testing.T) {
	describe := func() string {
		d := diffFiles(t, "real/variant-base.txt", "real/variant-truncated-half.txt")
		var b strings.Builder
		for _, s := range d.Sites {
			fmt.Fprintln(&b, wording.PlaceOf(s.Shown()), s.Status)
		}
		for _, g := range d.Groups {
			fmt.Fprintln(&b, g.firstID(), g.Status)
		}
		return b.String()
	}
	first := describe()
	for range 20 {
		if again := describe(); again != first {
			t.Fatalf("first\n%s\nthen\n%s", first, again)
		}
	}
}

// FuzzSnapshots compares any two inputs: no panic, and nobody lost.
func FuzzSnapshots(f *testing.F) {
	bad, fixed := text(f, "web/stack-bad.txt"), text(f, "web/stack-fixed.txt")
	f.Add(bad[:6000], fixed[:2000])
	f.Add(text(f, "web/ds-taskwait.txt")[:5000], text(f, "web/ds-taskwait-noinline.txt")[:5000])
	f.Add(bad[:4000], strings.ReplaceAll(bad[:4000], "b__0_2", "b__0_3"))
	f.Add("Thread (0x1):\n  CPU_TIME\n  ?!?\n", "Thread (0x1):\n  [Native Frames]\n  A!B.C()\n")
	f.Fuzz(func(t *testing.T, before, after string) {
		b, err := parse.Read(strings.NewReader(before), "before")
		if err != nil {
			t.Skip()
		}
		a, err := parse.Read(strings.NewReader(after), "after")
		if err != nil {
			t.Skip()
		}
		checkSums(t, "fuzz", Snapshots(b[0], a[0], diagnose.Options{}))
	})
}
