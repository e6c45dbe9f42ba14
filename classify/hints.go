package classify

import (
	"strings"

	"stacktriage/parse"
)

// nameRoles are the names the runtime gives its threads, by their beginnings. Sources:
// dotnet/runtime PortableThreadPool.*.cs, TimerQueue.Portable.cs,
// SocketAsyncEngine.Unix.cs, src/coreclr/vm/finalizerthread.cpp; mono/mono
// mono/metadata/threadpool.c.
var nameRoles = []struct {
	name string
	role Role
}{
	{".NET TP Worker", Worker}, {".NET ThreadPool Worker", Worker},
	{".NET TP Gate", Gate}, {".NET ThreadPool Gate", Gate},
	{".NET TP Wait", WaitThread}, {".NET ThreadPool Wait", WaitThread},
	{".NET TP IO", IOPoll}, {".NET ThreadPool IO", IOPoll},
	{"Thread Pool Wor", Worker}, {"Threadpool worker", Worker}, {"Thread Pool I/O", IOPoll}, // Mono's
	{".NET Timer", Timer},
	{".NET Finalizer", Finalizer}, {"Finalizer", Finalizer},
	{".NET Sockets", SocketLoop},
	{".NET SigHandler", Signal},
	{".NET File Watcher", FileWatcher},
	{".NET EventPipe", Runtime}, {".NET Counter Poller", Runtime}, {".NET Tiered Compilation", Runtime},
}

// debuggerRoles are the words of SOS's clrthreads.
var debuggerRoles = map[string]Role{
	"Threadpool Worker": Worker, "Threadpool Completion Port": IOPoll, "Finalizer": Finalizer, "GC": Runtime,
}

// hints are the roles that names and debuggers give to the threads of each stack. They
// are asked only where the frames do not tell the role.
func hints(s *parse.Snapshot) map[*parse.Stack]Role {
	first := 0
	for first < len(s.Threads) && hintOf(s, first) == "" {
		first++
	}
	if first == len(s.Threads) {
		return nil
	}
	out := map[*parse.Stack]Role{}
	for i := range s.Threads {
		st := &s.Stacks[s.Threads[i].Stack]
		role := hintOf(s, i)
		if before, seen := out[st]; seen && before != role {
			role = "" // the threads of the stack differ
		}
		out[st] = role
	}
	return out
}

// saidToLock are the stacks of the threads of which a tool says that they wait for a lock.
func saidToLock(s *parse.Snapshot) map[*parse.Stack]bool {
	if s.Debugger == nil {
		return nil
	}
	out := map[*parse.Stack]bool{}
	for _, l := range s.Debugger.Locks {
		for _, i := range l.Waiting {
			out[&s.Stacks[s.Threads[i].Stack]] = true
		}
	}
	return out
}

func hintOf(s *parse.Snapshot, thread int) Role {
	if s.Debugger != nil {
		if role, ok := debuggerRoles[s.Debugger.Roles[s.ID(thread)]]; ok {
			return role
		}
	}
	name := s.Name(thread)
	if name == "" {
		return ""
	}
	for _, n := range nameRoles {
		if strings.HasPrefix(name, n.name) {
			return n.role
		}
	}
	return ""
}

// hinted takes the role of a stack whose frames do not tell it from its hint.
func (v *view) hinted(hint Role) bool {
	if hint == "" {
		return false
	}
	v.role, v.hint = hint, true
	for row := range roleRules {
		if roleRules[row].Role == hint {
			v.row = row
			break
		}
	}
	return true
}

// emptyLabel is how a thread without managed frames is called.
func (v *view) emptyLabel() string {
	if v.row >= 0 && v.role != Runtime {
		return roleRules[v.row].Label
	}
	return "no managed code"
}

// parked reports a worker known by a hint alone that has no work item: one without
// managed frames, as on .NET 5 and earlier, or in the semaphore of the pool.
func (v *view) parked() bool {
	for i, f := range v.frames {
		if v.infos[i].kind == KindTransparent {
			continue
		}
		return strings.HasPrefix(f.Full, "System.Threading.LowLevelLifoSemaphore.")
	}
	return true
}
