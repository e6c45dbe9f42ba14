package parse

import (
	"strings"
	"testing"
)

// marked are ways to put marks around every line there is, the parts of broken ones
// included.
var marked = []damaging{
	{name: "diff", do: func(s string) string {
		return "--- /dev/null\n+++ b/stacks.txt\n@@ -0,0 +1,99 @@\n" + constant("+")(s)
	}},
	{name: "quoted code", do: eachLine(func(_ int, l string) string {
		if l == "" {
			return ">"
		}
		return "> `" + l + "`"
	})},
	{name: "cells", do: eachLine(func(_ int, l string) string { return `"` + strings.ReplaceAll(l, `"`, `""`) + `"` })},
	{name: "code", do: eachLine(func(_ int, l string) string { return "`" + l + "`" })},
}

func TestMarksAroundPartsOfLines(t *testing.T) {
	for _, base := range []string{"web/stack-bad.txt", "real/variant-base.txt", "acme/net10-mixed_bad.txt"} {
		clean := real(t, base, sampled(1000, 40))
		for _, width := range []int{72, 80, 120} {
			for _, m := range marked {
				t.Run(base+"/"+m.name, func(t *testing.T) {
					checkSame(t, clean, m.do(folded(width, "")(clean)), false)
				})
			}
		}
	}
}
