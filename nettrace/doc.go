// Package nettrace reads .nettrace streams of versions 4 and 5, the event traces that
// .NET runtimes from 3.0 on write to dotnet-trace, dotnet-stack and other clients of
// their diagnostics socket.
//
// A Reader gives the events that say where threads stand and wait, in the order of the
// stream: samples of stacks, waits, contended locks, changes of the thread pool and
// event counters. Their stacks are interned as they come; what the frames are called is
// known at the end, where the runtime lists its methods and modules (the rundown). It
// spells frames as dotnet-stack does, and WriteReport writes the first sample of each
// thread as the text that dotnet-stack prints, so that a recording and its report are
// read by the same parser.
//
// Memory is bounded by the distinct stacks and the names of methods, not by the length
// of the stream. A stream that breaks off or is corrupt gives what was there, and Trace
// says so; events that the runtime dropped are counted.
//
// The package judges nothing, unpacks nothing (gzip and zip are undone by the caller)
// and reads no other format: version 6 (dotnet-trace collect-linux) and NetPerf (.NET
// Core 2.1) are refused by name with an UnsupportedError.
//
// # Layout
//
// The format is described in microsoft/perfview, src/TraceEvent/EventPipe
// (NetTraceFormat_v5.md), the events in dotnet/runtime, src/coreclr/vm/ClrEtwAll.man.
//
//	source.go   the bytes of the stream, with their offset
//	cursor.go   numbers and strings within one block
//	reader.go   the preamble and the objects of the stream
//	blob.go     the events of a block, with both forms of header
//	define.go   metadata: which event an id stands for
//	decode.go   payloads of the runtime's events
//	counter.go  payloads of event counters, by the names of their fields
//	stacks.go   stacks, valid between two sequence points, and their interning
//	drops.go    sequence numbers, which tell dropped events
//	symbols.go  methods and modules, which give frames their names
//	ilmaps.go   from the address of a frame to the IL it was made from
//	report.go   the first sample of each thread as dotnet-stack's text
//	profile.go  samples over time, by thread and stack
package nettrace
