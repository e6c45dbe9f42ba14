package counters

import (
	"strings"
	"time"
	"unicode"
)

// stamp is a time stamp as it is written: three numbers of a date whose order is not yet
// known, and a time of day.
type stamp struct {
	date  [3]int32
	year4 int8 // which of the three has four digits; -1 for none
	day   time.Duration
	exact time.Time // set where the stamp is complete with its zone
}

// order says which number of a date is the year, the month and the day.
type order struct{ year, month, day int }

var (
	yearFirst  = order{0, 1, 2}
	monthFirst = order{2, 0, 1}
	dayFirst   = order{2, 1, 0}
)

// readStamp reads a time stamp in any culture's format: up to 9.0.607501 the tool wrote
// the current one's.
func readStamp(text string) (stamp, bool) {
	text = strings.TrimSpace(text)
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil && strings.Contains(text, "T") {
		y, m, d := t.Date()
		return stamp{date: [3]int32{int32(y), int32(m), int32(d)}, year4: 0, day: sinceMidnight(t), exact: t}, true
	}
	numbers, words, ok := split(text)
	if !ok {
		return stamp{}, false
	}
	date, clock := numbers[:3], numbers[3:]
	if numbers[0].end == ':' {
		clock, date = numbers[:3], numbers[3:]
	}
	s := stamp{year4: -1}
	for i, n := range date {
		s.date[i] = int32(n.value)
		if n.digits == 4 {
			s.year4 = int8(i)
		}
	}
	hour, ok := hourOf(clock[0].value, words)
	if !ok || hour > 23 || clock[1].value > 59 || clock[2].value > 60 {
		return stamp{}, false
	}
	s.day = dayTime(hour, clock[1].value, clock[2].value)
	return s, true
}

func sinceMidnight(t time.Time) time.Duration {
	return dayTime(t.Clock()) + time.Duration(t.Nanosecond())
}

func dayTime(hour, minute, second int) time.Duration {
	return time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
}

// number is a run of digits, and what follows it.
type number struct {
	value, digits int
	end           rune
}

// split finds the six numbers of a time stamp and the words beside them. A fraction of
// the last one is dropped.
func split(text string) (numbers []number, words string, ok bool) {
	var word strings.Builder
	open := false
	for _, r := range text {
		d, is := digit(r)
		switch {
		case is && !open:
			numbers, open = append(numbers, number{}), true
			fallthrough
		case is:
			n := &numbers[len(numbers)-1]
			n.value, n.digits = n.value*10+d, n.digits+1
			if n.digits > 9 || len(numbers) > 7 {
				return nil, "", false
			}
			continue
		case open:
			numbers[len(numbers)-1].end = r
		}
		open = false
		if unicode.IsLetter(r) && word.Len() < 40 {
			word.WriteRune(unicode.ToLower(r))
		}
	}
	if len(numbers) == 7 && (numbers[5].end == '.' || numbers[5].end == ',') {
		numbers = numbers[:6]
	}
	return numbers, word.String(), len(numbers) == 6
}

// digit reads a decimal digit of any script.
func digit(r rune) (int, bool) {
	if r < 128 {
		return int(r - '0'), r >= '0' && r <= '9'
	}
	if !unicode.IsDigit(r) {
		return 0, false
	}
	for zero := r; ; zero-- {
		if !unicode.IsDigit(zero-1) || r-zero == 9 {
			return int(r - zero), true
		}
	}
}

// halves are the words of cultures for the halves of the day, without dots and blanks.
var halves = map[string]int{
	"am": 0, "pm": 12, "a": 0, "p": 12, "上午": 0, "下午": 12, "午前": 0, "午後": 12, "오전": 0, "오후": 12,
	"πμ": 0, "μμ": 12, "sa": 0, "ch": 12, "ص": 0, "م": 12, "ق": 0, "ب": 12, "пп": 0, "сл": 12,
	"dop": 0, "odp": 12, "de": 0, "du": 12, "öö": 0, "ös": 12,
}

// hourOf is the hour of the day. A word that is not known tells nothing.
func hourOf(hour int, words string) (int, bool) {
	switch words {
	case "", "z", "t", "tz", "h":
		return hour, true
	}
	half, known := halves[words]
	if !known || hour < 1 || hour > 12 {
		return 0, false
	}
	return hour%12 + half, true
}

// clock collects the distinct time stamps of a recording, in the order of its rows.
type clock struct {
	stamps []stamp
	last   string
}

// maxStamps bounds the time stamps that are kept.
const maxStamps = 1 << 21

// take returns the index of a time stamp; rows of one moment share it.
func (c *clock) take(text string) (int32, bool) {
	if n := len(c.stamps); n > 0 && text == c.last {
		return int32(n - 1), true
	}
	s, ok := readStamp(text)
	if !ok || len(c.stamps) == maxStamps {
		return 0, false
	}
	c.stamps, c.last = append(c.stamps, s), text
	return int32(len(c.stamps) - 1), true
}

// resolve gives every time stamp its time. sure is false where the order of day and
// month could not be told; the times are then right from each other, not by date.
func (c *clock) resolve() (times []time.Time, zoned, sure bool) {
	if len(c.stamps) == 0 {
		return nil, false, false
	}
	if !c.stamps[0].exact.IsZero() {
		return c.exact(), true, true
	}
	best, span, sure := order{}, time.Duration(-1), false
	for _, o := range c.orders() {
		n := spanOf(c.times(o))
		switch {
		case span < 0 || n < span:
			best, span, sure = o, n, true
		case n == span:
			sure = false
		}
	}
	times = c.times(best)
	if y := times[0].Year(); y < 2015 || y > 2100 {
		sure = false // another calendar
	}
	return times, false, sure
}

// exact are the times of stamps with a zone; a stamp without one among them keeps the
// time before it.
func (c *clock) exact() []time.Time {
	times := make([]time.Time, len(c.stamps))
	for i, s := range c.stamps {
		times[i] = s.exact
		if s.exact.IsZero() {
			times[i] = times[max(i-1, 0)]
		}
	}
	return times
}

// orders are the orders of year, month and day that all time stamps allow.
func (c *clock) orders() []order {
	var out []order
	for _, o := range []order{yearFirst, monthFirst, dayFirst} {
		if c.allow(o) {
			out = append(out, o)
		}
	}
	if len(out) == 0 {
		return []order{monthFirst} // no date at all: the times of day are left
	}
	return out
}

func (c *clock) allow(o order) bool {
	for _, s := range c.stamps {
		if s.year4 >= 0 && int(s.year4) != o.year || s.year4 < 0 && o.year == 0 {
			return false
		}
		if m, d := s.date[o.month], s.date[o.day]; m < 1 || m > 12 || d < 1 || d > 31 {
			return false
		}
	}
	return true
}

func (c *clock) times(o order) []time.Time {
	times := make([]time.Time, len(c.stamps))
	for i, s := range c.stamps {
		year := int(s.date[o.year])
		if year < 100 {
			year += 2000
		}
		times[i] = time.Date(year, time.Month(s.date[o.month]), int(s.date[o.day]), 0, 0, 0, 0, time.UTC).Add(s.day)
	}
	return times
}

// spanOf is the time from the earliest to the latest: rows are seconds apart, so that of
// two readings of a date the one with the shorter span is right.
func spanOf(times []time.Time) time.Duration {
	first, last := times[0], times[0]
	for _, t := range times {
		if t.Before(first) {
			first = t
		}
		if t.After(last) {
			last = t
		}
	}
	return last.Sub(first)
}
