package redact

import (
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/parse"
)

// TestAsyncMethodsAreHidden holds that the methods of dumpasync are renamed, though they
// stand in no stack.
func TestAsyncMethodsAreHidden(t *testing.T) {
	const text = "OS Thread Id: 0x1 (1)\n        Child SP               IP Call Site\n" +
		"00007F2AE2FB4920 00007F2FE392B31F System.Threading.Monitor.Enter(System.Object)\n" +
		"00007F2AE2FB4930 00007F2FE392B32F Acme.Pier.Dock(Int32)\n> dumpasync --coalesce\n" +
		"STACKS 12\n  [12] 00007f8fb3a4c1b8 (0) Acme.Tides+<HighAsync>d__3\n    [12] 00007f8fb3a4c1c8 () System.Threading.Tasks.Task\n" +
		"STACKS 3\n  [3] 00007f8fb3a4c1b8 (1) System.IO.Stream+<CopyAsync>d__3\n"
	snaps, err := parse.Read(strings.NewReader(text), "dump.txt")
	if err != nil {
		t.Fatal(err)
	}
	report := New("").Analyze(snaps, diagnose.Options{})
	notes := strings.Join(report.Snapshots[0].Notes, "\n")
	if strings.Contains(notes, "Acme") || strings.Contains(notes, "Tides") || strings.Contains(notes, "HighAsync") {
		t.Errorf("own names in %q", notes)
	}
	if !strings.Contains(notes, "12 in Type") || !strings.Contains(notes, "System.IO.Stream.CopyAsync") {
		t.Errorf("the awaits are not in %q", notes)
	}
}
