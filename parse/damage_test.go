package parse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stacktriage/parse/internal/line"
)

// picture is what must be the same in a clean and in a damaged report: the threads in
// order, each with its id and its stack.
func picture(snaps []*Snapshot, ids bool) string {
	var b strings.Builder
	for i, s := range snaps {
		fmt.Fprintf(&b, "snapshot %d\n", i+1)
		for j, th := range s.Threads {
			id := s.ID(j)
			if !ids {
				n, _ := line.ThreadNumber([]byte(id))
				id = strconv.FormatUint(n, 10)
			}
			fmt.Fprintf(&b, "%s %s\n", id, s.Stacks[th.Stack].ID)
		}
	}
	return b.String()
}

func readString(text string) ([]*Snapshot, error) { return Read(strings.NewReader(text), "test") }

// checkSame compares what is read from damaged text with what is read from clean text.
func checkSame(t *testing.T, clean, damaged string, newIDs bool) {
	t.Helper()
	want, err := readString(clean)
	if err != nil {
		t.Fatal(err)
	}
	got, err := readString(damaged)
	if err != nil {
		t.Errorf("not read: %v", err)
		return
	}
	if w, g := picture(want, !newIDs), picture(got, !newIDs); w != g {
		t.Errorf("%s", firstDifference(w, g, got))
		return
	}
	for _, s := range got {
		if s.Truncated || s.HeadMissing || s.Damaged {
			t.Errorf("truncated %v, head missing %v, damaged %v: %v", s.Truncated, s.HeadMissing, s.Damaged, s.Problems)
		}
	}
}

func firstDifference(want, got string, snaps []*Snapshot) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range w {
		if i >= len(g) || w[i] != g[i] {
			have := "nothing"
			if i < len(g) {
				have = g[i]
			}
			return fmt.Sprintf("line %d of %d: want %s, got %s; %s", i, len(w), w[i], have, describe(snaps))
		}
	}
	return fmt.Sprintf("more than wanted: %s; %s", g[len(w)], describe(snaps))
}

func describe(snaps []*Snapshot) string {
	var b strings.Builder
	for _, s := range snaps {
		fmt.Fprintf(&b, "%d threads, %d skipped, %q", len(s.Threads), s.SkippedLines, s.Repairs)
		for i, p := range s.Problems {
			if i == 3 {
				break
			}
			fmt.Fprintf(&b, " [%d: %s: %q]", p.Line, p.Reason, p.Text)
		}
	}
	return b.String()
}

func TestDamageIsUndone(t *testing.T) {
	for _, base := range []string{"web/stack-bad.txt", "real/variant-base.txt"} {
		clean := real(t, base, sampled(1000, 12))
		for _, d := range damagings {
			t.Run(base+"/"+d.name, func(t *testing.T) { checkSame(t, clean, d.do(clean), d.newIDs) })
		}
		for _, e := range encodings {
			t.Run(base+"/"+e.name, func(t *testing.T) { checkSame(t, clean, e.do(clean), false) })
		}
	}
}

// TestPairsOfDamageAreUndone does one damage after another.
func TestPairsOfDamageAreUndone(t *testing.T) {
	part := sampled(1, 35)
	clean := real(t, "web/stack-bad.txt", 7)
	for i, first := range damagings {
		for j, second := range damagings {
			if first.kind == second.kind || nonsense(first, second) || (i*5+j)%part != 0 {
				continue
			}
			t.Run(first.name+"/"+second.name, func(t *testing.T) {
				checkSame(t, clean, second.do(first.do(clean)), first.newIDs || second.newIDs)
			})
		}
	}
}

// perLine are marks that nobody puts in front of parts of lines, or that could be a
// part of a name there.
var perLine = []string{"bullets", "numbered", "table", "at"}

// nonsense says that two damages do not happen in this order, or that the second one
// destroys what the first one left.
func nonsense(first, second damaging) bool {
	words := strings.HasPrefix(second.name, "words")
	switch {
	case first.name == "cr":
		return true // what works line by line sees a single line
	case first.name == "quoted-printable", first.name == "spaced-out":
		return true // this is done to a whole text, last
	case second.name == "spaced-out":
		return first.name == "bom-misread" || strings.Contains(first.name, "ansi") || first.name == "osc"
	case strings.HasPrefix(first.name, "frame-numbers"), first.name == "at":
		return words // the number is left alone
	case first.name == "source-string" && second.name == "csv":
		return true // quotes within quotes
	case first.name == "br-one-line", first.kind == "json", first.name == "csv", first.name == "kubectl":
		return words || first.name == "br-one-line" && second.kind == "wrap" // blanks and line ends are lost
	case first.kind == "wrap":
		// marks at each broken line, or bytes behind each, are no longer those of frames
		return second.kind == "tail" || slices.Contains(perLine, second.name) || strings.HasPrefix(second.name,
			"frame-numbers") ||
			strings.HasPrefix(first.name, "words") && (second.name == "csv" || second.name == "logfmt")
	case strings.Contains(first.name, "ansi") && second.kind == "wrap", first.kind == "ansi" && second.kind == "wrap":
		return strings.HasPrefix(second.name, "fold") // terminals do not count the sequences
	case first.kind == "ansi":
		return second.name == "markdown-escapes" // escapes within the sequences
	case first.kind == "tail":
		return second.kind == "wrap" || second.name == "csv" // the backslash escapes what follows
	}
	return false
}

// TestEncodedDamageIsUndone does each damage to a text and encodes the result.
func TestEncodedDamageIsUndone(t *testing.T) {
	clean := real(t, "real/variant-base.txt", sampled(5, 3))
	for i, d := range damagings {
		for j, e := range encodings {
			if (i+j)%sampled(1, 4) != 0 {
				continue
			}
			t.Run(d.name+"/"+e.name, func(t *testing.T) { checkSame(t, clean, e.do(d.do(clean)), d.newIDs) })
		}
	}
}
