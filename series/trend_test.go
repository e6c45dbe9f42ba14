package series

import "testing"

// TestTrend has each trend at its limits.
func TestTrend(t *testing.T) {
	for _, tt := range []struct {
		counts []int
		want   Trend
	}{
		{[]int{4, 7}, TrendGrowing}, {[]int{4, 6}, TrendSteady},
		{[]int{0, 3}, TrendGrowing}, {[]int{0, 2}, TrendPassing},
		{[]int{30, 33}, TrendGrowing}, {[]int{31, 34}, TrendSteady},
		{[]int{4, 4, 8}, TrendVarying}, {[]int{4, 4, 6, 8}, TrendGrowing}, {[]int{4, 8, 7}, TrendVarying},
		{[]int{4, 9, 8}, TrendVarying}, {[]int{1, 2, 1, 9}, TrendVarying},
		{[]int{0, 0, 3}, TrendAppeared}, {[]int{0, 0, 2}, TrendPassing}, {[]int{0, 5, 4}, TrendAppeared},
		{[]int{0, 5, 0}, TrendPassing}, {[]int{0, 5, 0, 5}, TrendPassing}, {[]int{5, 0, 5}, TrendPassing},
		{[]int{7, 4}, TrendShrinking}, {[]int{6, 4}, TrendSteady}, {[]int{33, 30}, TrendShrinking},
		{[]int{34, 31}, TrendSteady}, {[]int{8, 4, 4}, TrendVarying}, {[]int{8, 4, 5}, TrendVarying},
		{[]int{12, 12, 12}, TrendSteady}, {[]int{12, 14, 12}, TrendSteady}, {[]int{12, 15, 12}, TrendVarying},
		{[]int{27, 30, 27}, TrendSteady}, {[]int{26, 30, 26}, TrendVarying},
	} {
		if got := trendOf(tt.counts); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.counts, got, tt.want)
		}
	}
}
