package stacktriage_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"stacktriage/internal/corpus"
	"stacktriage/parse"
)

// TestKinds compares the rows of TRUTH-kinds.tsv: what people paste that is no report of
// dotnet-stack. Besides the columns of the other tables it has two: "refuse" is what a
// refusal must say, and "never" are findings that no snapshot may begin with.
func TestKinds(t *testing.T) {
	for _, row := range readTruth(t, "TRUTH-kinds.tsv") {
		t.Run(row["file"], func(t *testing.T) {
			t.Parallel()
			for _, w := range scoreKind(t, row) {
				t.Error(w)
			}
		})
	}
}

// scoreKind returns what is wrong with the report or the refusal of one row.
func scoreKind(t *testing.T, row truth) []string {
	name, which, _ := strings.Cut(row["file"], "@")
	report, err := analyze(name, corpus.Report(t, stacks, name))
	switch {
	case err != nil && row["refuse"] != "":
		return scoreRefusal(row, err)
	case err != nil:
		return []string{err.Error()}
	case row["finding"] == "empty":
		return []string{"no thread in the input: want an error, got a report"}
	}
	snapshots := decodeJSON(t, write(t, "json", report)).Snapshots
	var wrong []string
	if which != "" && !strings.HasSuffix(which, fmt.Sprintf("/%d", len(snapshots))) {
		wrong = append(wrong, fmt.Sprintf("snapshots: truth %s, got %d", which, len(snapshots)))
	}
	for i, s := range snapshots {
		if len(s.Findings) > 0 && row["never"] != "" && oneOf(s.Findings[0].ID, row["never"]) {
			wrong = append(wrong, fmt.Sprintf("snapshot %d begins with %s", i+1, s.Findings[0].ID))
		}
	}
	return append(wrong, scoreSnapshot(row, snapshots[0])...)
}

// quotedInput is the text of the input that a refusal quotes: an echo names nothing.
var quotedInput = regexp.MustCompile(`begins with "(?:[^"\\]|\\.)*"`)

// scoreRefusal demands the words of the row in a refusal. A row may write several as
// "(?=.*A)(?=.*B)", which means all of them.
func scoreRefusal(row truth, err error) []string {
	var refusal *parse.InputError
	if !errors.As(err, &refusal) {
		return []string{err.Error()}
	}
	said := quotedInput.ReplaceAllString(refusal.Error(), "")
	for _, want := range strings.Split(strings.TrimSuffix(strings.TrimPrefix(row["refuse"], "(?=.*"), ")"), ")(?=.*") {
		if !regexp.MustCompile("(?i)" + want).MatchString(said) {
			return []string{fmt.Sprintf("refused, but without %q: %s", want, said)}
		}
	}
	return nil
}
