package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func seriesOf(name string) []string {
	return []string{stacks + name + "-1.txt", stacks + name + "-2.txt", stacks + name + "-3.txt"}
}

func TestSeriesReadsFourSeriesApart(t *testing.T) {
	for name, says := range map[string]string{
		"web/bad": "Growing: 48, 68, 88 workers", "web/hang": "Standing: 12 workers",
		"series/partial": "Turning over: 12 workers", "series/idle": "Nothing of note is blocked in any of 3 reports",
	} {
		got := execute(t, piped(), "", append([]string{"series"}, seriesOf(name)...)...)
		if got.code != exitOK || got.stderr != "" || !strings.HasPrefix(got.stdout, says) {
			t.Errorf("%s: exit code %d, stderr %q, stdout\n%s", name, got.code, got.stderr, got.stdout)
		}
	}
}

func TestSeriesInOneFile(t *testing.T) {
	var text strings.Builder
	for i, path := range seriesOf("web/bad") {
		text.WriteString(time.Date(2026, 5, 1, 10, 0, 5*i, 0, time.UTC).Format(time.UnixDate) + "\n")
		text.WriteString(readFile(t, path) + "\n")
	}
	got := execute(t, piped(), text.String(), "series", "-")
	if got.code != exitOK || !strings.Contains(got.stdout, "4.0 more a second") {
		t.Errorf("exit code %d, stderr %q, stdout\n%s", got.code, got.stderr, got.stdout)
	}
	if got := execute(t, piped(), text.String(), "series", "--strict", "-"); got.code != exitOK {
		t.Errorf("lines of date are understood, but: exit code %d, stderr %q", got.code, got.stderr)
	}
	log := strings.Repeat("service started, listening on port 8080\n", 60)
	if got := execute(t, piped(), log+text.String(), "series", "-"); !strings.Contains(got.stdout, "4.0 more a second") {
		t.Errorf("behind a log: exit code %d, stderr %q, stdout\n%s", got.code, got.stderr, got.stdout)
	}
}

func TestSeriesTrouble(t *testing.T) {
	hang := seriesOf("web/hang")
	tests := []struct {
		name string
		args []string
		says string
	}{
		{"one report", hang[:1], "two reports or more"},
		{
			"two processes", []string{hang[0], seriesOf("web/bad")[0]},
			"are not of one process: the main threads are 0x741A and 0x6318",
		},
		{"missing file", []string{hang[0], "no-such.txt"}, "no-such.txt: no such file"},
		{"unknown gate", append([]string{"--fail-on", "stuck"}, hang...), "growing and same-place"},
		{"gate without a number", append([]string{"--fail-on", "growing=many"}, hang...), "is no number of threads"},
		{"negative time", append([]string{"--every=-5s"}, hang...), "cannot be negative"},
		{"time that is none", append([]string{"--every", "soon"}, hang...), "--every"},
		{"unknown format", append([]string{"--format", "xml"}, hang...), "text"},
	}
	for _, tt := range tests {
		got := execute(t, piped(), "", append([]string{"series"}, tt.args...)...)
		if got.code != exitTrouble || got.stdout != "" || !strings.Contains(got.stderr, tt.says) {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q, want %q", tt.name, got.code, got.stdout, got.stderr, tt.says)
		}
	}
}

func TestSeriesGates(t *testing.T) {
	tests := []struct {
		gate, series string
		want         int
	}{
		{"growing", "web/bad", exitTripped},
		{"growing=40", "web/bad", exitTripped},
		{"growing=41", "web/bad", exitOK},
		{"growing", "web/hang", exitOK},
		{"growing", "series/partial", exitOK},
		{"same-place", "web/hang", exitTripped},
		{"same-place=12", "web/hang", exitTripped},
		{"same-place=13", "web/hang", exitOK},
		{"same-place=4", "series/partial", exitOK},
		{"growing,same-place", "series/idle", exitOK},
	}
	for _, tt := range tests {
		got := execute(t, piped(), "", append([]string{"series", "--fail-on", tt.gate}, seriesOf(tt.series)...)...)
		if got.code != tt.want || got.stdout == "" {
			t.Errorf("--fail-on %s %s: exit code %d, want %d (stderr %q)", tt.gate, tt.series, got.code, tt.want, got.stderr)
		}
	}
	appeared := "../../testdata/stacks/real/three-reports-healthy-healthy-starved.txt"
	if got := execute(t, piped(), "", "series", "--fail-on", "growing=43", appeared); got.code != exitTripped {
		t.Errorf("a place that appeared: exit code %d, want %d (stderr %q)", got.code, exitTripped, got.stderr)
	}
	got := execute(t, piped(), "", append([]string{"series", "--fail-on", "same-place"}, seriesOf("web/hang")[:2]...)...)
	if got.code != exitTrouble || !strings.Contains(got.stderr, "three reports") {
		t.Errorf("a gate that cannot trip: exit code %d, stderr %q", got.code, got.stderr)
	}
}

func TestSeriesJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "series.json")
	got := execute(t, piped(), "", append([]string{"series", "-f", "json", "--every", "5s", "-o", path}, seriesOf("web/bad")...)...)
	if got.code != exitOK || got.stdout != "" {
		t.Fatalf("exit code %d, stdout %q, stderr %q", got.code, got.stdout, got.stderr)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out struct {
		Series struct {
			Places []struct {
				Counts    []int
				PerSecond float64
				Same      struct{ ThreadIDs []string }
			}
			Reports []struct{ NewThreads []string }
		}
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	if p := out.Series.Places[0]; p.PerSecond != 4 || len(p.Same.ThreadIDs) != 48 || len(out.Series.Reports[1].NewThreads) != 20 {
		t.Errorf("%v a second, %d ids, %d new", p.PerSecond, len(p.Same.ThreadIDs), len(out.Series.Reports[1].NewThreads))
	}
}

func TestSeriesChat(t *testing.T) {
	for _, args := range [][]string{{"-f", "chat"}, {"--chat", "slack"}} {
		got := execute(t, piped(), "", append(append([]string{"series"}, args...), seriesOf("web/hang")...)...)
		if got.code != exitOK || !strings.HasPrefix(got.stdout, "🟧 WARNING: Standing: 12 workers") || strings.Count(got.stdout, "```") != 2 {
			t.Errorf("%v: exit code %d, stderr %q\n%s", args, got.code, got.stderr, got.stdout)
		}
	}
	for _, args := range [][]string{{"--chat", "icq"}, {"-f", "json", "--chat", "slack"}, {"--no-emoji"}} {
		if got := execute(t, piped(), "", append(append([]string{
			"series",
		}, args...), seriesOf("web/hang")...)...); got.code != exitTrouble || got.stdout != "" {
			t.Errorf("%v: exit code %d, stdout %q", args, got.code, got.stdout)
		}
	}
}

func TestSeriesOfOneFileTwice(t *testing.T) {
	hang := seriesOf("web/hang")[0]
	got := execute(t, piped(), "", "series", hang, hang, hang)
	if got.code != exitOK || strings.Count(got.stderr, "is given more than once") != 1 {
		t.Errorf("exit code %d, stderr %q", got.code, got.stderr)
	}
}
