package diagnose

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stacktriage/parse"
)

var shorthand = strings.NewReplacer(
	"@lock", "C!System.Threading.Monitor.Enter_Slowpath(class System.Object)",
	"@result", "@task < C!System.Threading.Tasks.Task`1[System.__Canon].GetResultCore(bool)",
	"@sem", "C!System.Threading.Monitor.Wait(class System.Object,int32) < C!System.Threading.SemaphoreSlim.WaitCore(int64,value class System.Threading.CancellationToken)",
	"@read", "System.Net.Sockets!Interop+Sys.Receive(class System.Runtime.InteropServices.SafeHandle,unsigned int8*,int32) < System.Net.Sockets!System.Net.Sockets.SocketPal.TryCompleteReceiveFrom(class System.Net.Sockets.SafeSocketHandle) < System.Net.Sockets!System.Net.Sockets.NetworkStream.Read(unsigned int8[],int32,int32)",
	"@pool", "C!System.Threading.ThreadPoolWorkQueue.Dispatch() < C!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart() < @start",
	"@idle", "C!System.Threading.LowLevelLifoSemaphore.WaitForSignal(int32) < C!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart() < @start",
	"@start", "C!System.Threading.Thread.StartCallback()",
	"@task", "C!System.Threading.Monitor.Wait(class System.Object,int32) < C!System.Threading.ManualResetEventSlim.Wait(int32,value class System.Threading.CancellationToken) < C!System.Threading.Tasks.Task.InternalWaitCore(int32,value class System.Threading.CancellationToken) < C!System.Threading.Tasks.Task.InternalWait(int32,value class System.Threading.CancellationToken)",
)

// expand applies the shorthand until nothing is left of it.
func expand(stack string) string {
	for strings.Contains(stack, "@") {
		stack = shorthand.Replace(stack)
	}
	return coreLib.ReplaceAllString(stack, "System.Private.CoreLib!")
}

var coreLib = regexp.MustCompile(`\bC!`)

// reportText builds a report: a main thread, then the stacks.
type reportText struct {
	main   string
	stacks []string // COUNT STACK
}

func (r reportText) String() string {
	var b strings.Builder
	next := 1
	thread := func(stack, marker string) {
		fmt.Fprintf(&b, "Thread (0x%X):\n  %s\n", next, marker)
		next++
		for f := range strings.SplitSeq(expand(stack), " < ") {
			b.WriteString("  " + f + "\n")
		}
		b.WriteString("\n")
	}
	if r.main == "" {
		r.main = "System.Console!Interop+Sys.Read(class System.Runtime.InteropServices.SafeHandle,unsigned int8*,int32) < System.Console!System.Console.ReadLine() < Acme!Program.<Main>$(class System.String[])"
	}
	thread(r.main, "[Native Frames]")
	for _, s := range r.stacks {
		marker := "[Native Frames]"
		s, cpu := strings.CutPrefix(s, "CPU_TIME ")
		if cpu {
			marker = "CPU_TIME"
		}
		count, stack, _ := strings.Cut(s, " ")
		n, _ := strconv.Atoi(count)
		for range n {
			thread(strings.TrimSpace(stack), marker)
		}
	}
	return b.String()
}

func analyzeText(t *testing.T, r reportText) *Snapshot {
	t.Helper()
	snaps, err := parse.Read(strings.NewReader(r.String()), "fixture")
	if err != nil {
		t.Fatalf("%v in\n%s", err, r)
	}
	return Analyze(snaps, Options{}).Snapshots[0]
}

// TestFindingRules finds for each finding a report that makes it and one that must not.
func TestFindingRules(t *testing.T) {
	text, err := os.ReadFile("testdata/findings.txt")
	if err != nil {
		t.Fatal(err)
	}
	missing := map[FindingID]bool{Healthy: true}
	for _, r := range rows {
		missing[r.id] = true
	}
	for block := range strings.SplitSeq(string(text), "\n\n") {
		id, also, match, not := readFinding(t, block)
		if id == "" {
			continue
		}
		delete(missing, id)
		got := analyzeText(t, match)
		if got.Findings[0].ID != id && !(also && makes(got, id)) {
			t.Errorf("%s: must match, got %s: %s\n%s", id, got.Findings[0].ID, got.Headline, match)
		}
		other := analyzeText(t, not)
		if makes(other, id) {
			t.Errorf("%s: must not match: %s\n%s", id, other.Headline, not)
		}
	}
	for id := range missing {
		t.Errorf("finding %s has no fixture in diagnose/testdata/findings.txt", id)
	}
}

func makes(s *Snapshot, id FindingID) bool {
	return slices.ContainsFunc(s.Findings, func(f Finding) bool { return f.ID == id })
}

func readFinding(t *testing.T, block string) (id FindingID, also bool, match, not reportText) {
	t.Helper()
	marker := ""
	for line := range strings.Lines(block) {
		line = strings.TrimSpace(line)
		key, value, found := strings.Cut(line, " ")
		value = strings.TrimSpace(value)
		switch {
		case line == "" || line[0] == '#':
		case line == "also":
			also = true
		case !found:
			id = FindingID(line)
		case key == "marker":
			marker = value + " "
		case key == "match":
			match.stacks = append(match.stacks, marker+value)
		case key == "not":
			not.stacks = append(not.stacks, marker+value)
		case key == "main":
			match.main = value
		case key == "notmain":
			not.main = value
		default:
			t.Fatalf("%q is no line of a fixture", line)
		}
	}
	return id, also, match, not
}

// TestStarved checks the definition at its limits: no idle worker, and at least four
// and at least half of the busy ones blocked.
func TestStarved(t *testing.T) {
	for _, test := range []struct {
		blocked, running, idle int
		want                   bool
	}{
		{4, 0, 0, true}, {3, 0, 0, false}, {4, 4, 0, true}, {4, 5, 0, false}, {60, 0, 1, false}, {0, 0, 0, false}, {0, 8, 0, false},
	} {
		w := Workers{Total: test.blocked + test.running + test.idle, Blocked: test.blocked, Running: test.running, Idle: test.idle}
		if got := w.Starved(); got != test.want {
			t.Errorf("%+v: starved %v, want %v", w, got, test.want)
		}
	}
}
