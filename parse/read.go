package parse

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/repair"
	"stacktriage/parse/internal/text"
)

// Read reads all snapshots of one input: a text, or a gzip or zip of texts. label
// names the input in the snapshots' source. Input without a thread is an *InputError.
func Read(r io.Reader, label string) ([]*Snapshot, error) { return ReadWith(r, label, nil) }

// Recordings reads documents that are no text of stacks.
type Recordings interface {
	// Reads says whether a document that begins with head is one of them.
	Reads(head []byte) bool
	// Read makes a snapshot of one; without threads where it holds no stacks.
	Read(r io.Reader, label string) (*Snapshot, error)
}

// EntryError is why a file of a zip was not read.
type EntryError = text.EntryError

// ReadWith is Read for inputs among which recordings may be; nil reads texts alone.
func ReadWith(r io.Reader, label string, recordings Recordings) ([]*Snapshot, error) {
	return NewReader(recordings).Read(r, label)
}

// Reader reads several inputs. The snapshots of all share their equal frames and stacks,
// so that what stands in many inputs is taken apart once; where they have little in common,
// it begins anew.
type Reader struct {
	recordings Recordings
	in         *interner
}

// NewReader returns a reader that has read nothing. Its recordings are as in ReadWith.
func NewReader(recordings Recordings) *Reader {
	return &Reader{recordings: recordings, in: newInterner()}
}

// Read is ReadWith.
func (p *Reader) Read(r io.Reader, label string) ([]*Snapshot, error) {
	if p.in.kept.size > maxCarried {
		p.in = newInterner()
	}
	p.in.begin()
	var snaps []*Snapshot
	u := &text.Unpacker{Left: text.MaxUnpacked}
	u.Read = func(t text.Document) error {
		found, err := readDocument(t, p.in, p.recordings)
		snaps = append(snaps, found...)
		return err
	}
	if err := u.Input(r, label); err != nil {
		return nil, refuseZip(err)
	}
	for _, err := range u.Failed {
		snaps[0].addProblem(unreadProblem(err))
	}
	for i, s := range snaps {
		s.Source.Index, s.Source.Of = i+1, len(snaps)
	}
	return snaps, nil
}

// unreadProblem tells of a part of an input that was not read. What is of the input, such
// as the name of a file in a zip and how it begins, is the text.
func unreadProblem(err error) Problem {
	p := Problem{Reason: err.Error(), Lost: LostReport}
	var entry *EntryError
	if !errors.As(err, &entry) {
		return p
	}
	p.Text, p.Reason = entry.Name, entry.Reason()
	var refused *InputError
	if errors.As(entry.Err, &refused) && refused.Quote != "" {
		quoted := strconv.Quote(refused.Quote)
		p.Text += " (" + quoted + ")"
		p.Reason = strings.Replace(p.Reason, " that begins with "+quoted, "", 1)
	}
	return p
}

// readDocument reads the snapshots of one text, or of a recording.
func readDocument(t text.Document, in *interner, recordings Recordings) ([]*Snapshot, error) {
	if recordings == nil {
		return readText(t, in)
	}
	const reach = 4 << 10
	raw := bufio.NewReaderSize(t.R, reach)
	head, _ := raw.Peek(reach)
	t.R = raw
	if !recordings.Reads(head) {
		return readText(t, in)
	}
	s, err := recordings.Read(raw, t.Label)
	if err != nil {
		return nil, err
	}
	return []*Snapshot{s}, nil
}

// readText reads the snapshots of one text.
func readText(t text.Document, in *interner) ([]*Snapshot, error) {
	const reach = 4 << 10
	raw := bufio.NewReaderSize(t.R, reach)
	head, err := raw.Peek(reach)
	if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
		return nil, fmt.Errorf("reading: %w", err)
	}
	if err := refuseBinary(head); err != nil {
		return nil, err
	}
	encoding, bom := text.DetectEncoding(head)
	if _, err := raw.Discard(bom); err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	w := text.NewWindowIn(text.Decode(raw, encoding), in.takeWindow())
	defer func() { in.window = w.Memory() }()
	if err := refuseDocument(w.Peek()); err != nil {
		return nil, err
	}
	b := newBuilder(in, Source{Label: t.Label, Encoding: encoding})
	to := newRouter(b)
	remembered := in.kept.size
	w.Fruitful = func() bool { return b.threads > 0 || in.kept.size > remembered }
	w.Full = b.pastBounds
	others := readLines(w, to)
	snaps := finish(append([]*router{to}, others...))
	switch {
	case errors.Is(w.Err, text.ErrSearched) && len(snaps) == 0:
		return nil, refuseLong(to.head)
	case len(snaps) > 0 && w.Err != nil:
		unreadable(snaps[len(snaps)-1], w.Err)
	case w.Err != nil:
		return nil, fmt.Errorf("reading: %w", w.Err)
	case len(snaps) == 0 || isAccident(snaps):
		if err := refusePasted(to.b.pasted); err != nil && len(snaps) == 0 {
			return nil, err
		}
		return nil, refuseText(to.head)
	}
	return snaps, nil
}

