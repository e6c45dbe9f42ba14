package diagnose

import (
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
)

// FindingInfo is what there is to say about a kind of finding without a report.
type FindingInfo struct {
	ID       string
	Severity string // in words: "critical if starved, else warning"
	Alone    bool   // one thread is enough for it
	Means    string // what was seen, and what follows from it
	Advice   string // with "the blocking call" where a report names it
	Link     string
}

// FindingIDs are the ids of all findings.
func FindingIDs() []string { return slices.Clone(tableOrder) }

// FindingInfos describes every row of the table of findings. An id can have several.
func FindingInfos() []FindingInfo {
	var all []FindingInfo
	for i := range findingRules {
		r := &findingRules[i]
		all = append(all, FindingInfo{ID: r.id, Severity: usualSeverity(r), Alone: r.alone, Means: meanings[r.id], Advice: strings.Replace(r.advice, "%s", "the blocking call", 1), Link: r.link})
	}
	return append(all, FindingInfo{ID: "healthy", Severity: string(OK), Means: meanings["healthy"], Advice: adviceHealthy})
}

// usualSeverity asks a rule about three blocked workers, in a starved pool and in one
// that is not.
func usualSeverity(r *findingRule) string {
	var groups []*group.Group
	for range 3 {
		groups = append(groups, &group.Group{Class: classify.Result{Role: classify.Worker, State: classify.Blocked}, Threads: []int32{0}})
	}
	starved, other := r.severity(&evidence{starved: true}, groups), r.severity(&evidence{}, groups)
	if starved == other {
		return string(other)
	}
	return string(starved) + " if starved, else " + string(other)
}

// meanings say what each finding is a conclusion from.
var meanings = map[string]string{
	"sync-over-async":       "Threads wait for tasks (.Result, Wait, GetResult) instead of awaiting them. Each holds a pool thread that the task itself may need to finish.",
	"blocking-wait":         "Pool workers wait in events, semaphores, joins, sleeps, queues or for processes. Each is a worker less.",
	"lock-contention":       "Two threads or more wait for locks. Who holds them is not in this format.",
	"lock-holder-blocked":   "Threads wait for a lock, and a thread below the same call is itself blocked in something else: it seems to hold the lock while it waits.",
	"deadlock":              "Threads wait for locks in an order in which each seems to hold what another wants. One report cannot prove it.",
	"static-init":           "Threads wait for a static constructor that is itself blocked, or for one that another thread runs.",
	"startup-hang":          "The main thread is blocked while the host starts, or in a static constructor of the main module.",
	"logging-blocked":       "Threads wait inside log calls: the sink behind them is slow, full or stuck.",
	"connection-pool":       "Two threads or more wait for a database connection, and none is being made: all are in use, or leaked.",
	"http-connection-limit": "Threads wait for a free HTTP connection while others use the ones there are.",
	"dns-stall":             "Threads wait for the name resolver.",
	"thread-explosion":      "Fifty dedicated threads or more stand at one place of own code: a thread for each piece of work.",
	"long-running-on-pool":  "Pool workers run loops that do not end, or wait by design for as long as the process lives.",
	"cpu":                   "Threads run, and nothing of the own code is blocked.",
	"finalizer-blocked":     "A finalizer waits. No other finalizer runs until it returns, and what they would free stays.",
	"ui-blocked":            "The thread of a window waits, so it does not react.",
	"timer-blocked":         "Callbacks of timers are blocked. Timers fire again all the same, so the callbacks pile up.",
	"continuation-blocked":  "Threads block inside what an operation continued with when it completed; whatever else waits for that completion is held up, too.",
	"sync-io":               "Pool workers read or write sockets, files or HTTP bodies and wait for the other side.",
	"gc-wait":               "Threads wait for a garbage collection or for finalizers, which code asked for.",
	"main-blocked":          "The main thread waits for something of its own. A console program does so as often as a hung one.",
	"unclear":               "Threads are there, but their frames have no names or lost their roots.",
	"healthy":               "No rule found anything: workers are idle or few are busy, the other threads are in the waits they always are in.",
}
