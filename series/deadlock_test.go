package series

import (
	"fmt"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/group"
)

// lockedAt is a worker that waits for a lock on .NET 10, where that has a frame.
func lockedAt(id int, method string) string {
	return fmt.Sprintf(`Thread (0x%X):
  [Native Frames]
  System.Private.CoreLib!System.Threading.Monitor.Enter_Slowpath(class System.Object)
  Acme.Shop!Acme.Shop.%s(int32)
  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()
  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()
  System.Private.CoreLib!System.Threading.Thread.StartCallback()

`, id, method)
}

const mainAsleep = `Thread (0x1):
  [Native Frames]
  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)
  Acme.Shop!Acme.Shop.Program.Main(class System.String[])

`

// TestSeriesConcludesDeadlock: threads that nobody can free and that none of three
// reports shows elsewhere are in a deadlock; two reports, or a thread that moved, are not
// enough.
func TestSeriesConcludesDeadlock(t *testing.T) {
	stuck := mainAsleep + lockedAt(0x101, "Bank.Debit") + lockedAt(0x102, "Bank.Credit") + lockedAt(0x103, "Bank.Credit")
	moved := mainAsleep + lockedAt(0x101, "Bank.Debit") + lockedAt(0x102, "Bank.Credit") + lockedAt(0x104, "Bank.Credit")
	for name, tt := range map[string]struct {
		reports []string
		want    bool
	}{
		"three":       {[]string{stuck, stuck, stuck}, true},
		"two":         {[]string{stuck, stuck}, false},
		"one changed": {[]string{stuck, stuck, moved}, false},
	} {
		var sets []*group.Set
		for i, text := range tt.reports {
			sets = append(sets, grouped(t, fmt.Sprint(i), text)...)
		}
		s := related(t, sets, nil)
		got := strings.HasPrefix(s.Headline, "A deadlock, very probably: 3 of 3 threads at ")
		if got != tt.want {
			t.Errorf("%s: %s", name, s.Headline)
		}
		if tt.want && (s.Severity != diagnose.Critical || strings.Contains(s.Advice, "report") || !strings.Contains(s.Headline, "none moved in 3 reports")) {
			t.Errorf("%s: %s, %s; %s", name, s.Severity, s.Headline, s.Advice)
		}
	}
}
