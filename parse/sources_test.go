package parse

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestSourcesAreReadApart(t *testing.T) {
	shop, bank := strings.Join(process("Shop", 0x10, 6), ""), strings.Join(process("Bank", 0x10, 2), "")
	const logs = "LOG: checkpoint starting\nLOG: checkpoint complete\n"
	kubectl := []string{"[pod/a-1/c] ", "[pod/b-2/c] "}
	compose := []string{"api-1   | ", "bank-22 | "}
	colours := []string{"\x1b[36mapi-1   | \x1b[0m", "\x1b[33mbank-22 | \x1b[0m"}
	stamps := []string{"api-1   | 2026-11-30T12:00:00.000000001Z ", "bank-22 | 2026-11-30T12:00:00.000000007Z "}
	tests := []struct {
		name, text string
		want       []int
		skipped    int
	}{
		{"kubectl", interleave(kubectl, []string{shop, bank}), []int{9, 5}, 0},
		{"compose", interleave(compose, []string{shop, bank}), []int{9, 5}, 0},
		{"compose in colours", interleave(colours, []string{shop, bank}), []int{9, 5}, 0},
		{"time stamps", interleave(stamps, []string{shop, bank}), []int{9, 5}, 0},
		{"one behind the other", withPrefix(kubectl[0], shop) + withPrefix(kubectl[1], bank), []int{9, 5}, 0},
		{"the same ids and stacks", interleave(kubectl, []string{shop, shop}), []int{9, 9}, 0},
		{"blanks trimmed", strings.ReplaceAll(interleave(kubectl, []string{shop, bank}), "] \n", "]\n"), []int{9, 5}, 0},
		{"two reports of one", interleave(kubectl, []string{shop + bank, bank}), []int{9, 5, 5}, 0},
		{"a source without threads", interleave(compose, []string{logs, bank}), []int{5}, 2},
		{"one source", withPrefix(compose[0], bank), []int{5}, 0},
		{"numbers of lines", withPrefix("12 | ", bank), []int{5}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			snaps := mustRead(t, tt.text)
			if got := shape(snaps); !slices.Equal(got, tt.want) {
				t.Fatalf("threads %v, want %v; %s", got, tt.want, describe(snaps))
			}
			checkSums(t, snaps)
			skipped := 0
			for i, s := range snaps {
				skipped += s.SkippedLines
				if s.Interleaved || s.Truncated || s.Source.Index != i+1 {
					t.Errorf("snapshot %d: interleaved %v, truncated %v, index %d", i+1, s.Interleaved, s.Truncated, s.Source.Index)
				}
			}
			if skipped != tt.skipped {
				t.Errorf("%d lines skipped, want %d; %v", skipped, tt.skipped, reasons(snaps))
			}
		})
	}
}

func TestSourcesAreNamed(t *testing.T) {
	report := strings.Join(process("Shop", 0x10, 3), "")
	snaps := mustRead(t, interleave([]string{"[pod/a-1/c] ", "[pod/b-2/c] "}, []string{report, report}))
	for i, name := range []string{"[pod/a-1/c]", "[pod/b-2/c]"} {
		if want := "lines of " + name + " read apart from other sources"; !slices.Contains(snaps[i].Repairs, want) {
			t.Errorf("repairs %q, want %q", snaps[i].Repairs, want)
		}
	}
	for _, s := range mustRead(t, withPrefix("api-1  | ", report)) {
		if strings.Contains(strings.Join(s.Repairs, "\n"), "api-1") {
			t.Errorf("one source: repairs %q", s.Repairs)
		}
	}
}

// Every line can name a source of its own.
func TestSourcesAreBounded(t *testing.T) {
	var b strings.Builder
	report := strings.Join(process("Shop", 0x10, 3), "")
	b.WriteString(withPrefix("api-0 | ", report))
	for i := range 4 * maxSources {
		fmt.Fprintf(&b, "api-%d | some line\n", i)
	}
	snaps := mustRead(t, b.String())
	if got := shape(snaps); !slices.Equal(got, []int{6}) {
		t.Fatalf("threads %v", got)
	}
	if said := strings.Join(reasons(snaps), "\n"); !strings.Contains(said, "more than 256 sources") &&
		snaps[0].MoreProblems == 0 {
		t.Errorf("problems %s", said)
	}
	if snaps[0].SkippedLines != 4*maxSources {
		t.Errorf("%d lines skipped", snaps[0].SkippedLines)
	}
}
