// Package stacktriage says what the threads of a .NET process are stuck on, and in which
// method of its own code, from the text that dotnet-stack and its sibling tools print.
//
// Triage does it in one call, for recordings of events (.nettrace) and counters
// (dotnet-counters), too. Read and Analyze are its two halves for reports, for programs
// that keep the snapshots: package compare relates two of them, package series several of
// one process. Inputs are the two halves for whatever Triage reads, and join recordings
// to the report of the same process. What is returned are the models of the packages parse, group and diagnose;
// everything the command line prints is made from them. Nothing here prints, and nothing
// connects to a process or a network.
package stacktriage

import (
	"io"

	"stacktriage/diagnose"
	"stacktriage/evidence"
	"stacktriage/parse"
)

type (
	// Options say what a site knows better than the tables: whose code modules are, and
	// in which waits its own threads spend their lives. The zero value is usable.
	Options = diagnose.Options
	// Report is the verdict on each snapshot of an input.
	Report = diagnose.Report
	// Inputs read reports and recordings, told apart by their content.
	Inputs = evidence.Reader
)

// NewInputs returns inputs of which none is read yet.
func NewInputs() *Inputs { return evidence.NewReader() }

// Triage reads every report and recording in r and judges each by itself. The label names the input in
// the verdicts; a path will do. An input in which no thread can be recognised is an
// error (*parse.InputError says what it is, and what helps), never an empty report.
func Triage(r io.Reader, label string) (*Report, error) {
	inputs := NewInputs()
	snaps, err := inputs.Read(r, label)
	if err != nil {
		return nil, err
	}
	return inputs.Analyze(snaps, Options{}), nil
}

// Read reads every report in r: one snapshot for each, in the order of the input. What
// could not be understood of it is counted in the snapshots, with numbers of lines.
func Read(r io.Reader, label string) ([]*parse.Snapshot, error) {
	return parse.Read(r, label)
}

// Analyze judges each snapshot by itself and does not change it.
func Analyze(snaps []*parse.Snapshot, o Options) *Report {
	return diagnose.Analyze(snaps, o)
}
