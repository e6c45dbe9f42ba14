package compare

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDamageIsNoFix: an AFTER that is the starved report itself, damaged, is never taken
// for a fix: what is gone was lost.
func TestDamageIsNoFix(t *testing.T) {
	before := text(t, "web/stack-bad.txt")
	threads := strings.Split(strings.TrimSpace(before), "\n\n")
	each := func(change func([]string) []string) string {
		var b strings.Builder
		for _, thread := range threads {
			b.WriteString(strings.Join(change(strings.Split(thread, "\n")), "\n") + "\n\n")
		}
		return b.String()
	}
	own, base := regexp.MustCompile(`(?m)^ +Bookstore[^!]*!.*\n`), regexp.MustCompile(`(?m)^ +System\.Private\.CoreLib!.*\n`)
	for name, after := range map[string]string{
		"3 innermost frames":  each(func(l []string) []string { return l[:min(len(l), 5)] }),
		"6 innermost frames":  each(func(l []string) []string { return l[:min(len(l), 8)] }),
		"outermost frames":    each(func(l []string) []string { return append(l[:2:2], l[max(len(l)-4, 2):]...) }),
		"every second frame":  each(func(l []string) []string { return everySecond(l) }),
		"no own code":         own.ReplaceAllString(before, ""),
		"no base library":     base.ReplaceAllString(before, ""),
		"case lost":           strings.ToLower(before),
		"half of the threads": strings.Join(threads[:len(threads)/2], "\n\n") + "\n\nThread (0x1):\n  [Native Fra",
		"reversed": each(func(l []string) []string {
			frames := slices.Clone(l[2:])
			slices.Reverse(frames)
			return append(l[:2:2], frames...)
		}),
	} {
		d := diffOf(t, before, after)
		switch d.Verdict.Kind {
		case Fixed, NotProven, Improved:
			t.Errorf("%s: %s %s", name, d.Verdict.Word, d.Verdict.Sentence)
		}
	}
}

func everySecond(lines []string) []string {
	out := slices.Clone(lines[:2])
	for i := 2; i < len(lines); i += 2 {
		out = append(out, lines[i])
	}
	return out
}
