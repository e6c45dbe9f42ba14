package counters

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

// csvHeader is the first line of a CSV of collect, in every version.
const csvHeader = "timestamp,provider,counter name,counter type"

// isCSV reports a CSV by its header, or by rows where the header was cut off.
func isCSV(text []byte) bool {
	lines := 0
	for line := range bytes.Lines(text) {
		plain := strings.TrimSpace(string(line))
		if plain == "" {
			continue
		}
		if _, ok := headerSeparator(plain); ok {
			return true
		}
		if _, _, ok := cutRow(plain, ","); ok {
			return true
		}
		if lines++; lines == 2 {
			return false
		}
	}
	return false
}

// headerSeparator recognises the header. A spreadsheet that saves the file again may
// part its fields with semicolons, and quote them.
func headerSeparator(line string) (sep string, ok bool) {
	plain := strings.ReplaceAll(strings.ToLower(line), `"`, "")
	if strings.HasPrefix(plain, csvHeader) {
		return ",", true
	}
	return ";", strings.HasPrefix(plain, strings.ReplaceAll(csvHeader, ",", ";"))
}

// cutRow finds the type of the counter in a row and returns what stands before and
// behind it. Nothing is quoted in this format, so that the name may hold commas, and the
// value one.
func cutRow(line, sep string) (front, value string, ok bool) {
	for _, kind := range []string{sep + "Metric" + sep, sep + "Rate" + sep} {
		if at := strings.LastIndex(line, kind); at > 0 && strings.Count(line[:at], sep) >= 2 {
			return line[:at], line[at+len(kind):], true
		}
	}
	return "", "", false
}

func (r *Recording) readCSV(in *bufio.Reader, times *clock) error {
	sep := ","
	for n := 1; ; n++ {
		line, whole, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		last := err != nil
		plain := strings.TrimSpace(string(line))
		found, isHeader := headerSeparator(plain)
		switch {
		case plain == "":
		case isHeader:
			sep = found
		case !whole:
			r.problem(n, "longer than a row can be")
		default:
			r.csvRow(n, plain, sep, last, times)
		}
		if last {
			return nil
		}
	}
}

// csvRow reads one row. A last row that does not end in a line break may be cut
// anywhere, in its value, too.
func (r *Recording) csvRow(n int, line, sep string, last bool, times *clock) {
	front, number, ok := cutRow(line, sep)
	if last && (!ok || strings.TrimSpace(number) == "") {
		r.Truncated = true
		return
	}
	if !ok {
		r.problem(n, "not a row of a counter")
		return
	}
	fields := strings.SplitN(front, sep, 3)
	for i := range fields {
		fields[i] = strings.Trim(strings.TrimSpace(fields[i]), `"`)
	}
	at, ok := times.take(fields[0])
	if !ok {
		r.problem(n, badStamp)
		return
	}
	value, comma, ok := plainNumber(strings.Trim(number, `"`))
	if !ok {
		r.problem(n, "the value is no number")
		return
	}
	if comma {
		r.repair("decimal commas read")
	}
	w := row{line: n, stamp: at, provider: fields[1], value: value}
	w.name, w.tags = cutTags(fields[2])
	w.change = strings.HasSuffix(line[:len(line)-len(number)], sep+"Rate"+sep) || intervalOf(w.name) > 0
	r.add(w)
}

const badStamp = "the time stamp is in no format that is known"

// cutTags parts "name[tag=v;tag=v]".
func cutTags(name string) (base, tags string) {
	at := strings.IndexByte(name, '[')
	if at <= 0 || !strings.HasSuffix(name, "]") {
		return name, ""
	}
	return strings.TrimSpace(name[:at]), name[at+1 : len(name)-1]
}

// maxLine bounds a line; the rest of a longer one is dropped.
const maxLine = 64 << 10

// readLine reads a line without its end. whole is false where it was too long. The error
// is io.EOF for the last line, which may be empty.
func readLine(in *bufio.Reader) (line []byte, whole bool, err error) {
	whole = true
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) <= maxLine {
			line = append(line, part...)
		} else {
			whole = false
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSuffix(line, []byte("\n")), whole, err
		}
	}
}
