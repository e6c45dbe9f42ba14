package stacktriage_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/internal/corpus"
	"stacktriage/parse"
	"stacktriage/render"
)

// eachReport runs a check on every report of the corpus that has a thread.
func eachReport(t *testing.T, check func(t *testing.T, name string, input []byte, report *diagnose.Report)) {
	t.Helper()
	for _, name := range reportFiles(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			input := corpus.Report(t, stacks, name)
			report, err := analyze(name, input)
			if err != nil {
				return // TestFailedCaptures looks at these
			}
			check(t, name, input, report)
		})
	}
}

func TestEveryThreadIsInOneGroup(t *testing.T) {
	eachReport(t, func(t *testing.T, _ string, _ []byte, report *diagnose.Report) {
		for _, s := range report.Snapshots {
			seen := make([]int, len(s.Input.Threads))
			stacks := map[string]bool{}
			for _, g := range s.Groups {
				if stacks[g.Stack.ID] && !g.Stack.Incomplete {
					t.Errorf("two groups have the id %s", g.Stack.ID)
				}
				stacks[g.Stack.ID] = true
				for _, thread := range g.Threads {
					seen[thread]++
				}
			}
			for i, times := range seen {
				if times != 1 {
					t.Errorf("thread %s is in %d groups", s.Input.ID(i), times)
				}
			}
		}
	})
}

func TestCountsAddUp(t *testing.T) {
	eachReport(t, func(t *testing.T, _ string, _ []byte, report *diagnose.Report) {
		for _, s := range report.Snapshots {
			checkGroupSums(t, s)
			checkSiteSums(t, s)
		}
	})
}

// checkGroupSums adds up groups by role and, for workers, by state.
func checkGroupSums(t *testing.T, s *diagnose.Snapshot) {
	t.Helper()
	threads, frames := 0, 0
	roles := map[classify.Role]int{}
	states := map[classify.State]int{}
	for _, g := range s.Groups {
		threads += g.Count()
		frames += g.Count() * len(g.Stack.Frames)
		roles[g.Class.Role] += g.Count()
		if g.Class.Role == classify.Worker {
			states[g.Class.State] += g.Count()
		}
		if g.Native+g.CPU > g.Count() {
			t.Errorf("group %s has %d markers on %d threads", g.Stack.ID, g.Native+g.CPU, g.Count())
		}
	}
	same(t, "threads in groups", threads, s.Counts.Threads)
	same(t, "threads of the input", len(s.Input.Threads), s.Counts.Threads)
	same(t, "frames in groups", frames, s.Counts.Frames)
	same(t, "groups", len(s.Groups), s.Counts.Stacks)
	sum := 0
	for role, n := range s.Counts.Roles {
		same(t, "threads with the role "+string(role), roles[role], n)
		sum += n
	}
	same(t, "sum of the roles", sum, s.Counts.Threads)
	w := s.Counts.Workers
	same(t, "workers", w.Total, roles[classify.Worker])
	same(t, "sum of the workers' states", w.Blocked+w.Running+w.Idle+w.Unclear, w.Total)
	same(t, "blocked workers", w.Blocked, states[classify.Blocked])
	same(t, "running workers", w.Running, states[classify.Running])
	same(t, "idle workers", w.Idle, states[classify.Idle]+states[classify.Waiting])
	same(t, "unclear workers", w.Unclear, states[classify.Unclear])
}

// checkSiteSums checks that sites and what was set aside share out the threads.
func checkSiteSums(t *testing.T, s *diagnose.Snapshot) {
	t.Helper()
	siteOf := map[*group.Group]*group.Site{}
	inSites, blockedWorkers := 0, 0
	for _, site := range s.Sites {
		threads := 0
		for _, g := range site.Groups {
			if siteOf[g] != nil {
				t.Errorf("group %s is in two sites", g.Stack.ID)
			}
			siteOf[g] = site
			threads += g.Count()
		}
		same(t, "threads of a site's groups", threads, site.Threads)
		inSites += site.Threads
		if site.Role == classify.Worker && site.State == classify.Blocked {
			blockedWorkers += site.Threads
		}
	}
	same(t, "workers in blocked worker sites", blockedWorkers, s.Counts.Workers.Blocked)
	for _, g := range s.Groups {
		aside := g.Class.State == classify.Idle || g.Class.State == classify.Waiting
		if aside == (siteOf[g] != nil) {
			t.Errorf("group %s is %s: in a site: %v", g.Stack.ID, g.Class.State, siteOf[g] != nil)
		}
	}
	setAside := 0
	for _, a := range s.SetAside {
		setAside += a.Threads
	}
	same(t, "threads in sites and set aside", inSites+setAside, s.Counts.Threads)
}

