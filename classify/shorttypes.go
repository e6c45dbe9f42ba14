package classify

import (
	"strings"

	"stacktriage/frame"
)

// shortTypes are types of the base library that hold waits and the roots of threads, by
// their names without a namespace. A type of the program's own may have such a name:
// where the frame shows a namespace, this is not asked.
var shortTypes = map[string]string{
	"AsyncMethodBuilderCore":            "System.Runtime.CompilerServices",
	"AsyncTaskMethodBuilder":            "System.Runtime.CompilerServices",
	"AutoResetEvent":                    "System.Threading",
	"Barrier":                           "System.Threading",
	"BlockingCollection":                "System.Collections.Concurrent",
	"CompleteWaitThreadPoolWorkItem":    "System.Threading",
	"ConfiguredTaskAwaitable":           "System.Runtime.CompilerServices",
	"Console":                           "System",
	"CountdownEvent":                    "System.Threading",
	"EventWaitHandle":                   "System.Threading",
	"ExecutionContext":                  "System.Threading",
	"HostingAbstractionsHostExtensions": "Microsoft.Extensions.Hosting",
	"HttpClient":                        "System.Net.Http",
	"KestrelServer":                     "Microsoft.AspNetCore.Server.Kestrel.Core",
	"Lazy":                              "System",
	"Lock":                              "System.Threading",
	"LowLevelLifoSemaphore":             "System.Threading",
	"ManualResetEvent":                  "System.Threading",
	"ManualResetEventSlim":              "System.Threading",
	"Monitor":                           "System.Threading",
	"Mutex":                             "System.Threading",
	"Parallel":                          "System.Threading.Tasks",
	"PortableThreadPool":                "System.Threading",
	"Process":                           "System.Diagnostics",
	"ReaderWriterLock":                  "System.Threading",
	"ReaderWriterLockSlim":              "System.Threading",
	"Semaphore":                         "System.Threading",
	"SemaphoreSlim":                     "System.Threading",
	"Socket":                            "System.Net.Sockets",
	"SpinWait":                          "System.Threading",
	"SynchronizationContext":            "System.Threading",
	"Task":                              "System.Threading.Tasks",
	"TaskAwaiter":                       "System.Runtime.CompilerServices",
	"TaskFactory":                       "System.Threading.Tasks",
	"Thread":                            "System.Threading",
	"ThreadHelper":                      "System.Threading",
	"ThreadPoolWorkQueue":               "System.Threading",
	"TimerQueue":                        "System.Threading",
	"TimerQueueTimer":                   "System.Threading",
	"ValueTaskAwaiter":                  "System.Runtime.CompilerServices",
	"WaitHandle":                        "System.Threading",
	"WaitSubsystem":                     "System.Threading",
	"WebApplication":                    "Microsoft.AspNetCore.Builder",
	"WebHostExtensions":                 "Microsoft.AspNetCore.Hosting",
	"_ThreadPoolWaitCallback":           "System.Threading",
}

// qualified are the frames of a stack for matching. Rider can print types of the base
// library without their namespace, which rules need; the names that are shown stay those
// of the input.
func (m *Memory) qualified(frames []*frame.Frame) []*frame.Frame {
	var out []*frame.Frame
	for i, f := range frames {
		q := m.withNamespace(f)
		if q == f {
			continue
		}
		if out == nil {
			out = append([]*frame.Frame(nil), frames...)
		}
		out[i] = q
	}
	if out == nil {
		return frames
	}
	return out
}

// withNamespace puts the namespace in front of a type of the base library that has none.
func (m *Memory) withNamespace(f *frame.Frame) *frame.Frame {
	if f.Module != "" {
		return f
	}
	if q, ok := m.short[f]; ok {
		return q
	}
	q := f
	if dot := strings.IndexAny(f.Raw, ".(<`["); dot > 0 {
		if space := shortTypes[f.Raw[:dot]]; space != "" {
			d := frame.DecodeBare(space + "." + f.Raw)
			d.Raw = f.Raw
			q = &d
		}
	}
	m.short[f] = q
	return q
}
