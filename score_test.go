package stacktriage_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"stacktriage/internal/corpus"
)

// TestScore compares every row of the truth tables with the JSON report. The README
// of the corpus explains the columns.
func TestScore(t *testing.T) {
	for _, table := range []string{"TRUTH.tsv", "TRUTH-input.tsv"} {
		t.Run(strings.TrimSuffix(table, ".tsv"), func(t *testing.T) {
			for _, row := range readTruth(t, table) {
				t.Run(row["file"], func(t *testing.T) {
					t.Parallel()
					for _, wrong := range scoreRow(t, row) {
						t.Error(wrong)
					}
				})
			}
		})
	}
}

// truth is one row of a table by column name; an empty cell is not checked.
type truth map[string]string

func readTruth(t *testing.T, table string) []truth {
	t.Helper()
	return readTruthFile(t, filepath.Join(stacks, table))
}

func readTruthFile(t *testing.T, path string) []truth {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("read a truth table: %v", err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	columns := strings.Split(lines[0], "\t")
	rows := make([]truth, 0, len(lines)-1)
	for _, line := range lines[1:] {
		row := truth{}
		for i, cell := range strings.Split(line, "\t") {
			row[columns[i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// scoreRow returns what is wrong with the report on the file of one row.
func scoreRow(t *testing.T, row truth) []string {
	name, which, picked := strings.Cut(row["file"], "@")
	index, of := 1, 0
	if picked {
		if _, err := fmt.Sscanf(which, "%d/%d", &index, &of); err != nil {
			t.Fatalf("%q is not K/N: %v", which, err)
		}
	}
	report, err := analyze(name, corpus.Report(t, stacks, name))
	if row["finding"] == "empty" {
		if err == nil {
			return []string{"no thread in the input: want an error, got a report"}
		}
		return nil
	}
	if err != nil {
		return []string{err.Error()}
	}
	snapshots := decodeJSON(t, write(t, "json", report)).Snapshots
	if of > 0 && len(snapshots) != of {
		return []string{fmt.Sprintf("snapshots: truth %d, got %d", of, len(snapshots))}
	}
	return scoreSnapshot(row, snapshots[index-1])
}

// scoreSnapshot compares the cells of a row with one snapshot.
func scoreSnapshot(row truth, s jsonSnapshot) (wrong []string) {
	equal := func(column, got string) {
		if want := row[column]; want != "" && want != got {
			wrong = append(wrong, fmt.Sprintf("%s: truth %s, got %s", column, want, got))
		}
	}
	workers := s.Counts.Workers
	equal("threads", strconv.Itoa(s.Counts.Threads))
	equal("workers", strconv.Itoa(workers.Total))
	equal("idle", strconv.Itoa(workers.Idle))
	equal("blocked", strconv.Itoa(workers.Blocked))
	var first jsonFinding
	if len(s.Findings) > 0 {
		first = s.Findings[0]
	}
	if !oneOf(first.ID, row["finding"]) {
		equal("finding", first.ID)
	}
	equal("starved", map[bool]string{true: "yes", false: "no"}[first.Starved])
	wrong = append(wrong, scoreSums(s)...)
	for _, site := range strings.Split(row["sites"], " ; ") {
		if site != "" {
			wrong = append(wrong, scoreSite(site, s.Sites)...)
		}
	}
	return wrong
}

// scoreSums checks the two sums that no row states and every report must keep.
func scoreSums(s jsonSnapshot) (wrong []string) {
	grouped, blocked := 0, 0
	for _, g := range s.Groups {
		grouped += g.Count
	}
	for _, site := range s.Sites {
		if site.Role == "worker" && site.State == "blocked" {
			blocked += site.Threads
		}
	}
	if grouped != s.Counts.Threads {
		wrong = append(wrong, fmt.Sprintf("groups add up to %d of %d threads", grouped, s.Counts.Threads))
	}
	if blocked != s.Counts.Workers.Blocked {
		wrong = append(wrong, fmt.Sprintf("blocked worker sites add up to %d of %d blocked workers", blocked, s.Counts.Workers.Blocked))
	}
	return wrong
}

// scoreSite looks for `COUNT ROLE API @ METHOD` among the sites.
func scoreSite(want string, sites []jsonSite) []string {
	left, culprits, _ := strings.Cut(want, " @ ")
	parts := strings.SplitN(left, " ", 3)
	if len(parts) != 3 {
		return []string{fmt.Sprintf("site %q is not COUNT ROLE API @ METHOD", want)}
	}
	count, role, apis := parts[0], parts[1], parts[2]
	got := 0
	var near []string
	for _, site := range sites {
		if !atCulprit(site, culprits) {
			continue
		}
		api := ""
		if site.Cause != nil {
			api = site.Cause.API
		}
		near = append(near, fmt.Sprintf("%d %s %s", site.Threads, site.Role, api))
		if (role == "any" || site.Role == role) && anyAPI(api, apis) {
			got += site.Threads
		}
	}
	if strconv.Itoa(got) == count {
		return nil
	}
	hint := "no site with that culprit"
	if len(near) > 0 {
		hint = "at that culprit: " + strings.Join(near, "; ")
	}
	return []string{fmt.Sprintf("site %s: got %d (%s)", want, got, hint)}
}

// atCulprit says whether the site's culprit is one of the methods, "-" for none.
func atCulprit(site jsonSite, methods string) bool {
	got := "-"
	if site.Culprit != nil {
		got = site.Culprit.Raw
		if _, member, ok := strings.Cut(got, "!"); ok {
			got = member
		}
		got, _, _ = strings.Cut(got, "(")
	}
	for _, method := range strings.Split(methods, " or ") {
		if got == strings.TrimSpace(method) {
			return true
		}
	}
	return false
}

// anyAPI compares an API with alternatives: blanks and case do not count, "*" is
// every API, "~Name" compares the last part.
func anyAPI(got, alternatives string) bool {
	squeeze := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, " ", "")) }
	for _, want := range strings.Split(alternatives, "|") {
		last, short := strings.CutPrefix(want, "~")
		switch {
		case want == "*", !short && squeeze(got) == squeeze(want):
			return true
		case short && strings.EqualFold(got[strings.LastIndexByte(got, '.')+1:], last):
			return true
		}
	}
	return false
}

// oneOf says whether got is among the alternatives joined by "|".
func oneOf(got, alternatives string) bool {
	for _, want := range strings.Split(alternatives, "|") {
		if got == want {
			return true
		}
	}
	return false
}
