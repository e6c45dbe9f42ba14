package render

import (
	"io"

	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/output/schema"
	"stacktriage/series"
)

// JSON writes the report as one object.
func JSON(w io.Writer, r *diagnose.Report, o Options) error {
	return schema.WriteReport(w, r, o.Version)
}

// DiffJSON writes a comparison as one object.
func DiffJSON(w io.Writer, d *compare.Diff, o Options) error {
	return schema.WriteDiff(w, d, o.Version)
}

// SeriesJSON writes a series as one object.
func SeriesJSON(w io.Writer, s *series.Series, o Options) error {
	return schema.WriteSeries(w, s, o.Version)
}
