package counters

import (
	"strconv"
	"strings"
	"time"
)

// names are the counters that are read, lower case, by every name they have had: the
// display names of the event counters of .NET Core 3.0 to .NET 8, their ids, the meter
// of .NET 9 and later, its previews, and the meter of OpenTelemetry's instrumentation.
// Source: dotnet/runtime RuntimeEventSource.cs and RuntimeMetrics.cs.
var names = []struct {
	name    string
	measure Measure
}{
	{"threadpool queue length", QueueLength},
	{"threadpool-queue-length", QueueLength},
	{"dotnet.thread_pool.queue.length", QueueLength},
	{"process.runtime.dotnet.thread_pool.queue.length", QueueLength},
	{"threadpool thread count", ThreadCount},
	{"threadpool threads count", ThreadCount},
	{"threadpool-thread-count", ThreadCount},
	{"dotnet.thread_pool.thread.count", ThreadCount},
	{"process.runtime.dotnet.thread_pool.threads.count", ThreadCount},
	{"threadpool completed work item count", CompletedItems},
	{"threadpool completed work items", CompletedItems},
	{"threadpool-completed-items-count", CompletedItems},
	{"dotnet.thread_pool.work_item.count", CompletedItems},
	{"process.runtime.dotnet.thread_pool.completed_items.count", CompletedItems},
	{"monitor lock contention count", Contentions},
	{"lock contention count", Contentions},
	{"monitor-lock-contention-count", Contentions},
	{"dotnet.monitor.lock_contentions", Contentions},
	{"process.runtime.dotnet.monitor.lock_contention.count", Contentions},
	{"cpu usage", CPUPercent},
	{"cpu-usage", CPUPercent},
	{"dotnet.process.cpu.time", CPUTime},
	{"dotnet.cpu.time", CPUTime},
	{"dotnet.process.cpu.count", CPUCount},
}

// shortestCut is how much of a name must be there where the console's width cut it.
const shortestCut = len("threadpool c")

// measureOf tells what a counter of the runtime counts.
func measureOf(provider, name string) Measure {
	if !ofRuntime(provider, name) {
		return Other
	}
	base := baseName(name)
	for _, n := range names {
		if n.name == base {
			return n.measure
		}
	}
	return cutName(base)
}

// ofRuntime reports the runtime's own provider. A screen of which the head was not
// copied names none.
func ofRuntime(provider, name string) bool {
	provider = strings.ToLower(strings.TrimPrefix(provider, `EventCounters\`))
	if strings.HasPrefix(provider, "opentelemetry.instrumentation.runtime") {
		return strings.HasPrefix(name, "process.runtime.")
	}
	return provider == "" || provider == "system.runtime"
}

// baseName is a name without its unit and its interval, lower case: what stands before
// " (" or " / ".
func baseName(name string) string {
	base := name
	for _, end := range []string{" (", " / "} {
		base, _, _ = strings.Cut(base, end)
	}
	return strings.ToLower(strings.TrimSpace(base))
}

// cutName tells a name of which only the beginning is left, if that begins the names of
// one measure alone.
func cutName(base string) Measure {
	if len(base) < shortestCut {
		return Other
	}
	found := Other
	for _, n := range names {
		if !strings.HasPrefix(n.name, base) {
			continue
		}
		if found != Other && found != n.measure {
			return Other
		}
		found = n.measure
	}
	return found
}

// intervalOf reads the interval in which a name says its value changed: "(Count / 5
// sec)", "/ 1 sec", "/ sec"; 0 without one.
func intervalOf(name string) time.Duration {
	rest, ok := strings.CutSuffix(strings.TrimSuffix(strings.TrimSpace(name), ")"), " sec")
	if !ok {
		rest, ok = strings.CutSuffix(strings.TrimSuffix(strings.TrimSpace(name), ")"), "/sec")
		if !ok {
			return 0
		}
		rest += "/"
	}
	at := strings.LastIndexByte(rest, '/')
	if at < 0 {
		return 0
	}
	number := strings.TrimSpace(rest[at+1:])
	if number == "" {
		return time.Second
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > 1<<20 {
		return 0
	}
	return time.Duration(n) * time.Second
}
