package parse

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// ErrNoThread is returned for input in which no thread was recognised.
var ErrNoThread = errors.New("no thread recognised")

// Read reads all snapshots of one input. label names the input in the snapshots'
// source.
func Read(r io.Reader, label string) ([]*Snapshot, error) {
	snaps, err := readText(r, newInterner(), Source{Label: label})
	if err != nil {
		return nil, err
	}
	for i, s := range snaps {
		s.Source.Index, s.Source.Of = i+1, len(snaps)
	}
	return snaps, nil
}

// readText reads the snapshots of one text.
func readText(r io.Reader, in *interner, source Source) ([]*Snapshot, error) {
	source.Encoding = "utf-8"
	w := newWindow(r)
	b := newBuilder(in, source)
	to := &router{b: b}
	if eol, ok := undamaged(w); ok {
		newBlockReader(w, to, eol).run()
	} else {
		for src := newLineReader(w, 0); ; {
			l, ok := src.next()
			if !ok {
				break
			}
			to.line(l)
		}
	}
	to.end()
	if w.err != nil {
		return nil, fmt.Errorf("reading: %w", w.err)
	}
	snaps := b.finish()
	if len(snaps) == 0 {
		return nil, ErrNoThread
	}
	return snaps, nil
}

// undamaged says whether a text begins as dotnet-stack prints it, after any lines of
// other kinds, and how its lines end.
func undamaged(w *window) (eol string, ok bool) {
	const reach = 64 << 10
	for len(w.bytes()) < reach && w.fill() {
		// until enough is in memory
	}
	head := w.bytes()
	at := bytes.Index(head, []byte(threadStart))
	if at < 0 || at > 0 && head[at-1] != '\n' {
		return "", false
	}
	end := bytes.IndexByte(head[at:], '\n')
	if end < 0 {
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
