package group

import (
	"fmt"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/parse"
)

// TestLocksWithoutAFrame: up to .NET 9 a contended lock and the wait for a static
// constructor have no frame. What the marker alone leaves open several threads decide.
func TestLocksWithoutAFrame(t *testing.T) {
	const (
		native = "[Native Frames]\n"
		cpu    = "CPU_TIME\n"
		pool   = "System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n" +
			"System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n"
		nine = native +
			"System.Private.CoreLib!System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout(int32,unsigned int32)\n" +
			"Shop.Web!Shop.Web.Feed.Loop()\n" + pool
		ten = native + "System.Private.CoreLib!System.Threading.Monitor.Enter_Slowpath(class System.Object)\n" +
			"Shop.Web!Shop.Web.Feed.Loop()\n" + pool
		writer = "System.Private.CoreLib!System.IO.TextWriter+SyncTextWriter.WriteLine(class System.String)\n"
		// A sleeper below CPU_TIME: the marker of this capture is stale.
		stale = cpu + "System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n" +
			"Shop.Web!Shop.Web.Feed.Loop()\n" + pool
	)
	buy := own("Buy(int32)")
	lock, static, open := "blocked monitor-enter-probable", "blocked static-init", "unclear native-unknown"
	tests := []struct {
		name    string
		threads []string
		want    string // of the first thread
	}{
		{"one thread", []string{native + buy + pool, nine}, open},
		{"two threads", []string{native + buy + pool, native + buy + pool, nine}, lock},
		{"two, on .NET 10", []string{native + buy + pool, native + buy + pool, ten}, open},
		{"two and one that runs", []string{native + buy + pool, native + buy + pool, cpu + buy + pool, nine}, open},
		{"two and one that runs by a stale marker", []string{native + buy + pool, native + buy + pool, cpu +
			buy + pool, stale, nine}, lock},
		{"as many that run by a stale marker", []string{native + buy + pool, native + buy + pool, cpu + buy + own("A()") + pool, cpu + buy + own("A()") + pool, stale, nine}, open},
		{"two and one that runs, held by a waiter", []string{native + buy + pool, native + buy + pool, cpu + buy + own("A()") + pool,
			native + taskWait + buy + pool, nine}, lock},
		{"stacks that differ below", []string{native + buy + own("A()") + pool, native + buy + own("B()") +
			pool, nine}, lock},
		{"crossed", []string{native + buy + own("Sell()") + pool, native + own("Sell()") + buy + pool, nine}, lock},
		{"below one another on one side only", []string{native + buy + own("Sell()") + pool, native + own("Sell()") +
			pool, nine}, open},
		{"in the lock of a writer", []string{native + writer + buy + pool, native + writer + buy + pool, nine},
			"blocked console-write"},
		{"in the lock of a writer, one alone", []string{native + writer + buy + pool, nine}, open},
		{"in the lock of a writer, roots lost", []string{native + writer + buy, native + writer + buy, nine}, open},
		{"at a static constructor", []string{native + buy + pool, native + taskWait + own(".cctor()") + buy +
			pool, nine}, static},
		{"of the type that is being initialised", []string{native + buy + pool, native + taskWait + own(".cctor()") +
			own("Sell()") + pool, nine}, static},
		{"of another type", []string{native + buy + pool, native + taskWait + "Shop.Web!Shop.Web.Cart..cctor()\n" +
			own("Sell()") + pool, nine}, open},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			for i, thread := range tt.threads {
				fmt.Fprintf(&b, "Thread (0x%X):\n%s\n", i+1, thread)
			}
			snaps, err := parse.Read(strings.NewReader(b.String()), "made up")
			if err != nil {
				t.Fatal(err)
			}
			set := Build(snaps[0], classify.Options{})
			first := set.Snapshot.Threads[0].Stack
			for _, g := range set.Groups {
				if g.Stack != &set.Snapshot.Stacks[first] {
					continue
				}
				got := string(g.Class.State)
				if g.Class.Cause != nil {
					got += " " + string(g.Class.Cause.Rule)
				}
				if got != tt.want {
					t.Errorf("got %s, want %s", got, tt.want)
				}
				if g.Class.EntersLock != (g.Class.State == classify.Blocked) {
					t.Errorf("%s, but enters a lock: %v", got, g.Class.EntersLock)
				}
			}
		})
	}
}
