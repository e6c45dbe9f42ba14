package main

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"stacktriage/capture"
	"stacktriage/render"
)

// listing is two processes that answer, of which one is of an old runtime, and one that
// does not.
func listing(now time.Time) capture.Listing {
	return capture.Listing{
		Processes: []capture.Process{
			{
				Target: capture.Target{PID: 7, Path: "/tmp/dotnet-diagnostic-7-1-socket"}, Name: "Shop.Api", Threads: 70,
				Info: capture.Info{
					CommandLine: "/app/Shop.Api --connection " + strings.Repeat("x", 100), OS: "Linux", Architecture: "x64",
					Runtime: "9.0.5", Platform: "linux-x64",
				},
				Started: now.Add(-26*time.Hour - 3*time.Minute),
			},
			{Target: capture.Target{PID: 4711}, Name: "old\x1b[2J", Info: capture.Info{CommandLine: "old",
				Architecture: "arm64"}},
		},
		Unanswered: []capture.Unanswered{{
			Target: capture.Target{PID: 9, Name: "still"},
			Err:    &capture.Error{Reason: capture.Stopped, What: "process 9 (still) is stopped"},
		}},
	}
}

func TestProcessTable(t *testing.T) {
	now := time.Now()
	var out strings.Builder
	if err := render.WriteTable(&out, processTable(listing(now).Processes, now), render.Options{Unicode: true,
		Width: 80}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	if len(lines) != 3 || strings.ContainsRune(out.String(), '\x1b') {
		t.Fatalf("%q", out.String())
	}
	for _, line := range lines {
		if len([]rune(line)) > 80 {
			t.Errorf("%d columns: %s", len([]rune(line)), line)
		}
	}
	if want := "7     Shop.Api"; !strings.HasPrefix(lines[1], want) || !strings.Contains(lines[1], "1d 2h") {
		t.Errorf("%q, want %q and the time", lines[1], want)
	}
	if !strings.Contains(lines[2], "?") {
		t.Errorf("%q hides what is not known", lines[2])
	}
}

func TestProcessJSON(t *testing.T) {
	var out strings.Builder
	if err := writeProcesses(&out, listing(time.Now())); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Processes []struct {
			PID              int
			Runtime, Started *string
			Threads          *int
			CommandLine      string
		}
		Unanswered []struct{ Reason, Error string }
	}
	if err := json.Unmarshal([]byte(out.String()), &got); err != nil {
		t.Fatal(err)
	}
	first, old := got.Processes[0], got.Processes[1]
	if first.PID != 7 || *first.Threads != 70 || len(first.CommandLine) < 100 || first.Started == nil {
		t.Errorf("%+v", first)
	}
	if old.Runtime != nil || old.Threads != nil || old.Started != nil {
		t.Errorf("what is not known is not null: %s", out.String())
	}
	if got.Unanswered[0].Reason != "stopped" {
		t.Errorf("%+v", got.Unanswered)
	}
}

func TestUpFor(t *testing.T) {
	now := time.Now()
	for age, want := range map[time.Duration]string{
		0: "0s", 59 * time.Second: "59s", 61 * time.Second: "1m 1s", 3 * time.Hour: "3h 0m", 50 * time.Hour: "2d 2h",
		-time.Hour: "0s",
	} {
		if got := upFor(now.Add(-age), now); got != want {
			t.Errorf("%v: %q, want %q", age, got, want)
		}
	}
}

// ps tells of processes or says that there is none, and nothing else.
func TestPs(t *testing.T) {
	got := execute(t, piped(), "", "ps")
	if cannotList(got) {
		t.Skip(got.stderr)
	}
	switch got.code {
	case exitOK:
		if !strings.HasPrefix(got.stdout, "PID") {
			t.Errorf("%q", got.stdout)
		}
	case exitTrouble:
		if got.stdout != "" || !strings.Contains(got.stderr, "no .NET process answers") {
			t.Errorf("%q %q", got.stdout, got.stderr)
		}
	default:
		t.Error(errors.New("exit code"), got.code)
	}
}