func TestFindingsHold(t *testing.T) {
	eachReport(t, func(t *testing.T, _ string, _ []byte, report *diagnose.Report) {
		for _, s := range report.Snapshots {
			if len(s.Findings) == 0 {
				t.Error("no finding: a healthy process has the finding healthy")
				continue
			}
			w := s.Counts.Workers
			starved := w.Idle == 0 && w.Blocked >= 4 && 2*w.Blocked >= w.Total-w.Idle
			if s.Findings[0].Starved != starved {
				t.Errorf("starved is %v with workers %+v", s.Findings[0].Starved, w)
			}
			for _, f := range s.Findings {
				if f.Threads > s.Counts.Threads || f.Workers > w.Total || f.Workers > f.Threads {
					t.Errorf("%s has %d threads and %d workers of %d and %d", f.ID, f.Threads, f.Workers, s.Counts.Threads, w.Total)
				}
				for _, g := range f.Groups {
					if !slices.Contains(s.Groups, g) {
						t.Errorf("%s names the group %s, which is not in the report", f.ID, g.Stack.ID)
					}
				}
			}
		}
	})
}

func TestOrderIsThatOfTheContract(t *testing.T) {
	siteRank := func(s *group.Site) int {
		switch {
		case s.State == classify.Blocked && s.Role == classify.Worker:
			return 0
		case s.State == classify.Blocked:
			return 1
		case s.State == classify.Running:
			return 2
		}
		return 3
	}
	eachReport(t, func(t *testing.T, _ string, _ []byte, report *diagnose.Report) {
		for _, s := range report.Snapshots {
			for i := 1; i < len(s.Sites); i++ {
				a, b := s.Sites[i-1], s.Sites[i]
				if ra, rb := siteRank(a), siteRank(b); ra > rb || ra == rb && a.Threads < b.Threads {
					t.Errorf("site %d (%s %s, %d threads) stands before %s %s, %d threads",
						i-1, a.Role, a.State, a.Threads, b.Role, b.State, b.Threads)
				}
			}
			for i := 1; i < len(s.Groups); i++ {
				a, b := s.Groups[i-1], s.Groups[i]
				if a.Count() < b.Count() || a.Count() == b.Count() && a.Stack.ID > b.Stack.ID {
					t.Errorf("group %s (%d) stands before %s (%d)", a.Stack.ID, a.Count(), b.Stack.ID, b.Count())
				}
			}
		}
	})
}

func TestSameInputSameBytes(t *testing.T) {
	eachReport(t, func(t *testing.T, name string, input []byte, report *diagnose.Report) {
		again, err := analyze(name, input)
		if err != nil {
			t.Fatalf("the second reading failed: %v", err)
		}
		for _, f := range render.Formats(render.Reports) {
			if f.Name == "png" {
				continue // the same lines as SVG, and slow to pack
			}
			if !bytes.Equal(write(t, f.Name, report), write(t, f.Name, again)) {
				t.Errorf("two runs differ in %s", f.Name)
			}
		}
	})
}

// TestFailedCaptures: zero threads is never a healthy process.
func TestFailedCaptures(t *testing.T) {
	inputs := map[string][]byte{
		"nothing":        nil,
		"blank lines":    []byte("\n\n  \n"),
		"prose":          []byte("the service is slow again\n"),
		"frames alone":   []byte("a!\nb!\n"),
		"binary":         {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0xff, 0xfe},
		"gzip of nought": {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0},
	}
	for _, name := range reportFiles(t) {
		input := corpus.Report(t, stacks, name)
		if _, err := parse.Read(bytes.NewReader(input), name); err != nil {
			inputs[name] = input
		}
	}
	for name, input := range inputs {
		report, err := analyze(name, input)
		if err == nil {
			t.Errorf("%s: no error, %d snapshots", name, len(report.Snapshots))
		}
		if err != nil && err.Error() == "" {
			t.Errorf("%s: an error without words: %#v", name, errors.Unwrap(err))
		}
	}
}

func same(t *testing.T, what string, got, want int) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %d, want %d", what, got, want)
	}
}
