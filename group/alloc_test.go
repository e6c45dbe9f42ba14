package group_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/parse"
)

// workers is a report of workers, each in own code of its own.
func workers(t *testing.T, n int) *parse.Snapshot {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "Thread (0x%X):\n  [Native Frames]\n", i+1)
		b.WriteString("  System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object,int32)\n")
		b.WriteString("  System.Private.CoreLib!System.Threading.Tasks.Task.InternalWait(int32,value class System.Threading.CancellationToken)\n")
		fmt.Fprintf(&b, "  Shop!Shop.Orders%d.Load(int32)\n", i)
		b.WriteString("  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n")
		b.WriteString("  System.Private.CoreLib!System.Threading.Thread.StartCallback()\n\n")
	}
	snaps, err := parse.Read(bytes.NewReader([]byte(b.String())), "x")
	if err != nil {
		t.Fatal(err)
	}
	return snaps[0]
}

// TestAllocationsOfStacks holds what a further distinct stack costs where nothing is known
// of it, and where a report before had it.
func TestAllocationsOfStacks(t *testing.T) {
	const few, many = 200, 1200
	perStack := func(build func(s *parse.Snapshot)) float64 {
		count := func(n int) float64 {
			s := workers(t, n)
			build(s)
			return testing.AllocsPerRun(3, func() { build(s) })
		}
		return (count(many) - count(few)) / (many - few)
	}
	if got := perStack(func(s *parse.Snapshot) { group.Build(s, classify.Options{}) }); got > 30 {
		t.Errorf("%.1f allocations for each new stack", got)
	}
	var builder group.Builder
	if got := perStack(func(s *parse.Snapshot) { builder.Build(s, classify.Options{}) }); got > 6 {
		t.Errorf("%.1f allocations for each known stack", got)
	}
}
