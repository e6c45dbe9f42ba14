package counters

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds of the terminal that is played.
const (
	maxRows    = 400
	maxColumns = 600
)

// terminal plays what monitor wrote to a console: it moves the cursor to a value and
// writes over it. Each row that was written on is read once the cursor leaves it. Text
// without control sequences comes out as it is, line by line.
type terminal struct {
	seen     *screen
	line     int // of the input
	rows     [][]rune
	row, col int
	written  bool // the row of the cursor was written on
	played   bool // there was a control sequence
	redrawn  bool // the screen was cleared and is drawn again
}

func (t *terminal) write(text []byte) {
	for len(text) > 0 {
		if text[0] == 0x1b {
			text = text[t.sequence(text):]
			continue
		}
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		switch {
		case r == '\r':
			t.col = 0
		case r == '\t' || r >= ' ' && r != 0x7f:
			t.put(r)
		}
	}
}

// sequence obeys a control sequence and returns its length.
func (t *terminal) sequence(text []byte) int {
	if len(text) < 2 {
		return len(text)
	}
	if text[1] != '[' {
		return 2
	}
	end := bytes.IndexFunc(text[2:], func(r rune) bool { return r >= '@' && r <= '~' })
	if end < 0 {
		return len(text)
	}
	t.played = true
	t.obey(string(text[2:2+end]), text[2+end])
	return end + 3
}

func (t *terminal) obey(parameters string, command byte) {
	switch command {
	case 'H', 'f':
		t.leave()
		row, col, _ := strings.Cut(parameters, ";")
		t.row, t.col = coordinate(row, maxRows), coordinate(col, maxColumns)
		t.redrawn = t.redrawn && parameters == ""
	case 'J':
		t.leave()
		t.rows = t.rows[:min(t.row, len(t.rows))]
		t.redrawn = true
		t.seen.provider = ""
	case 'K':
		if t.row < len(t.rows) {
			t.rows[t.row] = t.rows[t.row][:min(t.col, len(t.rows[t.row]))]
		}
	}
}

// coordinate is a number of a sequence, from 0.
func coordinate(text string, limit int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0
	}
	return min(n, limit) - 1
}

// put writes a character at the cursor.
func (t *terminal) put(r rune) {
	if t.row >= maxRows || t.col >= maxColumns {
		return
	}
	for len(t.rows) <= t.row {
		t.rows = append(t.rows, nil)
	}
	line := t.rows[t.row]
	for len(line) <= t.col {
		line = append(line, ' ')
	}
	line[t.col] = r
	t.rows[t.row] = line
	t.col++
	t.written = true
}

// newline leaves the row. Text that scrolls keeps no rows above.
func (t *terminal) newline() {
	t.leave()
	t.col = 0
	if !t.played {
		t.rows = t.rows[:0]
		return
	}
	t.row = min(t.row+1, maxRows)
}

// leave reads the row of the cursor if it was written on.
func (t *terminal) leave() {
	if !t.written {
		return
	}
	t.written = false
	if t.played && !t.redrawn {
		t.seen.provider = t.providerAbove()
	}
	t.seen.row(t.line, string(t.rows[t.row]), t.redrawn)
}

// providerAbove is the provider under which the cursor's row stands.
func (t *terminal) providerAbove() string {
	for i := min(t.row, len(t.rows)) - 1; i >= 0; i-- {
		if name, ok := providerRow(strings.TrimSpace(string(t.rows[i]))); ok {
			return name
		}
	}
	return ""
}
