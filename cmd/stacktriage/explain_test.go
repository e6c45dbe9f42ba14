package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/parse"
)

// words joins lines and runs of blanks, so that a test does not depend on where a line
// was wrapped.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }

func TestExplainKnowsEveryID(t *testing.T) {
	for _, id := range explainedIDs() {
		got := execute(t, piped(), "", "explain", id)
		if got.code != exitOK || got.stderr != "" || !strings.HasPrefix(got.stdout, id+"\n") {
			t.Errorf("%s: exit code %d, stderr %q", id, got.code, got.stderr)
		}
		if text := words(got.stdout); !strings.Contains(text, " Why ") && !strings.Contains(text, " Means ") || strings.Contains(text, "%s") {
			t.Errorf("%s: nothing is explained:\n%s", id, got.stdout)
		}
	}
}

func TestExplain(t *testing.T) {
	tests := []struct {
		name string
		args []string
		says []string
	}{
		{"cause", []string{"task-result"}, []string{
			"Named Task<T>.Result", "Matches System.Threading.Tasks.Task.GetResultCore System.Threading.Tasks.Task.get_Result",
			"Source dotnet/runtime src/libraries/System.Private.CoreLib/src/System/Threading/Tasks/Future.cs",
		}},
		{
			"finding", []string{"sync-over-async"},
			[]string{"Severity critical if starved, else warning", "Await the call", "https://"},
		},
		{"role", []string{"kestrel-heartbeat"}, []string{"Role background", "Source dotnet/aspnetcore"}},
		{"finding and cause of one name", []string{"static-init"}, []string{"finding:", "cause:"}},
		{"several rows", []string{"db-pool-wait"}, []string{"Npgsql", "MySqlConnector"}},
		{"no row of a table", []string{"running"}, []string{"no wait that any rule knows"}},
		{"own frame", []string{"Acme.Shop!Acme.Shop.Orders+<LoadAsync>d__4.MoveNext()"}, []string{
			"Orders.LoadAsync", "Name Acme.Shop.Orders.LoadAsync", "own code, since its module is on no list", "no rule looks for this frame",
		}},
		{
			"own frame that an option gives away",
			[]string{"--framework", "Acme.*", "Acme.Shop!Acme.Shop.Orders.Load()"}, []string{"Whose a framework's"},
		},
		{
			"frame of the wait",
			[]string{"System.Private.CoreLib!System.Threading.Tasks.Task`1[System.__Canon].GetResultCore(bool)"},
			[]string{"monitor wait", "task-result"},
		},
		{
			"frame at the root",
			[]string{"System.Private.CoreLib!System.Threading.PortableThreadPool+GateThread.GateThreadStart()"},
			[]string{"Role gate"},
		},
		{"frame without a module", []string{"System.Threading.Thread.Sleep(Int32)"}, []string{"thread-sleep"}},
		{"printed call", []string{"Task<T>.Result"}, []string{"task-result cause", "GetResultCore"}},
		{
			"printed call with arguments", []string{"task<int>.Result", "Thread.Sleep()"},
			[]string{"task-result cause", "thread-sleep cause"},
		},
		{
			"call of several rules", []string{"lock"},
			[]string{"monitor-enter cause", "lock-enter cause", "lock category of causes", "semaphoreslim: SemaphoreSlim.Wait"},
		},
		{
			"printed call of a library", []string{"NpgsqlConnection.Open"},
			[]string{"Module unknown", "Whose unknown without the module", "By name db-open if the module is Npgsql: The thread waits for a database connection"},
		},
		{
			"name of own code", []string{"OrderService.Load"},
			[]string{"Module unknown", "no rule looks for this name; rules for all of a module"},
		},
		{"category", []string{"data"}, []string{"data category of causes", "db-query", "cache-command"}},
		{"printed kind of thread", []string{"console logger"}, []string{"console-logger role"}},
		{"fact", []string{"starved"}, []string{"No pool worker is idle", "--fail-on starved"}},
		{"severity by number", []string{"cpu"}, []string{"Severity note; warning for two or more running threads"}},
		{
			"several advices", []string{"long-running-on-pool"},
			[]string{"Loops: Give", "Items that wait by design: Nothing"},
		},
		{"several", []string{"cpu", "gate"}, []string{"cpu finding", "gate role"}},
	}
	for _, tt := range tests {
		got := execute(t, piped(), "", append([]string{"explain"}, tt.args...)...)
		if got.code != exitOK || got.stderr != "" {
			t.Errorf("%s: exit code %d, stderr %q", tt.name, got.code, got.stderr)
		}
		for _, part := range tt.says {
			if !strings.Contains(words(got.stdout), part) {
				t.Errorf("%s: no %q in\n%s", tt.name, part, got.stdout)
			}
		}
	}
}

