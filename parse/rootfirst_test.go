package parse

import (
	"slices"
	"strings"
	"testing"
)

func TestRootFirstIsTurnedRound(t *testing.T) {
	const head = "Thread (0x1A):\n"
	stack := []string{
		"  System.Private.CoreLib!System.Threading.ManualResetEventSlim.Wait(int32)",
		"  System.Private.CoreLib!System.Threading.Tasks.Task.SpinThenBlockingWait(int32)",
		"  Acme!Acme.Store.Load(int32)",
		"  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()",
		"  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()",
	}
	right := read(t, head+strings.Join(stack, "\n")+"\n")[0]
	wrong := read(t, head+strings.Join([]string{stack[4], stack[3], stack[2], stack[1], stack[0]}, "\n")+"\n")[0]
	if len(right.Repairs) != 0 {
		t.Errorf("repairs of a stack in order: %q", right.Repairs)
	}
	if want := []string{"stacks listed from root to leaf turned round"}; len(wrong.Repairs) != 1 || wrong.Repairs[0] != want[0] {
		t.Errorf("repairs %q, want %q", wrong.Repairs, want)
	}
	if right.Stacks[0].ID != wrong.Stacks[0].ID {
		t.Errorf("read as\n%s, want\n%s", show(wrong), show(right))
	}
}

// A report in which one pair of calls stands in either order is left alone.
func TestContradictingOrderIsLeft(t *testing.T) {
	s := read(t, "Thread (0x1A):\n"+
		"  System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object,int32)\n"+
		"  System.Private.CoreLib!System.Threading.ManualResetEventSlim.Wait(int32)\n"+
		"  Acme!Acme.Store.Load(int32)\n\n"+
		"Thread (0x1B):\n"+
		"  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n"+
		"  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n")[0]
	if len(s.Repairs) != 0 {
		t.Errorf("repairs %q", s.Repairs)
	}
}

// The first step of an async method tells the order, too.
func TestAsyncStartTellsTheOrder(t *testing.T) {
	const next, start, method = "App.dll!Acme.Store+<LoadAsync>d__3.MoveNext()\n",
		"mscorlib.dll!System.Runtime.CompilerServices.AsyncTaskMethodBuilder.Start(!!0&)\n", "App.dll!Acme.Store.LoadAsync()\n"
	for text, turned := range map[string]bool{next + start + method: false, method + start + next: true} {
		s := read(t, "Thread (0x1A):\n"+text)[0]
		if got := slices.Contains(s.Repairs, "stacks listed from root to leaf turned round"); got != turned {
			t.Errorf("turned round %v, want %v:\n%s", got, turned, text)
		}
	}
}
