package group

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/parse"
)

// told is each group after what the operating system said: threads, markers, state, rule.
func told(set *Set) []string {
	var out []string
	for _, g := range set.Groups {
		rule := classify.RuleID("")
		if g.Class.Cause != nil {
			rule = g.Class.Cause.Rule
		}
		out = append(out, fmt.Sprintf("%v %d native %d cpu: %s %s %v", g.Threads, g.Native, g.CPU, g.Class.State, rule,
			g.Class.EntersLock))
	}
	slices.Sort(out)
	return out
}

func reportOf(t *testing.T, threads ...string) *Set {
	t.Helper()
	var b strings.Builder
	for i, thread := range threads {
		fmt.Fprintf(&b, "Thread (0x%X):\n%s\n", i+1, thread)
	}
	snaps, err := parse.Read(strings.NewReader(b.String()), "made up")
	if err != nil {
		t.Fatal(err)
	}
	return Build(snaps[0], classify.Options{})
}

// TestThreadsArePartedByWhatTheyDo: up to .NET 9 the frames of a thread that runs and of
// one that waits for a lock are the same; the operating system tells them apart.
func TestThreadsArePartedByWhatTheyDo(t *testing.T) {
	const (
		pool = "System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n" +
			"System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n"
		nine = "[Native Frames]\n" +
			"System.Private.CoreLib!System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout(int32,unsigned int32)\n" +
			"Shop.Web!Shop.Web.Feed.Loop()\n" + pool
		ten = "[Native Frames]\nSystem.Private.CoreLib!System.Threading.Monitor.Enter_Slowpath(class System.Object)\n" +
			"Shop.Web!Shop.Web.Feed.Loop()\n" + pool
	)
	buy := "[Native Frames]\n" + own("Buy(int32)") + pool
	hot := "CPU_TIME\n" + own("Buy(int32)") + pool
	sleeps := map[int32]Motion{0: Sleeps, 1: Runs, 2: NotObserved, 3: Sleeps}
	motion := func(_ *Group, i int32) Motion { return sleeps[i] }
	const feed = "[4] 1 native 0 cpu: blocked semaphoreslim false"
	tests := []struct {
		name             string
		threads          []string
		motion           func(*Group, int32) Motion
		waiting, running int
		want             []string
	}{
		{"mixed", []string{buy, hot, buy, buy, nine}, motion, 2, 1, []string{
			"[0 3] 2 native 0 cpu: blocked monitor-enter-probable true", "[1] 0 native 1 cpu: running running false",
			"[2] 1 native 0 cpu: unclear native-unknown false", feed}},
		{"all sleep", []string{buy, hot, buy, buy, nine}, func(*Group, int32) Motion { return Sleeps }, 4, 0, []string{
			"[0 1 2 3] 3 native 1 cpu: blocked monitor-enter-probable true", feed}},
		{"all run", []string{buy, hot, buy, buy, nine}, func(*Group, int32) Motion { return Runs }, 0, 4, []string{
			"[0 1 2 3] 3 native 1 cpu: running running false", feed}},
		{"nothing known", []string{buy, hot, buy, buy, nine}, func(*Group, int32) Motion { return NotObserved }, 0, 0, []string{
			"[0 1 2 3] 3 native 1 cpu: unclear native-unknown false", feed}},
		{"a lock that was concluded, and runs", []string{buy, buy, buy, buy, nine}, func(*Group, int32) Motion { return Runs }, 0, 4,
			[]string{"[0 1 2 3] 4 native 0 cpu: running running false", feed}},
		{".NET 10 shows its locks", []string{buy, hot, buy, buy, ten}, motion, 0, 0, []string{
			"[0 1 2 3] 3 native 1 cpu: unclear native-unknown false", "[4] 1 native 0 cpu: blocked monitor-enter true"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set := reportOf(t, tt.threads...)
			waiting, running := Observed(set, tt.motion)
			if waiting != tt.waiting || running != tt.running {
				t.Errorf("%d wait, %d run", waiting, running)
			}
			got := told(set)
			slices.Sort(tt.want)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
			inAll := 0
			for _, s := range set.Sites {
				inAll += s.Threads
			}
			if inAll != len(tt.threads) {
				t.Errorf("%d threads in sites", inAll)
			}
		})
	}
}

// TestSites puts calls in one method together, tells whose threads they are, and orders
// them: blocked workers, other blocked threads, running and unclear ones; each by threads and name.
func TestSites(t *testing.T) {
	const (
		pool = "System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n" +
			"System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n"
		start   = "System.Private.CoreLib!System.Threading.Thread.StartCallback()\n"
		sleep   = "[Native Frames]\nSystem.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n"
		wait    = "[Native Frames]\n" + taskWait
		unnamed = "[Native Frames]\nSystem.Private.CoreLib!System.Threading.ManualResetEventSlim.Wait(int32,value class X)\n" +
			"System.Private.CoreLib!System.Threading.Tasks.Task.InternalWaitCore(int32,value class X)\n"
		main = "[Native Frames]\nSystem.Console!System.Console.ReadLine()\nShop.Web!Program.Main()\n"
	)
	set := reportOf(t, main,
		sleep+own("Poll()")+start, sleep+own("Poll()")+start, sleep+own("Poll()")+start,
		sleep+own("Nap()")+pool,
		wait+own("Buy()")+pool, wait+own("Buy()")+own("All()")+pool, unnamed+own("Buy()")+pool,
		wait+own("Abort()")+pool,
		"CPU_TIME\n"+own("Burn()")+pool,
	)
	var got []string
	for _, s := range set.Sites {
		api, culprit := "", ""
		if s.Cause != nil {
			api = s.Cause.API
		}
		if s.Culprit != nil {
			culprit = s.Culprit.Short
		}
		got = append(got, fmt.Sprintf("%d %s %s: %s in %s, %d stacks", s.Threads, s.Role, s.State, api, culprit, len(s.Groups)))
	}
	want := []string{
		"3 worker blocked: Task<T>.Result in CartController.Buy, 3 stacks",
		"1 worker blocked: Task<T>.Result in CartController.Abort, 1 stacks",
		"1 worker blocked: Thread.Sleep in CartController.Nap, 1 stacks",
		"3 dedicated blocked: Thread.Sleep in CartController.Poll, 1 stacks",
		"1 worker running:  in CartController.Burn, 1 stacks",
		"1 main unclear: Console.ReadLine in Program.Main, 1 stacks",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
