package text

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Bounds on compressed input.
const (
	// maxUnpacked bounds what one input may unpack to.
	MaxUnpacked = 1 << 30
	// maxZip bounds a zip file that comes from a pipe: its directory is at the end, so
	// it is kept in memory.
	maxZip = 24 << 20
	// maxEntries bounds the files read from one zip.
	maxEntries = 100_000
)

// Faults of a zip as a whole. They say what the input is, as a clause.
var (
	ErrLargeZip = fmt.Errorf("this is a zip of more than %d MiB", maxZip>>20)
	ErrEmptyZip = errors.New("this zip has no file in it")
)

// errUnpacked ends the reading of input that unpacks to too much.
var errUnpacked = fmt.Errorf("unpacks to more than %d MiB", MaxUnpacked>>20)

// Document is one text of an input: the input itself, or a file of an archive.
type Document struct {
	R     io.Reader
	Label string // the input's label, and the file's name in an archive
}

// Unpacker finds the texts in an input and reads each.
type Unpacker struct {
	Read   func(Document) error
	Left   int64   // bytes that may still be unpacked
	Failed []error // files of an archive that could not be read
}

// Input unpacks an input as often as it is packed and reads each text in it.
func (u *Unpacker) Input(r io.Reader, label string) error {
	const layers = 3
	in := bufio.NewReaderSize(r, 4<<10)
	for range layers {
		head, _ := in.Peek(4)
		switch {
		case bytes.HasPrefix(head, []byte("\x1f\x8b")):
			unzipped, err := gzip.NewReader(in)
			if err != nil {
				return fmt.Errorf("unpacking gzip: %w", err)
			}
			in = bufio.NewReaderSize(&bounded{r: unzipped, left: &u.Left}, 4<<10)
		case bytes.HasPrefix(head, []byte("PK\x03\x04")):
			return u.zip(in, label)
		default:
			return u.Read(Document{in, label})
		}
	}
	return u.Read(Document{in, label})
}

// bounded is a reader that fails when a number of bytes is used up.
type bounded struct {
	r    io.Reader
	left *int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if *b.left <= 0 {
		return 0, errUnpacked
	}
	if int64(len(p)) > *b.left {
		p = p[:*b.left]
	}
	n, err := b.r.Read(p)
	*b.left -= int64(n)
	return n, err
}

// EntryError is why a file of a zip was not read.
type EntryError struct {
	Name string // in the zip, cleaned and shortened
	Err  error
}

// Error implements error.
func (e *EntryError) Error() string { return e.Name + " " + e.Reason() }

// Reason is the error without the name.
func (e *EntryError) Reason() string { return "in the zip: " + e.Err.Error() }

// Unwrap returns the error without the name.
func (e *EntryError) Unwrap() error { return e.Err }

// zip reads the files of a zip in their order. One that cannot be read is no reason
// to lose the others; if none can, the error says why the first one could not.
func (u *Unpacker) zip(in io.Reader, label string) error {
	packed, err := io.ReadAll(io.LimitReader(in, maxZip+1))
	if err != nil {
		return fmt.Errorf("reading zip: %w", err)
	}
	if len(packed) > maxZip {
		return ErrLargeZip
	}
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return fmt.Errorf("unpacking zip: %w", err)
	}
	done := 0
	for _, f := range archive.File[:min(len(archive.File), maxEntries)] {
		if strings.HasSuffix(f.Name, "/") || strings.HasPrefix(f.Name, "__MACOSX/") {
			continue
		}
		if err := u.zipped(f, label); err != nil {
			u.Failed = append(u.Failed, &EntryError{Excerpt([]byte(f.Name)), err})
			continue
		}
		done++
	}
	if n := len(archive.File) - maxEntries; n > 0 {
		u.Failed = append(u.Failed, fmt.Errorf("%d files of the zip not read: it has more than %d", n, maxEntries))
	}
	if done > 0 {
		return nil
	}
	if len(u.Failed) > 0 {
		return u.Failed[0]
	}
	return ErrEmptyZip
}

// zipped reads one file of a zip.
func (u *Unpacker) zipped(f *zip.File, label string) error {
	r, err := f.Open()
	if err != nil {
		return fmt.Errorf("unpacking: %w", err)
	}
	defer r.Close()
	return u.Input(&bounded{r: r, left: &u.Left}, label+":"+Excerpt([]byte(f.Name)))
}
