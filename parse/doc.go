// Package parse reads the text of stack reports and turns it into snapshots:
// distinct stacks of decoded frames, and the threads that stand in them.
//
// It judges nothing: it does not know which frames wait or whose code they are.
// What it could not read it counts and names by line; it never drops a thread
// silently.
//
// # Stages
//
// Text passes through stages that know nothing of each other:
//
//	bytes     internal/text    gzip and zip are unpacked within a bound, BOMs, UTF-16 and
//	                           UTF-32 undone; LF, CRLF, CR end lines
//	sources   sources.go       lines of several containers are read apart, by their names
//	cleaning  internal/repair  damage to all lines is undone: prefixes, JSON, HTML …
//	dialect   router.go        each line goes to the reader of its dialect; what a line
//	                           looks like alone is in internal/line
//	builder   builder.go       threads and stacks become snapshots, blocks of a debugger
//	          pasted.go        become facts of the snapshot beside them
//	          secondreport.go  a second main, gate or timer thread shows a second report
//	          sameids.go       ids that are all the same part nothing
//	          interleaved.go   lines of two outputs mixed are recognised, not undone
//
// Undamaged text of dotnet-stack takes a short cut (blocks.go): a thread's text is
// looked up as a whole and taken apart only when it is new. Where it shows damage
// later on, the rest goes the long way.
//
// What is undone to all lines is named in Snapshot.Repairs; what is lost or altered
// in single lines is in Snapshot.Problems and counted.
//
// # Dialects
//
// A dialect is a row of the table dialects and a reader for it (dialect.go). Its
// claims function sees single cleaned lines and says whether one opens the dialect's
// text. The router gives lines to the current reader first, and to the dialects when
// that reader does not understand them, so that several dialects may follow each
// other in one input; each change starts a new snapshot. A reader turns lines into
// frame numbers (builder.frame with a module, builder.bareFrame without), hands over
// whole threads (builder.addThread), notes what was lost or altered in lines that it
// understood (builder.problem) and where a new report begins (builder.bound). It
// returns false for lines that it does not understand, and the router counts those.
//
// People write lines above stacks to say whose they are: a label (label.go) is no thread
// but the name of the one below it, and a reader may end a thread at it. What a tool says
// of one thread beside its frames, such as whose lock it waits for, becomes a fact of the
// snapshot (waits.go, pasted.go). Dialects of last resort are asked when no other one
// found a thread; they see the text as a whole, because a single line of them could be
// anybody's. What holds no stack is refused by the name of what printed it (refuse.go,
// refuse_tools.go), or with what its blocks say (refuse_pasted.go).
//
// The readers of the sibling tools share threadMaker (dialect_thread.go), which puts a
// thread together from lines. A frame's Raw is the text of the input without what is of
// one thread alone: SOS's addresses are not part of it. The ids of parallelstacks get
// the "0x" that it leaves out.
package parse
