package stacktriage_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/evidence"
	"stacktriage/output/schema"
	"stacktriage/parse"
)

// TestEvidenceScore compares recordings of which the cause is known with what is
// concluded from them. The README beside them explains the columns.
func TestEvidenceScore(t *testing.T) {
	folder := filepath.Join("testdata", "evidence")
	for _, row := range readTruthFile(t, filepath.Join(folder, "TRUTH.tsv")) {
		t.Run(row["args"], func(t *testing.T) {
			t.Parallel()
			snap := judge(t, folder, row["args"])
			if same := row["same"]; same != "" {
				if got, want := essence(snap), essence(judge(t, folder, same)); !reflect.DeepEqual(got, want) {
					t.Errorf("not as %s:\n%v\n%v", same, got, want)
				}
			}
			for _, wrong := range scoreEvidence(t, row, snap) {
				t.Error(wrong)
			}
		})
	}
}

// judge reads a report and joins what stands behind --with.
func judge(t *testing.T, folder, args string) *diagnose.Snapshot {
	t.Helper()
	inputs := evidence.NewReader()
	read := func(name string) []*parse.Snapshot {
		file, err := os.Open(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		snaps, err := inputs.Read(file, name)
		if err != nil {
			t.Fatal(err)
		}
		return snaps
	}
	first, rest, _ := strings.Cut(args, " --with ")
	snaps := read(first)
	for _, name := range strings.Fields(rest) {
		if err := inputs.Join(snaps[0], read(name), name); err != nil {
			t.Fatal(err)
		}
	}
	return inputs.Analyze(snaps, diagnose.Options{}).Snapshots[0]
}

// essence is what a recording and the report of the same instant have in common.
func essence(s *diagnose.Snapshot) []string {
	out := []string{fmt.Sprint(s.Counts.Threads, s.Counts.Workers)}
	for _, f := range s.Findings {
		out = append(out, string(f.ID))
	}
	var sites []string
	for _, site := range s.Sites {
		api, culprit := "", ""
		if site.Cause != nil {
			api = site.Cause.API
		}
		if site.Culprit != nil {
			culprit = site.Culprit.Name
		}
		sites = append(sites, fmt.Sprint(site.Role, site.State, api, culprit, site.Threads))
	}
	slices.Sort(sites)
	return append(out, sites...)
}

func scoreEvidence(t *testing.T, row truth, s *diagnose.Snapshot) (wrong []string) {
	f := s.Findings[0]
	if want := row["finding"]; want != "" && !slices.Contains(strings.Split(want, "|"), string(f.ID)) {
		wrong = append(wrong, fmt.Sprintf("finding %s, want %s", f.ID, want))
	}
	proven := string(f.StarvedProof)
	if proven == "" {
		proven = "null"
	}
	if want := row["starvedProof"]; want != "" && !slices.Contains(strings.Split(want, "|"), proven) {
		wrong = append(wrong, fmt.Sprintf("starvedProof %s, want %s", proven, want))
	}
	if s.Evidence == nil {
		s.Evidence = &diagnose.Evidence{}
	}
	for column, have := range map[string][]diagnose.Proof{"proof": s.Evidence.Proof, "against": s.Evidence.Against} {
		for id := range strings.SplitSeq(row[column], ",") {
			has := slices.ContainsFunc(have, func(p diagnose.Proof) bool { return string(p.ID) == id })
			if id != "" && !has {
				wrong = append(wrong, fmt.Sprintf("%s lacks %s: %v", column, id, have))
			}
		}
	}
	return append(wrong, checkEvidence(t, row["checks"], s)...)
}

var evidenceCheck = regexp.MustCompile(`^\s*([\w.\[\]]+)\s*(>=|<=|==)\s*(.*?)\s*$`)

// checkEvidence compares values of the JSON: PATH OP VALUE; ….
func checkEvidence(t *testing.T, checks string, s *diagnose.Snapshot) (wrong []string) {
	t.Helper()
	var text bytes.Buffer
	if err := schema.WriteReport(&text, &diagnose.Report{Snapshots: []*diagnose.Snapshot{s}}, ""); err != nil {
		t.Fatal(err)
	}
	var back struct{ Snapshots []struct{ Evidence any } }
	if err := json.Unmarshal(text.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	for check := range strings.SplitSeq(checks, ";") {
		if strings.TrimSpace(check) == "" {
			continue
		}
		m := evidenceCheck.FindStringSubmatch(check)
		if m == nil {
			t.Fatalf("%q is no check", check)
		}
		got := at(back.Snapshots[0].Evidence, m[1])
		if !compared(got, m[2], m[3]) {
			wrong = append(wrong, fmt.Sprintf("%s: got %v", strings.TrimSpace(check), got))
		}
	}
	return wrong
}

var pathPart = regexp.MustCompile(`[A-Za-z]\w*|\d+`)

// at finds a value by its path, as in "waits[0].culprit.name".
func at(value any, path string) any {
	for _, key := range pathPart.FindAllString(path, -1) {
		switch v := value.(type) {
		case map[string]any:
			value = v[key]
		case []any:
			if key == "length" {
				return float64(len(v))
			}
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(v) {
				return nil
			}
			value = v[i]
		default:
			return nil
		}
	}
	return value
}

func compared(got any, op, want string) bool {
	limit, err := strconv.ParseFloat(want, 64)
	v, isNumber := got.(float64)
	switch {
	case op == "==" && (err != nil || !isNumber):
		return fmt.Sprint(got) == want
	case !isNumber:
		return false
	case op == "==":
		return v == limit
	case op == ">=":
		return v >= limit
	}
	return v <= limit
}
