package schema

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"stacktriage/layout"
)

// writer composes the outer object by hand and encodes its parts with
// encoding/json. The first error sticks.
type writer struct {
	out *bufio.Writer
	buf bytes.Buffer
	enc *json.Encoder
	err error
}

// begin begins the object with the fields that every JSON output has.
func begin(w io.Writer, version string) *writer {
	j := &writer{out: bufio.NewWriterSize(w, 64<<10)}
	j.enc = json.NewEncoder(&j.buf)
	j.enc.SetEscapeHTML(false)
	j.text(`{"schemaVersion": `)
	j.value(Version)
	j.text(`, "tool": "stacktriage", "version": `)
	j.value(version)
	return j
}

// end ends the object.
func (j *writer) end() error {
	j.text("}\n")
	return j.flush()
}

func (j *writer) flush() error {
	if j.err != nil {
		return j.err
	}
	return j.out.Flush()
}

func (j *writer) text(s string) {
	if j.err == nil {
		_, j.err = j.out.WriteString(s)
	}
}

func (j *writer) value(v any) {
	if j.err != nil {
		return
	}
	j.buf.Reset()
	if j.err = j.enc.Encode(v); j.err != nil {
		return
	}
	j.err = writeEscaped(j.out, bytes.TrimSuffix(j.buf.Bytes(), []byte("\n")))
}

// field writes a name and an encoded value on a line of its own.
func (j *writer) field(name string, v any) {
	j.text("\n" + `"` + name + `": `)
	j.value(v)
	j.text(",")
}

// array writes n encoded elements, one a line.
func (j *writer) array(name string, n int, element func(int) any) {
	j.text("\n" + `"` + name + `": [`)
	for i := range n {
		if i > 0 {
			j.text(",")
		}
		j.text("\n ")
		j.value(element(i))
	}
	j.text("]")
}

// writeEscaped writes encoded JSON and escapes what encoding/json leaves as it is
// though a terminal obeys it or an eye is misled by it: DEL, the C1 controls (U+009B
// starts an escape sequence just as ESC [ does) and the invisible characters that
// reorder text. Outside of strings none of them occurs.
func writeEscaped(w *bufio.Writer, text []byte) error {
	start := 0
	for i := 0; i < len(text); {
		if text[i] < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if layout.Hidden(r) {
			w.Write(text[start:i])
			escapeRune(w, r)
			start = i + size
		}
		i += size
	}
	_, err := w.Write(text[start:])
	return err
}

func escapeRune(w *bufio.Writer, r rune) {
	if r > 0xffff {
		high, low := utf16.EncodeRune(r)
		fmt.Fprintf(w, `\u%04x\u%04x`, high, low)
		return
	}
	fmt.Fprintf(w, `\u%04x`, r)
}
