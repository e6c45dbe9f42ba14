package parse

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// headers is a text without end: headers of threads, of one id or of ever new ones.
type headers struct {
	fresh bool
	n     int
	rest  string
}

func (h *headers) Read(p []byte) (int, error) {
	if h.rest == "" {
		var text strings.Builder
		for range 1000 {
			if h.fresh || h.n == 0 {
				h.n++
			}
			fmt.Fprintf(&text, "Thread (0x%X):\n", h.n)
		}
		h.rest = text.String()
	}
	n := copy(p, h.rest)
	h.rest = h.rest[n:]
	return n, nil
}

func TestHeadersWithoutEndAreReadToABound(t *testing.T) {
	for _, c := range []struct {
		name string
		text *headers
		want string
	}{
		{"one id", &headers{}, "more than 100000 reports"},
		{"new ids", &headers{fresh: true}, "more than 1048576 threads"},
	} {
		snaps, err := Read(io.LimitReader(c.text, 64<<20), "bomb.txt")
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		last := snaps[len(snaps)-1]
		if !strings.Contains(fmt.Sprint(last.Problems), c.want) {
			t.Errorf("%s: %d snapshots, problems %v, want %q", c.name, len(snaps), last.Problems, c.want)
		}
		if len(snaps) > maxSnapshots*2 || len(last.Threads) > maxThreads*2 {
			t.Errorf("%s: %d snapshots, %d threads in the last", c.name, len(snaps), len(last.Threads))
		}
	}
}
