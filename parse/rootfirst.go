package parse

import (
	"slices"
	"strings"

	"stacktriage/frame"
)

// Profilers, and people who sort lines, list a stack from its root to its leaf. Read as
// it stands, such a stack has no root and its wait looks like its caller.

// calls are methods of the platform that call each other directly, the callee first:
// where they stand next to each other, their order tells which end is the leaf. A method
// that may call itself again through others is in no row.
var calls = [...]struct{ callee, caller string }{
	{"System.Threading.ManualResetEventSlim.Wait", "System.Threading.Tasks.Task.SpinThenBlockingWait"},
	{"System.Threading.Tasks.Task.SpinThenBlockingWait", "System.Threading.Tasks.Task.InternalWaitCore"},
	{"System.Threading.Tasks.Task.SpinThenBlockingWait", "System.Threading.Tasks.Task.InternalWait"},
	{"System.Threading.Monitor.Wait", "System.Threading.ManualResetEventSlim.Wait"},
	{"System.Threading.Monitor.Wait", "System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout"},
	{"System.Threading.Monitor.ObjWait", "System.Threading.Monitor.Wait"},
	{"System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout", "System.Threading.SemaphoreSlim.Wait"},
	{"System.Threading.SemaphoreSlim.WaitUntilCountOrTimeout", "System.Threading.SemaphoreSlim.WaitCore"},
	{"System.Threading.WaitHandle.WaitOneNoCheck", "System.Threading.WaitHandle.WaitOne"},
	{"System.Threading.WaitHandle.InternalWaitOne", "System.Threading.WaitHandle.WaitOne"},
	{"System.Threading.ThreadPoolWorkQueue.Dispatch",
		"System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart"},
	{"System.Threading.ThreadPoolWorkQueue.Dispatch", "System.Threading.PortableThreadPool+WorkerThread.WorkerDoWork"},
	{"System.Threading.ThreadPoolWorkQueue.Dispatch", "System.Threading._ThreadPoolWaitCallback.PerformWaitCallback"},
	{"System.Threading.Tasks.Task.ExecuteWithThreadLocal", "System.Threading.ThreadPoolWorkQueue.Dispatch"},
	{"System.Threading.Tasks.Task.ExecuteWithThreadLocal", "System.Threading.Tasks.Task.ExecuteEntryUnsafe"},
	{"System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart", "System.Threading.Thread.StartCallback"},
	{"System.Threading.ThreadHelper.ThreadStart_Context", "System.Threading.ExecutionContext.RunInternal"},
}

// readsRootFirst reports a snapshot whose stacks are listed from the root to the leaf:
// calls of the platform stand in that order, and none in the other.
func readsRootFirst(s *Snapshot) bool {
	turned := 0
	for _, stack := range s.Stacks {
		for i := 1; i < len(stack.Frames); i++ {
			above, below := stack.Frames[i-1].Full, stack.Frames[i].Full
			switch {
			case calledBy(above, below):
				return false
			case calledBy(below, above):
				turned++
			}
		}
	}
	return turned > 0
}

func calledBy(callee, caller string) bool {
	if strings.HasSuffix(caller, "MethodBuilder.Start") &&
		strings.HasPrefix(caller, "System.Runtime.CompilerServices.Async") {
		return strings.HasSuffix(callee, ".MoveNext") // the first step of an async method
	}
	for _, c := range calls {
		if c.callee == callee && c.caller == caller {
			return true
		}
	}
	return false
}

// turnRound puts the leaves of a snapshot's stacks first. Stacks are shared with other
// snapshots, so that these get their own.
func turnRound(s *Snapshot) {
	for i, stack := range s.Stacks {
		turned := Stack{Frames: reversed(stack.Frames), Incomplete: stack.Incomplete}
		turned.ID = stackID(turned)
		for _, v := range stack.variants {
			turned.variants = append(turned.variants, reversed(v))
		}
		s.Stacks[i] = turned
	}
}

func reversed(frames []*frame.Frame) []*frame.Frame {
	frames = slices.Clone(frames)
	slices.Reverse(frames)
	return frames
}
