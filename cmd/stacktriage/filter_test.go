package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestFiltersChooseWhatIsShown(t *testing.T) {
	mixed := stacks + "acme/net10-mixed_bad.txt"
	got := execute(t, piped(), "", "--focus", "SummaryByResult", "--focus", "Npgsql{0,1}$", mixed)
	for _, part := range []string{"14 of 17 pool workers blocked", "8 workers", "Filtered: 8 of ", "(--focus SummaryByResult --focus Npgsql{0,1}$). In all: "} {
		if !strings.Contains(strings.Join(strings.Fields(got.stdout), " "), part) {
			t.Errorf("no %q in\n%s", part, got.stdout)
		}
	}
	if strings.Contains(got.stdout, "ReserveByWait") {
		t.Errorf("a stack out of focus is shown:\n%s", got.stdout)
	}
	if got.code != exitOK || got.stderr != "stacktriage: --focus Npgsql{0,1}$: matched no frame, call, culprit or kind of thread\n" {
		t.Errorf("exit code %d, stderr %q", got.code, got.stderr)
	}
}

func TestFiltersLeaveGatesAlone(t *testing.T) {
	got := execute(t, piped(), "", "--role", "main", "--fail-on", "sync-over-async=60", stacks+"stack-bad.txt")
	if got.code != exitTripped {
		t.Errorf("exit code %d, want %d: a gate is about all threads", got.code, exitTripped)
	}
}

func TestEveryFormatTakesFilters(t *testing.T) {
	for _, format := range []string{"text", "json", "chat", "folded", "speedscope"} {
		args := []string{"-f", format, "--hide", "Kestrel", "--state", "blocked", "--min", "2", stacks + "stack-bad.txt"}
		if got := execute(t, piped(), "", args...); got.code != exitOK || got.stdout == "" || strings.Contains(got.stdout, "Kestrel.Core") {
			t.Errorf("%s: exit code %d, stderr %q", format, got.code, got.stderr)
		}
	}
	got := execute(t, piped(), "", "tree", "--role", "worker", "--show", "Program", stacks+"stack-bad.txt")
	if got.code != exitOK || !strings.Contains(got.stdout, "Filtered: 60 of 67 threads") || strings.Contains(got.stdout, "gate") {
		t.Errorf("tree: exit code %d, stderr %q\n%s", got.code, got.stderr, got.stdout)
	}
}

func TestFiltersInJSON(t *testing.T) {
	type report struct {
		Snapshots []struct {
			Filtered *struct{ Threads, OfThreads int }
			Groups   []struct{ Count int }
		}
	}
	var all, some report
	if err := json.Unmarshal([]byte(execute(t, piped(), "", "-f", "json", stacks+"stack-bad.txt").stdout), &all); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(execute(t, piped(), "", "-f", "json", "--role", "worker", stacks+"stack-bad.txt").stdout), &some); err != nil {
		t.Fatal(err)
	}
	if all.Snapshots[0].Filtered != nil {
		t.Error("a whole report says that it is filtered")
	}
	sum := 0
	for _, g := range some.Snapshots[0].Groups {
		sum += g.Count
	}
	if f := some.Snapshots[0].Filtered; f == nil || f.Threads != 60 || f.OfThreads != 67 || sum != 60 {
		t.Errorf("filtered %+v, groups have %d threads", f, sum)
	}
}

func TestBadFiltersAreUsageErrors(t *testing.T) {
	for _, args := range [][]string{{"--focus", "a(b"}, {"--hide", "["}, {"--role", "wrker"}, {"--state", "stuck"}, {"--min=-1"}, {"tree", "--show", "*"}} {
		got := execute(t, piped(), "", append(args, stacks+"stack-bad.txt")...)
		if got.code != exitTrouble || got.stdout != "" || strings.Count(got.stderr, "\n") != 1 {
			t.Errorf("%q: exit code %d, stdout %q, stderr %q", args, got.code, got.stdout, got.stderr)
		}
	}
}
