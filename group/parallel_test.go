package group

import (
	"strings"
	"testing"
)

func TestInlinedLoopBodyIsNamedByWhoStartedTheLoop(t *testing.T) {
	const (
		module  = "System.Threading.Tasks.Parallel!System.Threading.Tasks."
		replica = module +
			"Parallel+<>c__DisplayClass19_0`2[System.__Canon,System.Int32].<ForWorker>b__1(value class System." +
			"Threading.Tasks.RangeWorker&,int64,bool&)\n" +
			module + "TaskReplicator+Replica.Execute()\n"
		pool = "System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n" +
			"System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n"
		body  = taskWait + replica + pool
		runs  = module + "TaskReplicator.Run(class System.Object)\n"
		loops = runs + module + "Parallel.ForWorker(!!1,!!1)\n" + module + "Parallel.For(int32,int32)\n"
	)
	const want = "inferred CartController.Reprice" + "inferred: it started the parallel loop whose body was inlined"
	tests := []struct {
		name   string
		stacks []string
		want   string // of the first thread
	}{
		{"nobody shows who started it", []string{body}, ""},
		{"its starter waits for it", []string{body, taskWait + replica + loops + own("Reprice(int32)") + pool}, want},
		{"the public call was inlined", []string{body, taskWait + replica + runs + own("Reprice(int32)") + pool}, want},
		{"one starter on two stacks", []string{body, taskWait + replica + loops + own("Reprice(int32)") + pool,
			taskWait + loops + own("Reprice(int32)") + own("All()") + pool}, want},
		{"two loops", []string{body, taskWait + loops + own("Reprice(int32)") + pool, taskWait + loops + own("Restock(int32)") + pool}, ""},
		{"the caller of its caller", []string{body, taskWait + loops + "Shop.Core!X.Y()\n" + own("Reprice(int32)") +
			pool}, "inferred X.Y" + "inferred: it started the parallel loop whose body was inlined"},
		{"no loop", []string{taskWait + "System.Linq!System.Linq.Enumerable.ToList()\n" + pool, taskWait + loops + own("Reprice(int32)") + pool}, ""},
		{"own code in the body", []string{taskWait + own("Load()") + replica + pool, taskWait + loops + own("Reprice(int32)") + pool}, "user CartController.Load"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set := build(t, tt.stacks...)
			if got := culprits(set)[0]; got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			for _, g := range set.Groups {
				if c := g.Class.Culprit; c != nil && strings.HasPrefix(c.Note, "inferred") &&
					!strings.Contains(g.Stack.Frames[g.Class.CulpritFrame].Full, "Parallel") {
					t.Errorf("inferred at %s", g.Stack.Frames[g.Class.CulpritFrame].Full)
				}
			}
		})
	}
}
