package parse

import (
	"slices"
	"strings"
	"testing"
)

// interleave takes a line of each text in turn, with its prefix in front.
func interleave(prefixes, texts []string) string {
	var all [][]string
	most := 0
	for i, text := range texts {
		all = append(all, strings.SplitAfter(withPrefix(prefixes[i], text), "\n"))
		most = max(most, len(all[i]))
	}
	var b strings.Builder
	for n := range most {
		for _, lines := range all {
			if n < len(lines) {
				b.WriteString(lines[n])
			}
		}
	}
	return b.String()
}

func TestInterleavedOutputsAreNamed(t *testing.T) {
	one := real(t, "web/stack-bad.txt", 20)
	other := real(t, "real/variant-base.txt", 10) + strings.Join(process("Shop", 0x10, 8), "")
	snaps := mustRead(t, interleave([]string{"", ""}, []string{one, other}))
	for i, s := range snaps {
		said := slices.ContainsFunc(s.Problems, func(p Problem) bool {
			return p.Line == 0 && strings.HasPrefix(p.Reason, "two outputs are interleaved: stacks are unreliable (")
		})
		if !s.Interleaved || !said {
			t.Errorf("snapshot %d: interleaved %v, problems %+v", i+1, s.Interleaved, s.Problems)
		}
	}
}

// Damage that loses lines mixes threads, too, but no outputs.
func TestLostLinesAreNoInterleaving(t *testing.T) {
	report := real(t, "web/stack-bad.txt", 40)
	for name, text := range map[string]string{
		"as printed":   report,
		"no header":    without(report, "Thread ("),
		"no marker":    without(report, "[Native"),
		"no empty":     strings.ReplaceAll(report, "\n\n", "\n"),
		"neither":      strings.ReplaceAll(without(report, "Thread ("), "\n\n", "\n"),
		"only headers": report + strings.Repeat("Thread (0x1A):\nThread (0x1B):\n", 5),
	} {
		for _, s := range mustRead(t, text) {
			if s.Interleaved {
				t.Errorf("%s: %+v", name, s.Problems)
			}
		}
	}
}

// without drops the lines that contain some text.
func without(text, part string) string {
	var b strings.Builder
	for l := range strings.Lines(text) {
		if !strings.Contains(l, part) {
			b.WriteString(l)
		}
	}
	return b.String()
}
