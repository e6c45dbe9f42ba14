// Package capture takes the evidence from a running .NET process through its diagnostics
// socket, without SDK or tools: a sample of all stacks, a session of events and counters,
// a second sample, and on Linux what the operating system says of its threads.
//
// It never harms the process. Sampling suspends the runtime about once a millisecond and
// is bounded; sessions are stopped on every path, also when the context ends; events go
// through a circular buffer of at most 64 MB, which drops instead of blocking; and there
// is one session at a time. Every wait has a deadline.
//
// It judges nothing and reads no names: the streams it returns are for package nettrace.
// What can go wrong has an Error with a sentence and a cure.
//
// The protocol is described in dotnet/diagnostics, documentation/design-docs/ipc-protocol.md.
//
//	message.go      messages and their parts
//	commands.go     the commands: ProcessInfo, CollectTracing, StopTracing
//	dial_*.go       the connection: a Unix socket, or a named pipe of Windows
//	find*.go        from a process id, a name or a port to the socket
//	list.go         all processes that have one
//	record.go       one session, from its start to the end of its stream
//	take.go         sample, events, sample
//	threads_*.go    what the operating system says of threads
//	proc_linux.go   /proc
package capture
