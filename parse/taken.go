package parse

import (
	"time"

	"stacktriage/parse/internal/line"
)

// TimeIn finds a date and a time of day in text such as the name of a file:
// "stacks-20240501-101530.txt", "2024-05-01T10-15-30Z.log", or the seconds of the Unix
// epoch. It reports false if there is none. A time without a zone is taken for UTC.
func TimeIn(text string) (time.Time, bool) { return line.TimeIn([]byte(text)) }

// timedLine is a line of the text that says when something was.
type timedLine struct {
	no   int
	at   time.Time
	seen int // threads in front of it
}

// maxTimedLines bounds the times kept of a text.
const maxTimedLines = 1 << 12

// noteTime keeps the time that a line between reports says. Of many lines without a
// thread among them, such as those of a log, only the first and the last ones count.
func (b *builder) noteTime(no int, at time.Time) {
	l := timedLine{no, at, b.threads}
	n := len(b.times)
	switch {
	case n >= 2 && b.times[n-2].seen == l.seen:
		b.times[n-1] = l
	case n < maxTimedLines:
		b.times = append(b.times, l)
	}
}

// setTaken says when each snapshot was taken: as the nearest line in front of it says.
// Where nothing stands in front of the first one, a script printed the time behind each
// report.
func (b *builder) setTaken(snaps []*Snapshot) {
	if len(b.times) == 0 || len(snaps) == 0 {
		return
	}
	front, behind := make([]time.Time, len(snaps)), make([]time.Time, len(snaps))
	i := 0 // the snapshot that follows the line
	for _, l := range b.times {
		for i < len(snaps) && snaps[i].firstLine < l.no {
			i++
		}
		if i < len(snaps) {
			front[i] = l.at
		}
		if i > 0 && behind[i-1].IsZero() {
			behind[i-1] = l.at
		}
	}
	taken := front
	if front[0].IsZero() && !behind[len(snaps)-1].IsZero() {
		taken = behind
	}
	for i, s := range snaps {
		s.Taken = taken[i]
	}
}
