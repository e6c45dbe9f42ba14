package main

import "slices"

// findingIDs are the conclusions a report can hold.
func findingIDs() []string {
	return []string{
		"sync-over-async", "blocking-wait", "lock-contention", "lock-holder-blocked", "deadlock",
		"static-init", "startup-hang", "logging-blocked", "connection-pool", "http-connection-limit",
		"dns-stall", "thread-explosion", "long-running-on-pool", "cpu", "finalizer-blocked",
		"ui-blocked", "timer-blocked", "continuation-blocked", "sync-io", "gc-wait", "main-blocked",
		"unclear", "healthy",
	}
}

// ruleIDs are the causes a blocked or running thread can have.
func ruleIDs() []string {
	return []string{
		"task-result", "task-wait", "task-wait-all", "task-wait-any", "task-getresult",
		"task-getresult-configured", "valuetask-result", "valuetask-getresult", "task-unnamed", "sync-wrapper",
		"monitor-enter", "monitor-enter-probable", "monitor-tryenter", "lock-enter", "rwlock-read",
		"rwlock-write", "rwlock-upgrade", "rwlock-old", "spinlock", "semaphoreslim", "lazy-value", "static-init",
		"monitor-wait", "event-slim", "countdown", "barrier", "waithandle-one", "waithandle-any",
		"waithandle-all", "signal-and-wait", "thread-join", "process-exit", "cancellation-wait", "gc-wait",
		"thread-sleep", "retry-sleep", "spin-until", "spin-once", "queue-take", "queue-consume", "queue-add",
		"message-poll", "socket-read", "socket-write", "socket-accept", "socket-connect", "socket-poll", "tls",
		"dns", "http-send", "http-connection-wait", "body-read", "body-write", "file", "pipe",
		"process-output", "console-read", "console-write", "db-open", "db-pool-wait", "db-query",
		"cache-command", "log-write", "running", "regex", "native-library", "native-unknown",
	}
}

// gateIDs are the ids --fail-on knows.
func gateIDs() []string {
	return slices.Concat(findingIDs(), ruleIDs(), []string{starvedID})
}
