package layout

import (
	"math"
	"strings"
)

// Series is the course of a value in equal steps of time. NaN stands for a step in which
// nothing was measured.
type Series []float64

// Chart is a piece of a line that shows the course of a value in so many columns, or in
// fewer that are all of one value: in text as eighth blocks, in pictures as a drawn line.
func Chart(values Series, columns int) Span {
	values = values.Steps(columns)
	return Span{Text: values.blocks(columns / max(len(values), 1)), Series: values}
}

// Steps makes at most n equal steps of the values: of several that fall into one, the mean.
func (s Series) Steps(n int) Series {
	if len(s) <= n {
		return s
	}
	out := make(Series, n)
	for i := range out {
		out[i] = s[i*len(s)/n : (i+1)*len(s)/n].mean()
	}
	return out
}

// mean is NaN where nothing was measured.
func (s Series) mean() float64 {
	sum, n := 0.0, 0.0
	for _, v := range s {
		if !math.IsNaN(v) {
			sum, n = sum+v, n+1
		}
	}
	return sum / n
}

// Bounds are the ends of the scale: from 0, or from the least value where it is below,
// to the greatest.
func (s Series) Bounds() (least, most float64) {
	for _, v := range s {
		if !math.IsNaN(v) {
			least, most = min(least, v), max(most, v)
		}
	}
	return least, most
}

var eighths = [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// blocks spells each value as so many eighth blocks, or blanks where nothing was measured.
func (s Series) blocks(wide int) string {
	least, most := s.Bounds()
	var b strings.Builder
	for _, v := range s {
		b.WriteString(strings.Repeat(eighth(v, least, most), wide))
	}
	return b.String()
}

// eighth is a value on a scale.
func eighth(v, least, most float64) string {
	switch {
	case math.IsNaN(v):
		return " "
	case most == least:
		return eighths[0]
	}
	at := int(math.Ceil((v-least)/(most-least)*float64(len(eighths)))) - 1
	return eighths[max(at, 0)]
}