// readLines gives the lines of a text to the router: undamaged text by threads, other
// text line by line with its damage undone. It returns a router for each source of
// the text but the first, which is read by the one at hand.
func readLines(w *text.Window, to *router) []*router {
	lr := text.NewReader(w)
	if lr.Width > 0 {
		to.b.repair(fmt.Sprintf("lines wrapped at %d columns joined", lr.Width))
	}
	if severalSources(w.Peek(), to.forms) {
		return readSources(lr, to, readSource)
	}
	front := &repair.Tidier{}
	src := &text.Ahead{Src: repair.TidyLines(lr, front)}
	defer func() { to.tidy.Traces |= front.Traces }()
	if eol, ok := undamaged(w); ok {
		l, damaged := newBlockReader(w, lr, to, eol).run()
		if !damaged {
			return nil
		}
		src.Push(l)
	}
	readDamaged(src, to)
	return nil
}

// readSource reads the lines of one source among several.
func readSource(src text.Lines, to *router) {
	front := &repair.Tidier{}
	readDamaged(&text.Ahead{Src: repair.TidyLines(src, front)}, to)
	to.tidy.Traces |= front.Traces
}

// readDamaged reads lines with their damage undone.
func readDamaged(src *text.Ahead, to *router) {
	src, _ = to.mend(src)
	const mostTries = 8
	tries := 0
	for l, ok := src.Next(); ok; l, ok = src.Next() {
		if to.line(l) {
			continue
		}
		if tries < mostTries && to.forms.AnchorIn(l.Text) >= 0 {
			tries++
			next := &text.Ahead{Src: src}
			next.Push(l)
			mended := false
			if src, mended = to.mend(next); mended {
				continue
			}
			src.Next() // the same line again
		}
		to.skip(l)
	}
}

// mend undoes the damage to the lines ahead. It reports whether there was any.
func (t *router) mend(src text.Lines) (*text.Ahead, bool) {
	m := repair.Mend(src, t.forms)
	for _, what := range m.Repairs {
		t.b.repair(what)
	}
	t.b.width = m.WidthOver(t.b.width)
	return m.Lines, len(m.Repairs) > 0
}

// undamaged says whether a text begins as dotnet-stack prints it, after any lines of
// other kinds, and how its lines end.
func undamaged(w *text.Window) (eol string, ok bool) {
	head := w.Peek()
	at := bytes.Index(head, []byte(line.ThreadStart))
	if at < 0 || at > 0 && head[at-1] != '\n' {
		return "", false
	}
	end := bytes.IndexByte(head[at:], '\n')
	if end < 0 {
		return "", false
	}
	if hasDamage(head) {
		return "", false
	}
	eol = "\n"
	if bytes.HasSuffix(head[at:at+end], []byte("\r")) {
		eol = "\r\n"
	}
	for _, marker := range [...]string{"  [Native Frames]", "  CPU_TIME"} {
		if bytes.HasPrefix(head[at+end+1:], []byte(marker+eol)) {
			return eol, true
		}
	}
	return "", false
}

// hasDamage says whether a text shows traces of damage to many of its lines, though
// threads begin as they should: it was wrapped, escaped or quoted. A line of a report
// ends in a bracket or a letter.
func hasDamage(head []byte) bool {
	for _, trace := range [...]string{"=\n", "=\r", "&lt;", "&gt;", "&amp;", `\`, "\x1b"} {
		if bytes.Contains(head, []byte(trace)) {
			return true
		}
	}
	return repair.WrapWidth(repair.Shown(bytes.Lines(head))) > 0
}
