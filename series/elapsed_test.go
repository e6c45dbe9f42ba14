package series

import (
	"testing"
	"time"

	"stacktriage/parse"
)

func TestElapsedByNames(t *testing.T) {
	tests := []struct {
		labels []string
		want   time.Duration // of the last; 0 = not known
	}{
		{[]string{"a-20260501-101530.txt", "a-20260501-101535.txt"}, 5 * time.Second},
		{[]string{"2026-05-01T10-15-30Z.txt", "2026-05-01T10-16-30Z.txt"}, time.Minute},
		{[]string{"/x/2026-05-01 10.15.30.txt", "/x/2026-05-01 10.15.32.txt"}, 2 * time.Second},
		{[]string{"s.1777630530.txt", "s.1777630540.txt"}, 10 * time.Second},
		{[]string{"a-20260501-101535.txt", "a-20260501-101530.txt"}, 0}, // out of order
		{[]string{"a-20260501-101535.txt", "b.txt"}, 0},
		{[]string{"20261399-101530.txt", "20261399-101535.txt"}, 0}, // no date
		{[]string{"20260501-101530/1.txt", "20260501-101535/2.txt"}, 0},
		{[]string{"pid-123456789012345678.txt", "pid-123456789012345679.txt"}, 0},
		{[]string{"1.txt", "2.txt"}, 0},
	}
	for _, tt := range tests {
		var snaps []*parse.Snapshot
		for _, label := range tt.labels {
			snaps = append(snaps, &parse.Snapshot{Source: parse.Source{Label: label, Index: 1, Of: 1}})
		}
		got := Elapsed(snaps)
		if known := len(got) > 0; known != (tt.want > 0) || known && got[len(got)-1] != tt.want {
			t.Errorf("%v: %v, want %v", tt.labels, got, tt.want)
		}
	}
}

func TestElapsedByTimesInTheText(t *testing.T) {
	at := func(label string, index, of, second int) *parse.Snapshot {
		s := &parse.Snapshot{Source: parse.Source{Label: label, Index: index, Of: of}}
		if second > 0 {
			s.Taken = time.Date(2026, 5, 1, 10, 15, second, 0, time.UTC)
		}
		return s
	}
	for name, tt := range map[string]struct {
		snaps []*parse.Snapshot
		want  time.Duration // of the last; 0 = not known
	}{
		"one input":                         {[]*parse.Snapshot{at("a", 1, 2, 1), at("a", 2, 2, 8)}, 7 * time.Second},
		"one report without":                {[]*parse.Snapshot{at("a", 1, 2, 1), at("a", 2, 2, 0)}, 0},
		"first report without":              {[]*parse.Snapshot{at("a", 1, 2, 0), at("a", 2, 2, 8)}, 0},
		"the same time twice":               {[]*parse.Snapshot{at("a", 1, 2, 8), at("a", 2, 2, 8)}, 0},
		"one input with a time in its name": {[]*parse.Snapshot{at("20260501-101500", 1, 2, 1), at("20260501-101500", 2, 2, 8)}, 7 * time.Second},
		"no report":                         {nil, 0},
		"files that hold a time":            {[]*parse.Snapshot{at("a", 1, 1, 1), at("b", 1, 1, 4)}, 3 * time.Second},
		"names of files come first":         {[]*parse.Snapshot{at("20260501-101500", 1, 1, 1), at("20260501-101510", 1, 1, 4)}, 10 * time.Second},
	} {
		got := Elapsed(tt.snaps)
		if known := len(got) > 0; known != (tt.want > 0) || known && got[len(got)-1] != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}
