package parse

import (
	"strings"
	"testing"
)

func named(t *testing.T, name string) func(string) string {
	t.Helper()
	for _, d := range damagings {
		if d.name == name {
			return d.do
		}
	}
	t.Fatalf("no damage %q", name)
	return nil
}

// TestWrapsOfOtherDamage wraps text that is damaged already, by a program that counts
// bytes and knows neither terminals nor CR, and damages what is wrapped.
func TestWrapsOfOtherDamage(t *testing.T) {
	padded := eachLine(func(_ int, l string) string { return l + strings.Repeat(" ", max(0, 120-len(l))) })
	for _, tc := range []struct {
		name  string
		chain []func(string) string
	}{
		{"colours, wrapped", []func(string) string{named(t, "ansi"), folded(80, "")}},
		{"colours, wrapped, quoted", []func(string) string{named(t, "ansi"), folded(72, ""), constant("> ")}},
		{"colours, wrapped, logged", []func(string) string{named(t, "ansi"), folded(80, ""), named(t, "syslog")}},
		{"colours, logged, wrapped", []func(string) string{named(t, "ansi"), named(t, "iso-time"), folded(72, "")}},
		{"wrapped twice", []func(string) string{folded(120, ""), folded(80, "")}},
		{"wrapped twice, in JSON", []func(string) string{folded(120, ""), folded(80, ""), named(t, "docker-json")}},
		{"padded, wrapped", []func(string) string{padded, folded(120, "")}},
		{"wrapped, in JSON, with times", []func(string) string{folded(72, ""), named(t, "docker-json"), named(t,
			"iso-time")}},
		{"CR, wrapped", []func(string) string{named(t, "cr"), folded(72, "")}},
		{"quoted code, words wrapped", []func(string) string{named(t, "indent-lost"), marked[1].do, wordWrapped(72)}},
		{"logged by a job, in a JSON string",
			[]func(string) string{prefixed("build\tRun tests\t2026-11-30T%02d:%02d:%02d.%06dZ ", clock), named(t,
				"json-string")}},
		{"blanks for line ends", []func(string) string{replace("\n", "  ")}},
		{"HTML in HTML", []func(string) string{named(t, "div-per-line"), named(t, "br-one-line")}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, base := range []string{"web/stack-bad.txt", "real/variant-base.txt", "acme/net10-mixed_bad.txt"} {
				clean := real(t, base, sampled(1000, 40))
				damaged := clean
				for _, do := range tc.chain {
					damaged = do(damaged)
				}
				checkSame(t, clean, damaged, false)
			}
		})
	}
}

// TestMuchDamageIsSaid destroys what cannot be mended.
func TestMuchDamageIsSaid(t *testing.T) {
	for name, chain := range map[string][]func(string) string{
		"line ends lost among words": {replace("\n", "  "), wordWrapped(72)},
		"cut at 40 columns":          {eachLine(func(_ int, l string) string { return l[:min(len(l), 40)] })},
		"every third line lost in part": {eachLine(func(i int, l string) string {
			if i%3 == 0 {
				return l[len(l)/2:]
			}
			return l
		})},
	} {
		damaged := real(t, "web/stack-bad.txt", 1000)
		for _, do := range chain {
			damaged = do(damaged)
		}
		snaps, err := readString(damaged)
		if err != nil {
			continue // refused, which is as good
		}
		if !snaps[0].Damaged {
			t.Errorf("%s: %s", name, describe(snaps))
		}
	}
}
