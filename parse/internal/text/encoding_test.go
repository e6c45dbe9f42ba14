package text

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"
)

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
		if _, err := out.ReadFrom(Decode(iotest.OneByteReader(strings.NewReader(in)), UTF16LE)); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimRight(out.String(), "\ufffd"); got != strings.TrimRight(want, "\ufffd") {
			t.Errorf("%q: got %q, want %q", in, out.String(), want)
		}
	}
}
