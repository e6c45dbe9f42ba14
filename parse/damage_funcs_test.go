package parse

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"stacktriage/parse/internal/text"
)

// real returns the first threads of a captured report.
func real(t testing.TB, name string, threads int) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "testdata", "stacks", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.SplitAfter(string(b), "\n\n")
	return strings.Join(blocks[:min(threads, len(blocks))], "")
}

// eachLine changes every line; the last line end stays.
func eachLine(change func(i int, line string) string) func(string) string {
	return func(text string) string {
		body := strings.TrimSuffix(text, "\n")
		ls := strings.Split(body, "\n")
		for i, l := range ls {
			ls[i] = change(i, l)
		}
		return strings.Join(ls, "\n") + text[len(body):]
	}
}

func prefixed(format string, args func(i int) []any) func(string) string {
	return eachLine(func(i int, l string) string { return fmt.Sprintf(format, args(i)...) + l })
}

func constant(prefix string) func(string) string {
	return eachLine(func(_ int, l string) string { return prefix + l })
}

func suffixed(suffix string) func(string) string {
	return eachLine(func(_ int, l string) string {
		if l == "" {
			return l
		}
		return l + suffix
	})
}

func replace(pairs ...string) func(string) string {
	return strings.NewReplacer(pairs...).Replace
}

// folded breaks lines after a number of characters, as fold(1) does.
func folded(width int, indent string) func(string) string {
	return eachLine(func(_ int, l string) string {
		rs := []rune(l)
		var out []string
		for first := true; len(rs) > width; first = false {
			out = append(out, string(rs[:width]))
			rs = rs[width:]
			if first {
				width -= len(indent)
			}
		}
		out = append(out, string(rs))
		if len(out) > 1 {
			width += len(indent)
		}
		return strings.Join(out, "\n"+indent)
	})
}

// wordWrapped breaks lines at blanks, as mail programs do.
func wordWrapped(width int) func(string) string {
	return eachLine(func(_ int, l string) string {
		indent := l[:len(l)-len(strings.TrimLeft(l, " "))]
		var out strings.Builder
		out.WriteString(indent)
		n := len(indent)
		for i, w := range strings.Fields(l) {
			switch {
			case i == 0:
			case n+1+len(w) > width:
				out.WriteString("\n")
				n = 0
			default:
				out.WriteString(" ")
				n++
			}
			out.WriteString(w)
			n += len(w)
		}
		return out.String()
	})
}

func encoded(name string, bom bool) func(string) string {
	return func(s string) string {
		var out bytes.Buffer
		put := func(u uint16) {
			if name == text.UTF16LE {
				out.Write([]byte{byte(u), byte(u >> 8)})
			} else {
				out.Write([]byte{byte(u >> 8), byte(u)})
			}
		}
		if bom {
			put(0xfeff)
		}
		for _, u := range utf16.Encode([]rune(s)) {
			put(u)
		}
		return out.String()
	}
}

func gzipped(text string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write([]byte(text))
	w.Close()
	return out.String()
}

func zipped(text string) string {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	f, _ := w.Create("logs/stack.txt")
	f.Write([]byte(text))
	w.Close()
	return out.String()
}

func quotedJSON(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

func jsonPerLine(format string, lineEnd string) func(string) string {
	return func(text string) string {
		return eachLine(func(i int, l string) string {
			return fmt.Sprintf(format, quotedJSON(l+lineEnd), i%60)
		})(text)
	}
}

func quotedPrintable(text string) string {
	var safe strings.Builder
	for _, c := range []byte(text) {
		if c == '=' || c >= 0x7f || c < ' ' && c != '\n' {
			fmt.Fprintf(&safe, "=%02X", c)
		} else {
			safe.WriteByte(c)
		}
	}
	text = safe.String()
	return eachLine(func(_ int, l string) string {
		var out []string
		for len(l) > 75 {
			n := 75
			for strings.Contains(l[n-2:n], "=") {
				n--
			}
			out = append(out, l[:n]+"=")
			l = l[n:]
		}
		return strings.Join(append(out, l), "\n")
	})(text)
}

// frameNumbers puts a number in front of each frame of a thread.
func frameNumbers(format string) func(string) string {
	return func(text string) string {
		n := 0
		return eachLine(func(_ int, l string) string {
			frame, ok := strings.CutPrefix(l, "  ")
			if !ok {
				n = 0
				return l
			}
			n++
			return fmt.Sprintf(format, n-1) + frame
		})(text)
	}
}

func decimalIDs(text string) string {
	return eachLine(func(_ int, l string) string {
		if id, ok := strings.CutPrefix(l, "Thread (0x"); ok {
			digits, rest, _ := strings.Cut(id, ")")
			n, _ := strconv.ParseUint(digits, 16, 64)
			return fmt.Sprintf("Thread (%d)%s", n, rest)
		}
		return l
	})(text)
}

var headerPattern = regexp.MustCompile(`Thread \((0x[0-9A-F]+)\)`)

func lowerIDs(text string) string {
	return eachLine(func(_ int, l string) string {
		if id, ok := strings.CutPrefix(l, "Thread (0x"); ok {
			digits, rest, _ := strings.Cut(id, ")")
			return "Thread (0x" + strings.ToLower(digits) + ")" + rest
		}
		return l
	})(text)
}

func clock(i int) []any {
	return []any{17 + i/3600, i / 60 % 60, i % 60, 123456 + i*137%800000}
}

func number(i int) []any { return []any{i + 1} }
