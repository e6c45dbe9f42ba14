package classify

import (
	"os"
	"strings"
	"testing"

	"stacktriage/parse"
)

// fixture is one entry of testdata/causes.txt or testdata/roles.txt.
type fixture struct {
	rule                    RuleID
	api, marker, match, not string
}

func readFixtures(t *testing.T, path string) []fixture {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []fixture
	for block := range strings.SplitSeq(string(text), "\n\n") {
		f := fixture{marker: "[Native Frames]"}
		for line := range strings.Lines(block) {
			line = strings.TrimSpace(line)
			key, value, found := strings.Cut(line, " ")
			value = strings.TrimSpace(value)
			switch {
			case line == "" || line[0] == '#':
			case !found:
				f.rule = RuleID(line)
			case key == "api":
				f.api = value
			case key == "marker":
				f.marker = value
			case key == "match":
				f.match = value
			case key == "not":
				f.not = value
			default:
				t.Fatalf("%s: %q is no line of a fixture", path, line)
			}
		}
		if f.rule != "" {
			out = append(out, f)
		}
	}
	return out
}

var shorthand = strings.NewReplacer(
	"C!", "System.Private.CoreLib!",
	"S!", "System.Net.Sockets!System.Net.Sockets.",
	"@wait", "System.Private.CoreLib!System.Threading.WaitHandle.WaitOneNoCheck(int32)",
	"@start", "System.Private.CoreLib!System.Threading.Thread.StartCallback()",
	"@own", "Acme.Orders!Acme.Orders.OrderService.Load(int32)",
	"@pool",
	"System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch() < "+
		"System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart() < "+
		"System.Private.CoreLib!System.Threading.Thread.StartCallback()",
)

// classifyText classifies one stack, written as in the fixtures, as the second thread
// of a report.
func classifyText(t *testing.T, stack, marker string) Result {
	t.Helper()
	return classifyAmong(t, stack, marker)
}

// classifyAmong does so in a report of other threads, which carry the native marker.
func classifyAmong(t *testing.T, stack, marker string, others ...string) Result {
	t.Helper()
	return classifyFor(t, Options{}, stack, marker, others...)
}

func classifyFor(t *testing.T, opt Options, stack, marker string, others ...string) Result {
	t.Helper()
	var b strings.Builder
	b.WriteString("Thread (0x1):\n  [Native Frames]\n  System.Console!System.Console.ReadLine()\n  Acme." +
		"Orders!Program.<Main>$(class System.String[])\n\n")
	writeThread(&b, stack, marker)
	for _, other := range others {
		writeThread(&b, other, "[Native Frames]")
	}
	snaps, err := parse.Read(strings.NewReader(b.String()), "fixture")
	if err != nil {
		t.Fatal(err)
	}
	s := snaps[0]
	if len(snaps) != 1 || len(s.Threads) != 2+len(others) {
		t.Fatalf("%d snapshots, %d threads of\n%s", len(snaps), len(s.Threads), b.String())
	}
	marks := Marks{Native: 1}
	if marker == "CPU_TIME" {
		marks = Marks{CPU: 1}
	}
	return New(s, opt).Classify(&s.Stacks[s.Threads[1].Stack], marks, false)
}

func writeThread(b *strings.Builder, stack, marker string) {
	b.WriteString("Thread (0x2):\n  " + marker + "\n")
	for f := range strings.SplitSeq(shorthand.Replace(stack), " < ") {
		b.WriteString("  " + strings.TrimSpace(f) + "\n")
	}
	b.WriteString("\n")
}

// TestCauseRules finds for each row of the table of causes a stack that it matches
// and one that it must not.
func TestCauseRules(t *testing.T) {
	want := map[RuleID]int{}
	for _, r := range causeRules {
		want[r.ID]++
		if r.Why == "" || r.Advice == "" || r.Source == "" {
			t.Errorf("rule %s lacks why, advice or source", r.ID)
		}
	}
	for _, f := range readFixtures(t, "testdata/causes.txt") {
		want[f.rule]--
		got := classifyText(t, f.match, f.marker)
		if got.Cause == nil || got.Cause.Rule != f.rule || got.Cause.API != f.api {
			t.Errorf("%s: must match, got %s %+v\n%s", f.rule, got.State, got.Cause, f.match)
		}
		if other := classifyText(t, f.not, f.marker); other.Cause != nil && other.Cause.Rule == f.rule {
			t.Errorf("%s: must not match\n%s", f.rule, f.not)
		}
	}
	for id, missing := range want {
		if missing != 0 {
			t.Errorf("rule %s: %d rows more than fixtures in classify/testdata/causes.txt", id, missing)
		}
	}
}

// TestRoleRules finds for each row of the table of roles a stack that it matches and
// one that it must not.
func TestRoleRules(t *testing.T) {
	missing := map[RuleID]Role{}
	for _, r := range roleRules {
		missing[r.ID] = r.Role
		if r.Why == "" || r.Source == "" || r.Label == "" {
			t.Errorf("role %s lacks label, why or source", r.ID)
		}
	}
	for _, f := range readFixtures(t, "testdata/roles.txt") {
		role, known := missing[f.rule]
		if !known {
			t.Errorf("%s: no such role, or two fixtures of it", f.rule)
		}
		delete(missing, f.rule)
		got, other := classifyText(t, f.match, f.marker), classifyText(t, f.not, f.marker)
		if !hasRole(got, f.rule, role) {
			t.Errorf("%s: must match, got %s %s %+v\n%s", f.rule, got.Role, got.State, got.Cause, f.match)
		}
		if hasRole(other, f.rule, role) {
			t.Errorf("%s: must not match\n%s", f.rule, f.not)
		}
	}
	for id := range missing {
		t.Errorf("role %s has no fixture", id)
	}
}

// hasRole reports the role, and for threads that are set aside the very rule.
func hasRole(r Result, id RuleID, role Role) bool {
	if r.Role != role {
		return false
	}
	return role == Worker || role == Finalizer || r.State == Waiting && r.Cause != nil && r.Cause.Rule == id
}
