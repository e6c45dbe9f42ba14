package parse

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLineEnds(t *testing.T) {
	tests := map[string][]string{
		"":                   nil,
		"a":                  {"1 a last"},
		"a\n":                {"1 a"},
		"a\nb\n":             {"1 a", "2 b"},
		"a\r\nb\r\n":         {"1 a", "2 b"},
		"a\r\r\nb\r\r\n":     {"1 a", "2 b"},
		"a\rb\r":             {"1 a", "2 b"},
		"a\r\rb":             {"1 a", "2 ", "3 b last"},
		"a\n\nb\n":           {"1 a", "2 ", "3 b"},
		"a\r\n\r\nb":         {"1 a", "2 ", "3 b last"},
		"a\rb\nc\r\nd\r\r\n": {"1 a", "2 b", "3 c", "4 d"},
	}
	for text, want := range tests {
		for _, size := range []int{1, 1 << 20} {
			var r = newLineReader(newWindow(strings.NewReader(text)))
			if size == 1 {
				r = newLineReader(newWindow(iotest.OneByteReader(strings.NewReader(text))))
			}
			var got []string
			for l, ok := r.next(); ok; l, ok = r.next() {
				s := fmt.Sprintf("%d %s", l.no, l.text)
				if l.last {
					s += " last"
				}
				got = append(got, s)
			}
			if strings.Join(got, "|") != strings.Join(want, "|") {
				t.Errorf("%q: got %q, want %q", text, got, want)
			}
		}
	}
}

func TestLongLinesComeInPieces(t *testing.T) {
	text := "a\n" + strings.Repeat("x", maxLine+maxLine/2) + "\nb\n"
	r := newLineReader(newWindow(strings.NewReader(text)))
	var got []string
	for l, ok := r.next(); ok; l, ok = r.next() {
		got = append(got, fmt.Sprintf("%d %d more=%v rest=%v", l.no, len(l.text), l.more, l.rest))
	}
	want := []string{"1 1 more=false rest=false", fmt.Sprintf("2 %d more=true rest=false", maxLine), fmt.Sprintf("2 %d more=false rest=true", maxLine/2), "3 1 more=false rest=false"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %q", got)
	}
}

func TestDetectEncoding(t *testing.T) {
	report := real(t, "real/variant-base.txt", 2)
	for _, name := range []string{utf16LE, utf16BE} {
		for _, bom := range []bool{true, false} {
			if got, _ := detectEncoding([]byte(encoded(name, bom)(report))); got != name {
				t.Errorf("%s, mark %v: got %s", name, bom, got)
			}
		}
	}
	for _, report := range []string{"", "a", "ab", "abc", report, strings.Repeat("\x00", 64), "\x00\x01\x02\x03" + strings.Repeat("\x00\x00\x01", 40)} {
		if got, n := detectEncoding([]byte(report)); got != utf8Plain || n != 0 {
			t.Errorf("%.20q: got %s, %d", report, got, n)
		}
	}
}

func TestUTF16(t *testing.T) {
	tests := map[string]string{
		"a\x00b\x00":                         "ab",
		"\xe4\x00\x3d\xd8\x00\xde":           "ä😀",
		"\x3d\xd8a\x00":                      "\ufffda",
		"\x00\xdea\x00":                      "\ufffda",
		"a\x00b":                             "a\ufffd",
		"a\x00b\x00\x00c\x00d\x00e\x00f\x00": "ab\ufffdcdef\ufffd",
	}
	for in, want := range tests {
		var out bytes.Buffer
		if _, err := out.ReadFrom(decode(iotest.OneByteReader(strings.NewReader(in)), utf16LE)); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimRight(out.String(), "\ufffd"); got != strings.TrimRight(want, "\ufffd") {
			t.Errorf("%q: got %q, want %q", in, out.String(), want)
		}
	}
}
