package parse

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Read reads all snapshots of one input: a text, or a gzip or zip of texts. label
// names the input in the snapshots' source. Input without a thread is an *InputError.
func Read(r io.Reader, label string) ([]*Snapshot, error) {
	in := newInterner()
	var snaps []*Snapshot
	u := &unpacker{left: maxUnpacked}
	u.read = func(t document) error {
		found, err := readText(t, in)
		snaps = append(snaps, found...)
		return err
	}
	if err := u.input(r, label); err != nil {
		return nil, refuseZip(err)
	}
	for _, err := range u.failed {
		snaps[0].addProblem(0, nil, err.Error())
	}
	for i, s := range snaps {
		s.Source.Index, s.Source.Of = i+1, len(snaps)
	}
	return snaps, nil
}

// readText reads the snapshots of one text.
func readText(t document, in *interner) ([]*Snapshot, error) {
	const reach = 4 << 10
	raw := bufio.NewReaderSize(t.r, reach)
	head, err := raw.Peek(reach)
	if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
		return nil, fmt.Errorf("reading: %w", err)
	}
	if err := refuseBinary(head); err != nil {
		return nil, err
	}
	encoding, bom := detectEncoding(head)
	if _, err := raw.Discard(bom); err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	w := newWindow(decode(raw, encoding))
	if err := refuseDocument(w.peek()); err != nil {
		return nil, err
	}
	b := newBuilder(in, Source{Label: t.label, Encoding: encoding})
	to := newRouter(b)
	remembered := *in.size
	w.fruitful = func() bool { return b.threads > 0 || *in.size > remembered }
	others := readLines(w, to)
	snaps := finish(append([]*router{to}, others...))
	switch {
	case errors.Is(w.err, errSearched) && len(snaps) == 0:
		return nil, refuseLong(to.head)
	case len(snaps) > 0 && w.err != nil:
		unreadable(snaps[len(snaps)-1], w.err)
	case w.err != nil:
		return nil, fmt.Errorf("reading: %w", w.err)
	case len(snaps) == 0 || isAccident(snaps):
		return nil, refuseText(to.head)
	}
	return snaps, nil
}

// readLines gives the lines of a text to the router: undamaged text by threads, other
// text line by line with its damage undone. It returns a router for each source of
// the text but the first, which is read by the one at hand.
func readLines(w *window, to *router) []*router {
	lr := newLineReader(w)
	if lr.width > 0 {
		to.b.repair(fmt.Sprintf("lines wrapped at %d columns joined", lr.width))
	}
	if severalSources(w.peek(), to.forms) {
		return readSources(lr, to, readSource)
	}
	front := &tidier{}
	src := &ahead{src: tidyLines(lr, front)}
	defer func() { to.tidy.traces |= front.traces }()
	if eol, ok := undamaged(w); ok {
		l, damaged := newBlockReader(w, lr, to, eol).run()
		if !damaged {
			return nil
		}
		src.push(l)
	}
	readDamaged(src, to)
	return nil
}

// readSource reads the lines of one source among several.
func readSource(src lines, to *router) {
	front := &tidier{}
	readDamaged(&ahead{src: tidyLines(src, front)}, to)
	to.tidy.traces |= front.traces
}

// readDamaged reads lines with their damage undone.
func readDamaged(src *ahead, to *router) {
	src, _ = to.mend(src)
	const mostTries = 8
	tries := 0
	for l, ok := src.next(); ok; l, ok = src.next() {
		if to.line(l) {
			continue
		}
		if tries < mostTries && to.forms.AnchorIn(l.text) >= 0 {
			tries++
			next := &ahead{src: src}
			next.push(l)
			mended := false
			if src, mended = to.mend(next); mended {
				continue
			}
			src.next() // the same line again
		}
		to.skip(l)
	}
}

// mend undoes the damage to the lines ahead. It reports whether there was any.
func (t *router) mend(src lines) (*ahead, bool) {
	m := mend(src, t.forms)
	for _, what := range m.repairs {
		t.b.repair(what)
	}
	t.b.width = m.widthOver(t.b.width)
	return m.lines, len(m.repairs) > 0
}

// undamaged says whether a text begins as dotnet-stack prints it, after any lines of
// other kinds, and how its lines end.
func undamaged(w *window) (eol string, ok bool) {
	head := w.peek()
	at := bytes.Index(head, []byte(threadStart))
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
	return wrapWidth(shown(bytes.Lines(head))) > 0
}
