package counters

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// head is how much of an input is looked at to tell its kind.
const headSize = 4 << 10

// KindOf tells from the beginning of an input whether it is a counters file, and of
// which kind.
func KindOf(head []byte) Kind {
	text := decoded(head[:min(len(head), headSize)])
	switch {
	case isCSV(text):
		return CSV
	case isJSON(text):
		return JSON
	case isScreen(text):
		return Screen
	}
	return None
}

// Read reads a counters file. Input that holds no value of the thread pool is an
// *InputError.
func Read(r io.Reader) (*Recording, error) {
	in := bufio.NewReaderSize(r, headSize)
	head, err := in.Peek(headSize)
	if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
		return nil, fmt.Errorf("reading counters: %w", err)
	}
	rec := &Recording{Kind: KindOf(head)}
	text := decode(in, head)
	times := &clock{}
	switch rec.Kind {
	case CSV:
		err = rec.readCSV(text, times)
	case JSON:
		err = rec.readJSON(text, times)
	case Screen:
		err = rec.readScreen(text)
	default:
		return nil, &InputError{What: "this is no output of dotnet-counters", Cure: cureCollect}
	}
	if err != nil {
		if rec.Values == 0 {
			return nil, fmt.Errorf("reading counters: %w", err)
		}
		rec.Truncated = true
		rec.problem(0, "the rest could not be read")
	}
	if err := rec.lacking(); err != nil {
		return nil, err
	}
	rec.settle(times)
	return rec, nil
}

// settle gives the points their times.
func (r *Recording) settle(c *clock) {
	if r.Kind == Screen {
		r.countRefreshes()
		return
	}
	times, zoned, sure := c.resolve()
	if len(times) == 0 {
		return
	}
	r.Timed, r.Start, r.Zoned, r.DayUnsure = true, r.first(times), zoned, !sure
	for _, s := range r.Series {
		latest := time.Duration(0)
		for i := range s.Points {
			// A clock that is set back, as at the end of summer time, stands still here.
			latest = max(latest, times[s.stamps[i]].Sub(r.Start))
			s.Points[i].At = latest
		}
		s.stamps = nil
		r.Length = max(r.Length, latest)
	}
}

// first is the time of the first value that is read.
func (r *Recording) first(times []time.Time) time.Time {
	first := times[len(times)-1]
	for _, s := range r.Series {
		if len(s.stamps) > 0 && times[s.stamps[0]].Before(first) {
			first = times[s.stamps[0]]
		}
	}
	return first
}

// countRefreshes places the values of a screen one refresh apart.
func (r *Recording) countRefreshes() {
	step := time.Second
	for _, s := range r.Series {
		step = max(step, s.Interval)
	}
	for _, s := range r.Series {
		for i := range s.Points {
			s.Points[i].At = time.Duration(i) * step
			r.Length = max(r.Length, s.Points[i].At)
		}
	}
}

// decoded is a piece of text in UTF-8, without a byte order mark.
func decoded(head []byte) []byte {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		out, _ := io.ReadAll(&utf16Reader{r: bytes.NewReader(head[2:]), order: orderOf(head)})
		return out
	}
	return bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
}

// decode reads an input as UTF-8. PowerShell's ">" writes UTF-16.
func decode(in *bufio.Reader, head []byte) *bufio.Reader {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		order := orderOf(head)
		in.Discard(2)
		return bufio.NewReader(&utf16Reader{r: in, order: order})
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		in.Discard(3)
	}
	return in
}

func orderOf(head []byte) binary.ByteOrder {
	if head[0] == 0xfe {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// utf16Reader turns UTF-16 into UTF-8.
type utf16Reader struct {
	r     io.Reader
	order binary.ByteOrder
	out   []byte
	high  uint16 // a surrogate that waits for its second half
	buf   [4 << 10]byte
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		n, err := io.ReadFull(u.r, u.buf[:])
		for i := 0; i+1 < n; i += 2 {
			u.unit(u.order.Uint16(u.buf[i:]))
		}
		if err != nil && len(u.out) == 0 {
			if errors.Is(err, io.ErrUnexpectedEOF) {
				err = io.EOF
			}
			return 0, err
		}
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

func (u *utf16Reader) unit(c uint16) {
	r := rune(c)
	switch {
	case u.high != 0:
		r = utf16.DecodeRune(rune(u.high), r)
		u.high = 0
	case utf16.IsSurrogate(r):
		u.high = c
		return
	}
	u.out = utf8.AppendRune(u.out, r)
}
