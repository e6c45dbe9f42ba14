package series

import (
	"fmt"
	"slices"
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
	locked := func(methods ...string) string {
		text := mainAsleep
		for i, m := range methods {
			text += lockedAt(0x101+i, m)
		}
		return text
	}
	stuck := locked("Bank.Debit", "Bank.Credit", "Bank.Credit")
	moved := strings.Replace(stuck, "0x103", "0x104", 1)
	free := strings.Replace(stuck, "  [Native Frames]\n  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n", "  CPU_TIME\n", 1)
	ten := locked(slices.Repeat([]string{"Bank.Debit"}, 10)...)
	nine := strings.Replace(ten, "0x10A", "0x10B", 1)
	const very = "A deadlock, very probably: "
	for _, tt := range []struct {
		name    string
		reports []string
		want    string // how the headline begins
	}{
		{"three", []string{stuck, stuck, stuck},
			very + "3 of 3 threads at Bank.Credit (Acme.Shop), Bank.Debit, none moved in 3 reports"},
		{"two", []string{stuck, stuck}, "Standing: 2 workers"},
		{"one changed", []string{stuck, stuck, moved}, "Standing: 1 worker"},
		{"nine of ten", []string{ten, ten, nine}, "Standing: 10 workers"},
		{"the last three of four", []string{moved, stuck, stuck, stuck}, "Standing: "},
		{"somebody could let go", []string{free, free, free}, "Standing: "},
		{"one thread", []string{locked("Bank.Debit"), locked("Bank.Debit"), locked("Bank.Debit")}, "Standing: "},
		{"three locks", slices.Repeat([]string{locked("A.A", "B.B", "C.C")}, 3),
			very + "3 of 3 threads at A.A (Acme.Shop), B.B, C.C, none moved in 3 reports"},
		{"four locks", slices.Repeat([]string{locked("A.A", "B.B", "C.C", "D.D")}, 3),
			very + "4 of 4 threads at A.A (Acme.Shop), B.B, C.C and 1 other lock, none moved in 3 reports"},
	} {
		var sets []*group.Set
		for i, text := range tt.reports {
			sets = append(sets, grouped(t, fmt.Sprint(i), text)...)
		}
		s := related(t, sets, nil)
		if !strings.HasPrefix(strings.ReplaceAll(s.Headline, "lock in ", ""), tt.want) {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, s.Headline, tt.want)
		}
		if !strings.HasPrefix(tt.want, very) {
			continue
		}
		if s.Severity != diagnose.Critical || s.Link != s.Places[0].finding.Link || strings.Contains(s.Advice, "report") ||
			!strings.Contains(s.Advice, "in one order") || !strings.Contains(s.Advice, "restart") {
			t.Errorf("%s: %s, %s; %q", tt.name, s.Severity, s.Advice, s.Link)
		}
	}
}
