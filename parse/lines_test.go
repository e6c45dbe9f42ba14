package parse

import (
	"strings"
	"testing"

	"stacktriage/parse/internal/text"
)

func TestDetectEncoding(t *testing.T) {
	report := real(t, "real/variant-base.txt", 2)
	for _, name := range []string{text.UTF16LE, text.UTF16BE} {
		for _, bom := range []bool{true, false} {
			if got, _ := text.DetectEncoding([]byte(encoded(name, bom)(report))); got != name {
				t.Errorf("%s, mark %v: got %s", name, bom, got)
			}
		}
	}
	for _, report := range []string{"", "a", "ab", "abc", report, strings.Repeat("\x00", 64), "\x00\x01\x02\x03" +
		strings.Repeat("\x00\x00\x01", 40)} {
		if got, n := text.DetectEncoding([]byte(report)); got != text.UTF8 || n != 0 {
			t.Errorf("%.20q: got %s, %d", report, got, n)
		}
	}
}
