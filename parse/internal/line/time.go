package line

import (
	"bytes"
	"time"
)

// dateLayouts are what "date" and its options print.
var dateLayouts = [...]string{
	time.UnixDate, time.ANSIC, time.RFC1123, time.RFC1123Z,
	"Mon Jan _2 03:04:05 PM MST 2006", "Mon _2 Jan 2006 03:04:05 PM MST", "Mon _2 Jan 15:04:05 MST 2006",
}

// weekdays begin the lines of date.
var weekdays = [...]string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}

// TimeOf reads a line that says when something was: a date as "date" prints it, or text
// that holds a date and a time of day. alone says that the line says nothing else.
// A time without a zone is taken for UTC.
func TimeOf(text []byte) (at time.Time, alone, ok bool) {
	text = bytes.Trim(text, " \t#=-*")
	if at, ok := dateCommand(text); ok {
		return at, true, true
	}
	at, from, to := findTime(text)
	if at.IsZero() {
		return time.Time{}, false, false
	}
	return at, from == 0 && isTimeTail(text[to:]), true
}

// TimeIn finds a date and a time of day in text such as the name of a file, as people
// and scripts write them: 20240501-101530, 2024-05-01T10-15-30Z, 2024_05_01_10_15_30; or
// the seconds of the Unix epoch for the years 2017 to 2033.
func TimeIn(text []byte) (time.Time, bool) {
	at, _, _ := findTime(text)
	return at, !at.IsZero()
}

// dateCommand reads what "date" prints.
func dateCommand(text []byte) (time.Time, bool) {
	const longest = 40
	if len(text) < 3 || len(text) > longest {
		return time.Time{}, false
	}
	for _, day := range weekdays {
		if string(text[:3]) != day {
			continue
		}
		for _, layout := range dateLayouts {
			if at, err := time.Parse(layout, string(text)); err == nil {
				return at, true
			}
		}
	}
	return time.Time{}, false
}

// isTimeTail says whether no word stands behind a time: parts of a second and a zone may.
func isTimeTail(text []byte) bool {
	const longest = 16
	return len(text) <= longest && Run(text, func(c byte) bool {
		return c >= '0' && c <= '9' || bytes.IndexByte([]byte(".,:+-Z UTC"), c) >= 0
	}) == len(text)
}

// findTime finds the first time in text, and where it stands.
func findTime(text []byte) (at time.Time, from, to int) {
	const reach = 300
	text = text[:min(len(text), reach)]
	for i := 0; i < len(text); i++ {
		if text[i] != '1' && text[i] != '2' || i > 0 && isDigit(text[i-1]) {
			continue
		}
		if at, n := dateAndTime(text[i:]); n > 0 {
			return at, i, i + n
		}
		if at, n := epochSeconds(text[i:]); n > 0 {
			return at, i, i + n
		}
	}
	return time.Time{}, 0, 0
}

// dateAndTime reads a date and a time of day at the front of text, with single marks
// between the numbers or without; n is their length, 0 if there are none.
func dateAndTime(text []byte) (at time.Time, n int) {
	marks := [...]string{"", "-_.", "-_.", "-_. T", "-_.:h", "-_.:m"}
	if !bytes.HasPrefix(text, []byte("20")) {
		return time.Time{}, 0
	}
	digits := make([]byte, 0, len("20060102150405"))
	for i, mark := range marks {
		size := 2
		if i == 0 {
			size = 4
		}
		if n < len(text) && bytes.IndexByte([]byte(mark), text[n]) >= 0 {
			n++
		}
		if len(text) < n+size || Run(text[n:n+size], isDigit) != size {
			return time.Time{}, 0
		}
		digits = append(digits, text[n:n+size]...)
		n += size
	}
	if n < len(text) && isDigit(text[n]) {
		return time.Time{}, 0
	}
	at, err := time.Parse("20060102150405", string(digits))
	if err != nil {
		return time.Time{}, 0
	}
	return at, n
}

// epochSeconds reads what "date +%s" prints, for the years 2017 to 2033.
func epochSeconds(text []byte) (at time.Time, n int) {
	const size = 10
	if len(text) < size || text[0] != '1' || text[1] < '5' || Run(text, isDigit) != size {
		return time.Time{}, 0
	}
	seconds := int64(0)
	for _, c := range text[:size] {
		seconds = seconds*10 + int64(c-'0')
	}
	return time.Unix(seconds, 0), size
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
