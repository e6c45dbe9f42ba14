package layout

import (
	"math"
	"testing"
)

func TestChart(t *testing.T) {
	nan := math.NaN()
	for _, tt := range []struct {
		values  Series
		columns int
		want    string
		ascii   string
	}{
		{Series{0, 1, 2, 3, 4, 5, 6, 7, 8}, 9, "▁▁▂▃▄▅▆▇█", "..::--==#"},
		{Series{0, 0, 0}, 3, "▁▁▁", "..."},
		{Series{45, 65}, 5, "▆▆██", "==##"},
		{Series{-4, 0, 4}, 4, "▁▄█", ".-#"},
		{Series{1, nan, 1}, 3, "█ █", "# #"},
		{Series{nan, nan}, 2, "  ", "  "},
		{Series{0, 8, 8, 0, 4, 4}, 3, "███", "###"},
		{Series{0, 0, 8, 8}, 2, "▁█", ".#"},
		{nil, 5, "", ""},
	} {
		got := Chart(tt.values, tt.columns).Text
		if got != tt.want {
			t.Errorf("%v in %d: got %q, want %q", tt.values, tt.columns, got, tt.want)
		}
		if ascii := Clean(got, false); ascii != tt.ascii {
			t.Errorf("%v in %d: got %q, want %q", tt.values, tt.columns, ascii, tt.ascii)
		}
	}
}
