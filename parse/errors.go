package parse

import (
	"errors"
	"strconv"
)

// ErrNoThread is what every InputError is: input in which no thread was recognised.
var ErrNoThread = errors.New("no thread recognised")

// Kind says why no thread was recognised.
type Kind uint8

const (
	// Unknown input is of no kind that has a name here.
	Unknown Kind = iota
	// Empty input has no byte but white space.
	Empty
	// FailedCapture is what dotnet-stack, or what should have started it, prints when
	// there is no report.
	FailedCapture
	// Foreign input is of a kind that other tools read.
	Foreign
)

// InputError says what an input is in which no thread was recognised, and what to do.
type InputError struct {
	Kind Kind
	// What says what the input is, as a clause: "this is a Java thread dump".
	What string
	// Quote is how the input begins, cleaned and shortened, where What does not tell more.
	Quote string
	// Expected says what would have been read; empty where What makes that plain.
	Expected string
	// Cure says what to do, as a clause.
	Cure string
}

// Error is one sentence.
func (e *InputError) Error() string {
	s := e.What
	if e.Quote != "" {
		s += " " + strconv.Quote(e.Quote)
	}
	if e.Expected != "" {
		s += ", expected " + e.Expected
	}
	if e.Cure != "" {
		s += ": " + e.Cure
	}
	return s
}

// Unwrap makes every InputError an ErrNoThread.
func (e *InputError) Unwrap() error { return ErrNoThread }

// Cures that several kinds of input share.
const (
	cureReport = `take a report with "dotnet-stack report -p PID > report.txt" and give that file`
	// Empty output with exit code 0 is a known fault of dotnet-stack: the sampling window
	// of 10 ms held no complete round (dotnet/diagnostics#5917).
	cureEmpty = `a report of a large or loaded process can come back empty, with exit code 0: take it again, or ` +
		`with a longer window, "dotnet-stack report -p PID --duration 00:00:00:01"`
	expectedReport = `the text of "dotnet-stack report", whose threads begin with lines like "Thread (0x1A2B):"`
)