func TestExplainTrouble(t *testing.T) {
	tests := []struct {
		args []string
		says string
	}{
		{[]string{"task-resultt"}, "did you mean task-result?"},
		{[]string{"pool"}, "these hold it: connection-pool, db-pool-wait, long-running-on-pool"},
		{[]string{"zzzzz"}, `"stacktriage rules" lists the ids`},
		{[]string{"./report.txt"}, "it is no frame"},
		{[]string{"\x1b[2J!"}, "no rule has this id"},
	}
	for _, tt := range tests {
		got := execute(t, piped(), "", append([]string{"explain"}, tt.args...)...)
		if got.code != exitTrouble || got.stdout != "" || !strings.Contains(got.stderr, tt.says) || strings.Contains(got.stderr, "\x1b") {
			t.Errorf("%q: exit code %d, stdout %q, stderr %q", tt.args, got.code, got.stdout, got.stderr)
		}
	}
	if got := execute(t, piped(), "", "explain"); got.code != exitTrouble || !strings.HasPrefix(got.stderr, "Usage: stacktriage explain") {
		t.Errorf("without a name: exit code %d, stderr %q", got.code, got.stderr)
	}
	got := execute(t, piped(), "", "explain", "cpu", "no-such-rule")
	if got.code != exitTrouble || !strings.HasPrefix(got.stdout, "cpu\n") {
		t.Errorf("one bad name hides the others: exit code %d, stdout %q", got.code, got.stdout)
	}
}

func TestRulesListsWhatExplainKnows(t *testing.T) {
	got := execute(t, piped(), "", "rules")
	listed := map[string]bool{}
	for _, line := range strings.Split(got.stdout, "\n") {
		if id := strings.Fields(line); strings.HasPrefix(line, "  ") && len(id) > 0 {
			listed[id[0]] = true
		}
	}
	for _, id := range explainedIDs() {
		if !listed[id] {
			t.Errorf("%s is not listed", id)
		}
	}
	if got.code != exitOK || got.stderr != "" {
		t.Errorf("exit code %d, stderr %q", got.code, got.stderr)
	}
}

// TestOneCardForAFinding: two blocks under one title differ in nothing the reader could
// tell them apart by.
func TestOneCardForAFinding(t *testing.T) {
	for _, id := range findingIDs() {
		if n := len(findingCards(id)); n != 1 {
			t.Errorf("%s: %d cards", id, n)
		}
		advice, cases := map[string]bool{}, map[string]bool{}
		for _, f := range findingInfos(id) {
			advice[f.Advice], cases[f.When] = true, true
		}
		if len(advice) > 1 && len(advice) != len(cases) {
			t.Errorf("%s: %d advices, %d cases that say which is for what", id, len(advice), len(cases))
		}
	}
	rows := map[string]bool{}
	for _, section := range ruleSections() {
		for _, row := range section.Rows {
			if key := section.Title + row[0]; rows[key] {
				t.Errorf("%s is listed twice", row[0])
			} else {
				rows[key] = true
			}
		}
	}
}

// TestSeveritiesAreThoseOfReports: explain and rules name every severity that a finding
// has in the reports of the corpus, and a note for one thread where there is one.
func TestSeveritiesAreThoseOfReports(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(stacks, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".txt" {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		snaps, err := parse.Read(file, path)
		if err != nil {
			return nil // some reports are of failed captures
		}
		for _, s := range diagnose.Analyze(snaps, diagnose.Options{}).Snapshots {
			for _, f := range s.Findings {
				seen++
				said := findingInfos(string(f.ID))[0].Severity
				alone := f.Severity == diagnose.Note && f.Threads == 1 && strings.Contains(said, string(diagnose.Warning))
				if !strings.Contains(said, string(f.Severity)) || alone && !strings.Contains(said, "note") {
					t.Errorf("%s: %s is %s on %d threads; explain says %q", path, f.ID, f.Severity, f.Threads, said)
				}
			}
		}
		return nil
	})
	if err != nil || seen < 100 {
		t.Fatalf("%d findings, %v", seen, err)
	}
}
