package parse

import (
	"fmt"
	"strings"
	"testing"
)

func TestWhenReportsWereTaken(t *testing.T) {
	reports := []string{strings.Join(process("Shop", 0x10, 3), ""), strings.Join(process("Shop", 0x10, 4), "")}
	log := func(minute int) string {
		var b strings.Builder
		for i := range 60 {
			fmt.Fprintf(&b, "2026-05-01 10:%02d:%02d,123 INFO Acme.Host - request %d took long\n", minute, i, i)
		}
		return b.String()
	}
	tests := []struct {
		name, text string
		want       [2]string // time of day of each; empty where none is known
		skipped    int
	}{
		{"date in front", "Fri May  1 10:00:00 UTC 2026\n" + reports[0] + "Fri May  1 10:00:05 UTC 2026\n" + reports[1],
			[2]string{"10:00:00", "10:00:05"}, 0},
		{"date behind", reports[0] + "1777630530\n" + reports[1] + "1777630540\n", [2]string{"10:15:30", "10:15:40"}, 0},
		{"in a title", "=== at 2026-05-01T10:00:00Z ===\n" + reports[0] + "=== at 2026-05-01T10:00:05Z ===\n" + reports[1],
			[2]string{"10:00:00", "10:00:05"}, 2},
		{"in a comment", "# 2026-05-01T10:00:00Z\n" + reports[0] + "# 2026-05-01T10:00:05Z\n" + reports[1],
			[2]string{"10:00:00", "10:00:05"}, 0},
		{"in a log", log(0) + reports[0] + log(7) + reports[1], [2]string{"10:00:59", "10:07:59"}, 120},
		{"once", "Fri May  1 10:00:00 UTC 2026\n" + reports[0] + "---------\n" + reports[1], [2]string{"10:00:00", ""}, 0},
		{"nowhere", reports[0] + "---------\n" + reports[1], [2]string{}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			snaps := mustRead(t, tt.text)
			if len(snaps) != 2 {
				t.Fatalf("%d snapshots; %s", len(snaps), describe(snaps))
			}
			skipped := 0
			for i, s := range snaps {
				got := ""
				if !s.Taken.IsZero() {
					got = s.Taken.UTC().Format("15:04:05")
				}
				if got != tt.want[i] {
					t.Errorf("snapshot %d: taken %q, want %q", i+1, got, tt.want[i])
				}
				skipped += s.SkippedLines
			}
			if skipped != tt.skipped {
				t.Errorf("%d lines skipped, want %d", skipped, tt.skipped)
			}
		})
	}
}
