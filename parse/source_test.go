package parse

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"stacktriage/parse/internal/text"
)

func zipOf(t *testing.T, files ...string) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, files[i+1])
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestZipOfSeveralFiles(t *testing.T) {
	first, second := real(t, "real/variant-base.txt", 4), real(t, "web/stack-bad.txt", 3)
	snaps := mustRead(t, zipOf(t, "a/before.txt", first, "a/", "", "a/after.txt.gz", gzipped(second), "a/notes.md",
		"nothing here\n"))
	if got := shape(snaps); !sameInts(got, []int{4, 3}) {
		t.Fatalf("threads %v", got)
	}
	if l := snaps[1].Source.Label; l != "test:a/after.txt.gz" {
		t.Errorf("label %q", l)
	}
	if p := snaps[0].Problems; len(p) != 1 || p[0].Line != 0 || !strings.Contains(p[0].Text, "notes.md") ||
		strings.Contains(p[0].Reason, "notes.md") {
		t.Errorf("problems %+v", p)
	}
}

func TestZipWithoutReport(t *testing.T) {
	for name, text := range map[string]string{
		"no file":   zipOf(t),
		"no thread": zipOf(t, "a.txt", "hello\n"),
	} {
		if _, err := readString(text); !errors.Is(err, ErrNoThread) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCutCompressedInput(t *testing.T) {
	packed := gzipped(real(t, "web/stack-bad.txt", 1000))
	s := mustRead(t, packed[:len(packed)*2/3])[0]
	if len(s.Threads) < 10 || !s.Truncated || s.Problems[len(s.Problems)-1].Line != 0 {
		t.Errorf("%d threads, truncated %v, %+v", len(s.Threads), s.Truncated, s.Problems)
	}
	for _, text := range []string{"\x1f\x8b", "\x1f\x8b\x08\x00garbage", "PK\x03\x04", zipOf(t, "a", "b")[:30]} {
		if _, err := readString(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// TestUnpackingIsBounded reads a gzip that unpacks to more than may be unpacked.
func TestUnpackingIsBounded(t *testing.T) {
	report := real(t, "real/variant-base.txt", 2)
	r, w := io.Pipe()
	go func() {
		packed := gzip.NewWriter(w)
		io.WriteString(packed, report)
		blank := strings.Repeat("\n", 1<<20)
		for range 64 {
			io.WriteString(packed, blank)
		}
		packed.Close()
		w.Close()
	}()
	var snaps []*Snapshot
	u := &text.Unpacker{Left: 8 << 20}
	u.Read = func(t text.Document) error {
		var err error
		snaps, err = readText(t, newInterner())
		return err
	}
	err := u.Input(r, "bomb")
	r.Close()
	if err != nil || len(snaps) != 1 || len(snaps[0].Threads) != 2 || !snaps[0].Truncated {
		t.Errorf("%v, threads %v", err, shape(snaps))
	}
}

func TestReadErrorsAreReported(t *testing.T) {
	broken := errors.New("disk on fire")
	_, err := Read(io.MultiReader(strings.NewReader("hello\n"), failing{broken}), "x")
	if !errors.Is(err, broken) {
		t.Errorf("without threads: %v", err)
	}
	snaps, err := Read(io.MultiReader(strings.NewReader(real(t, "real/variant-base.txt", 2)), failing{broken}), "x")
	if err != nil || len(snaps[0].Threads) != 2 || !snaps[0].Truncated {
		t.Errorf("with threads: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
