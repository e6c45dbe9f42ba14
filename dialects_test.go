package stacktriage_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/internal/corpus"
	"stacktriage/parse"
)

// verdict is what must not depend on the dialect: counts, the first finding and the
// sites, modules aside.
func verdict(s *diagnose.Snapshot) []string {
	f := s.Findings[0]
	out := []string{
		fmt.Sprintf("%d threads, %+v", s.Counts.Threads, s.Counts.Workers),
		fmt.Sprintf("%s %s, starved %v", f.Severity, f.ID, f.Starved),
	}
	var sites []string
	for _, t := range s.Sites {
		api, culprit := "", ""
		if t.Cause != nil {
			api = t.Cause.API
		}
		if t.Culprit != nil {
			culprit = typeParameters.ReplaceAllString(t.Culprit.Name, "")
		}
		sites = append(sites, fmt.Sprintf("%d %s %s: %s in %s", t.Threads, t.Role, t.State, api, culprit))
	}
	slices.Sort(sites)
	return append(out, sites...)
}

// typeParameters are those of types: dotnet-monitor does not say which of a chain of
// nested types has them.
var typeParameters = regexp.MustCompile(`<[^<>]*>`)

// withoutMarkers removes the markers from a report: debuggers print none.
func withoutMarkers(report []byte) []byte {
	var b bytes.Buffer
	for l := range bytes.Lines(report) {
		if text := string(bytes.TrimSpace(l)); text != "[Native Frames]" && text != "CPU_TIME" {
			b.Write(l)
		}
	}
	return b.Bytes()
}

// siblings are the dialects a report is converted to. Where a dialect has no markers,
// its verdict must be the one of the report without them.
var siblings = []struct {
	dialect string
	convert func(*parse.Snapshot) []byte
	markers bool
}{
	{"dotnet-monitor", asMonitor, true},
	{"dotnet-monitor-json", asMonitorJSON, true},
	{"clrstack", func(s *parse.Snapshot) []byte { return asClrstack(s, nil) }, false},
	{"parallelstacks", asTree, false},
}

// sharedNamespaces are programs whose modules share one namespace with what is not their
// own: without modules, another frame of the same call is taken for the culprit.
var sharedNamespaces = []string{
	"real/sdk-dotnet-run-parent.txt", "real/sdk-restore-blackhole.txt", "real/sdk-msbuild-entry-exec-sleep.txt",
}

// TestSiblingsAgree converts the reports of known cause to every sibling dialect and
// demands the same verdict.
func TestSiblingsAgree(t *testing.T) {
	for _, row := range readTruth(t, "TRUTH.tsv") {
		name, _, several := strings.Cut(row["file"], "@")
		if several || row["finding"] == "empty" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report := corpus.Report(t, stacks, name)
			snaps, err := parse.Read(bytes.NewReader(report), name)
			if err != nil || len(snaps) != 1 {
				t.Skipf("%d snapshots, %v", len(snaps), err)
			}
			whole := mustAnalyze(t, name, report)
			bare := mustAnalyze(t, name, withoutMarkers(report))
			for _, sib := range siblings {
				got := mustAnalyze(t, sib.dialect, sib.convert(snaps[0]))
				if d := got.Input.Source.Dialect; d != sib.dialect {
					t.Errorf("%s was taken for %s", sib.dialect, d)
				}
				if len(got.Input.Problems) > 0 {
					t.Errorf("%s: %v", sib.dialect, got.Input.Problems[0])
				}
				want := bare
				if sib.markers {
					want = whole
				}
				g, w := verdict(got), verdict(want)
				if !sib.markers && want.Findings[0].ID == diagnose.Unclear {
					g[1], w[1] = "", "" // a debugger shows the frame of a lock, so it can tell more
				}
				if !sib.markers && slices.Contains(sharedNamespaces, name) {
					g, w = g[:2], w[:2]
				}
				if !slices.Equal(g, w) {
					t.Errorf("%s:\n%s\nwant\n%s", sib.dialect, strings.Join(g, "\n"), strings.Join(w, "\n"))
				}
			}
		})
	}
}

func mustAnalyze(t *testing.T, label string, text []byte) *diagnose.Snapshot {
	t.Helper()
	report, err := analyze(label, text)
	if err != nil {
		t.Fatalf("%s: %v", label, err)
	}
	if len(report.Snapshots) != 1 {
		t.Fatalf("%s: %d snapshots", label, len(report.Snapshots))
	}
	return report.Snapshots[0]
}

// TestDebuggersShowLocks holds that a lock of .NET 9 and earlier, which dotnet-stack
// shows by its marker alone, is certain where a debugger shows its frame.
func TestDebuggersShowLocks(t *testing.T) {
	for _, name := range []string{"acme/net8-lock_convoy.txt", "acme/net9-lock_convoy.txt", "real/net9-lockhold.txt"} {
		report := corpus.Report(t, stacks, name)
		snaps, err := parse.Read(bytes.NewReader(report), name)
		if err != nil {
			t.Fatal(err)
		}
		want := mustAnalyze(t, name, report)
		waiters := map[*parse.Stack]bool{}
		for _, g := range want.Groups {
			if g.Class.Cause != nil && g.Class.Cause.Rule == classify.RuleMonitorEnterProbable {
				waiters[g.Stack] = true
			}
		}
		stacks := map[string]bool{}
		for st := range waiters {
			stacks[st.ID] = true
		}
		got := mustAnalyze(t, name, asClrstack(snaps[0], stacks))
		if g, w := verdict(got), verdict(want); !slices.Equal(g, w) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(g, "\n"), strings.Join(w, "\n"))
		}
		for _, f := range got.Findings {
			if f.ID == "lock-contention" && f.Confidence != diagnose.High {
				t.Errorf("%s: confidence %s", name, f.Confidence)
			}
		}
	}
}
