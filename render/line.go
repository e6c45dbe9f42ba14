package render

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/layout"
	"stacktriage/wording"
)

// Line writes one line for each place in logfmt, for grep, alerts and deduplication. A
// report without a place has a line, too, so that silence is never health.
func Line(w io.Writer, r *diagnose.Report, o Options) error {
	out := bufio.NewWriter(w)
	for _, s := range r.Snapshots {
		t := &textReport{page: unwritten(o), snap: s, opt: Options{Top: o.Top}}
		sections, _ := t.sections()
		for _, section := range sections {
			for _, site := range section.sites {
				writeFields(out, placeFields(s, section.finding, site))
			}
		}
		for i := range s.Findings {
			if f := &s.Findings[i]; !placedIn(sections, f) {
				writeFields(out, findingFields(s, f))
			}
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the lines: %w", err)
	}
	return nil
}

func placedIn(sections []section, f *diagnose.Finding) bool {
	for _, s := range sections {
		if s.finding == f {
			return true
		}
	}
	return false
}

// field is a name and a value; one without a value is left out.
type field struct{ name, value string }

func placeFields(snap *diagnose.Snapshot, f *diagnose.Finding, site *group.Site) []field {
	place := wording.PlaceOf(site)
	workers := 0
	if site.Role == classify.Worker {
		workers = site.Threads
	}
	return slices.Concat(
		[]field{{"place", diagnose.Signature(site)}}, conclusionFields(f),
		[]field{
			{"threads", strconv.Itoa(site.Threads)}, {"workers", strconv.Itoa(workers)}, {"state", string(site.State)},
			{"api", apiOf(site.Cause)}, {"culprit", place.Culprit}, {"module", place.Module},
			{"input", wording.Title(snap.Input.Source)},
		})
}

// findingFields are those of a finding without a place.
func findingFields(snap *diagnose.Snapshot, f *diagnose.Finding) []field {
	return slices.Concat(conclusionFields(f), []field{
		{"threads", strconv.Itoa(f.Threads)}, {"workers", strconv.Itoa(f.Workers)},
		{"input", wording.Title(snap.Input.Source)},
	})
}

// conclusionFields say what is concluded; nothing is of a place without a finding.
func conclusionFields(f *diagnose.Finding) []field {
	if f == nil {
		return []field{{"severity", "other"}}
	}
	return []field{
		{"severity", string(f.Severity)}, {"finding", string(f.ID)}, {"confidence", string(f.Confidence)},
		{"starved", strconv.FormatBool(f.Starved)}, {"proof", string(f.StarvedProof)},
	}
}

// writeFields writes a line. A value with a blank, a quote or an equals sign is quoted.
func writeFields(w *bufio.Writer, fields []field) {
	var parts []string
	for _, f := range fields {
		value := layout.Clean(f.value, true)
		if value == "" {
			continue
		}
		if strings.ContainsAny(value, " \"=\\") {
			value = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
		}
		parts = append(parts, f.name+"="+value)
	}
	w.WriteString(strings.Join(parts, " ") + "\n")
}
