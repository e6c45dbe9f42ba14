package parse

import (
	"slices"
	"strings"
	"testing"
)

func TestOverwrittenIDs(t *testing.T) {
	const said = "thread ids are all the same: they do not tell threads apart"
	shop, bank := strings.Join(process("Shop", 0x10, 4), ""), strings.Join(process("Bank", 0x50, 2), "")
	same := func(text, id string) string {
		var b strings.Builder
		for l := range strings.Lines(text) {
			if strings.HasPrefix(l, "Thread (") {
				l = "Thread (" + id + "):\n"
			}
			b.WriteString(l)
		}
		return b.String()
	}
	tests := []struct {
		name, text string
		want       []int
		said       int
	}{
		{"all the same", same(shop, "0x35D5"), []int{7}, 1},
		{"zero", same(shop, "0x0"), []int{7}, 1},
		{"two processes", same(shop, "0x0") + same(bank, "0x0"), []int{7, 5}, 2},
		{"behind a report with ids", bank + "$ dotnet-stack report -p 2\n" + same(shop, "0x0"), []int{5, 7}, 1},
		{"names", strings.ReplaceAll(same(shop, "0x0"), "):", ") (worker):"), []int{7}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			snaps := mustRead(t, tt.text)
			if got := shape(snaps); !slices.Equal(got, tt.want) {
				t.Fatalf("threads %v, want %v; %s", got, tt.want, describe(snaps))
			}
			checkSums(t, snaps)
			if n := strings.Count(strings.Join(reasons(snaps), "\n"), said); n != tt.said {
				t.Errorf("said %d times: %q", n, reasons(snaps))
			}
		})
	}
}

// One id that occurs twice is no new report, wherever it stands.
func TestOneRepeatedIDIsNamed(t *testing.T) {
	blocks := process("Shop", 0x10, 4)
	last := len(blocks) - 1
	blocks[last] = strings.Replace(blocks[last], "0x17", "0x16", 1)
	snaps := mustRead(t, strings.Join(blocks, ""))
	if got := shape(snaps); !slices.Equal(got, []int{7}) {
		t.Fatalf("threads %v", got)
	}
	if said := reasons(snaps); len(said) != 1 || !strings.HasSuffix(said[0], "thread id occurs twice in one report") {
		t.Errorf("problems %q", said)
	}
}
