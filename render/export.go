package render

import (
	"io"

	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/output/export"
)

func exportOptions(o Options) export.Options {
	return export.Options{Version: o.Version, Classes: o.Classes, Raw: o.Full}
}

// Folded writes folded stacks, for flame graphs.
func Folded(w io.Writer, r *diagnose.Report, o Options) error {
	return export.Folded(w, r, exportOptions(o))
}

// Speedscope writes a file for speedscope.app.
func Speedscope(w io.Writer, r *diagnose.Report, o Options) error {
	return export.Speedscope(w, r, exportOptions(o))
}

// Pprof writes a profile for go tool pprof.
func Pprof(w io.Writer, r *diagnose.Report, o Options) error {
	return export.Pprof(w, r, exportOptions(o))
}

// DiffFolded writes folded stacks with two columns.
func DiffFolded(w io.Writer, d *compare.Diff, o Options) error {
	return export.FoldedDiff(w, d.Before, d.After, exportOptions(o))
}

// DiffSpeedscope writes both snapshots as two profiles.
func DiffSpeedscope(w io.Writer, d *compare.Diff, o Options) error {
	return export.SpeedscopeDiff(w, d.Before, d.After, exportOptions(o))
}
