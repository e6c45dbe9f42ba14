package counters

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

// screenHead is the first line that monitor draws, in every version.
const screenHead = "Press p to pause, r to resume, q to quit."

// isScreen reports a screen of monitor: its head, or, where that was not copied, a
// provider in brackets with a counter of the thread pool below it.
func isScreen(text []byte) bool {
	if bytes.Contains(text, []byte("Thread (0x")) {
		return false // a report of stacks, with a screen before it
	}
	if bytes.Contains(text, []byte(screenHead)) {
		return true
	}
	provider := ""
	for line := range bytes.Lines(text) {
		plain := strings.TrimSpace(string(line))
		if name, ok := providerRow(plain); ok {
			provider = name
			continue
		}
		if row, ok := readScreenRow(plain); ok && provider != "" && measureOf(provider, row.name) != Other {
			return true
		}
	}
	return false
}

// providerRow reads "[System.Runtime]".
func providerRow(plain string) (string, bool) {
	name, ok := strings.CutPrefix(plain, "[")
	if !ok {
		return "", false
	}
	name, ok = strings.CutSuffix(name, "]")
	return name, ok && name != "" && !strings.ContainsAny(name, " []")
}

// screenRow is a row of a counter: its name and the text of its value.
type screenRow struct {
	name, value string
}

// readScreenRow parts a row at the blanks before its value. With --showDeltas a second
// number follows, the change, which is left out. The label is as wide as the console, and
// one blank is left of the columns where the screen was copied from a page.
func readScreenRow(plain string) (screenRow, bool) {
	name, value, ok := cutLast(plain)
	if !ok || !isNumeric(value) {
		return screenRow{}, false
	}
	if front, before, ok := cutLast(name); ok && isNumeric(before) {
		name, value = front, before
	}
	return screenRow{name, value}, name != ""
}

func cutLast(text string) (front, last string, ok bool) {
	at := strings.LastIndexAny(text, " \t")
	if at < 0 {
		return "", "", false
	}
	return strings.TrimRight(text[:at], " \t"), text[at+1:], true
}

func isNumeric(text string) bool {
	_, ok := screenNumber(text, true)
	return ok
}

// whole reports measures that count whole things.
func (m Measure) whole() bool { return m != CPUPercent && m != CPUTime }

// screen collects the rows of a screen.
type screen struct {
	rec      *Recording
	provider string // of the last row of one
	last     map[string]float64
}

// row takes a line of the screen as it stands. Where the whole screen was drawn again,
// because a counter was added or the console changed its size, a value that is as before
// is no new one.
func (s *screen) row(n int, line string, redrawn bool) {
	plain := strings.TrimSpace(line)
	if name, ok := providerRow(plain); ok {
		s.provider = name
		s.rec.provider(name)
		return
	}
	found, ok := readScreenRow(plain)
	if !ok {
		return
	}
	value, ok := screenNumber(found.value, measureOf(s.provider, found.name).whole())
	if !ok {
		s.rec.problem(n, "the value is no number")
		return
	}
	key := s.provider + "\x00" + found.name
	if before, seen := s.last[key]; redrawn && seen && before == value {
		return
	}
	if len(s.last) < 10*maxSeries {
		s.last[key] = value
	}
	change := intervalOf(found.name) > 0
	s.rec.add(row{line: n, stamp: -1, provider: s.provider, name: found.name, change: change, value: value})
}

func (r *Recording) readScreen(in *bufio.Reader) error {
	s := &screen{rec: r, last: map[string]float64{}}
	t := &terminal{seen: s}
	for n := 1; ; n++ {
		line, _, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		t.line = n
		t.write(line)
		if err != nil {
			t.leave()
			return nil
		}
		t.newline()
	}
}
