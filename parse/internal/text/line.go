package text

import "iter"

// Slice replays lines.
type Slice struct {
	Head []Line
	at   int
}

// Each is a source that turns each line of another into any number of lines.
type Each struct {
	Src   Lines
	Split func(l Line, emit func(Line))
	Flush func(emit func(Line)) // at the end of src; may be nil
	queue []Line
	at    int
}

// Texts walks through the texts of lines.
func Texts(head []Line) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, l := range head {
			if !yield(l.Text) {
				return
			}
		}
	}
}

// MaxLine bounds one line. What is longer is read in pieces; readers of text keep
// the first piece and count the rest.
const MaxLine = 1 << 20

// Line is one line of the input, without its end.
type Line struct {
	Text []byte // valid until the next call of next
	No   int    // number of the line in the input, from 1
	More bool   // the line goes on in the next piece
	Rest bool   // this piece goes on with a line that began before
	Last bool   // the input ends behind this line without a line end

	// What cleaning found, for the readers of dialects.
	Marks []byte // quote marks, bullets and the like that stood in front
	Width int    // characters of the line with its blanks, marks excluded
	// hidden counts the characters of terminal sequences that were removed: some
	// programs that break lines count them.
	Hidden int
}

// Lines is a source of lines. Cleaning steps are lines over lines.
type Lines interface {
	// next returns the next line; false at the end of the input.
	Next() (Line, bool)
}

func (s *Slice) Next() (Line, bool) {
	if s.at == len(s.Head) {
		return Line{}, false
	}
	s.at++
	return s.Head[s.at-1], true
}

func (e *Each) Next() (Line, bool) {
	for e.at == len(e.queue) {
		e.queue, e.at = e.queue[:0], 0
		l, ok := e.Src.Next()
		switch {
		case ok:
			e.Split(l, e.emit)
		case e.Flush == nil:
			return Line{}, false
		default:
			e.Flush(e.emit)
			e.Flush = nil
		}
	}
	e.at++
	return e.queue[e.at-1], true
}

func (e *Each) emit(l Line) { e.queue = append(e.queue, l) }
