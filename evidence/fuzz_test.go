package evidence

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"stacktriage/diagnose"
)

// FuzzRecordings demands of any recording that it is refused, or judged with a first
// finding that says something.
func FuzzRecordings(f *testing.F) {
	f.Add(csvOf("Metric", map[string][]float64{queueName: {1, 2, 3}}))
	f.Add([]byte("Press p to pause, r to resume, q to quit.\n[System.Runtime]\n    ThreadPool Queue Length   12\n"))
	for _, name := range []string{"idle-stacks", "lockheld-stacks"} {
		f.Add(unpacked(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := NewReader()
		snaps, err := r.Read(bytes.NewReader(data), "input")
		if err != nil {
			return
		}
		for _, snap := range r.Analyze(snaps, diagnose.Options{}).Snapshots {
			if len(snap.Findings) == 0 || snap.Headline == "" {
				t.Fatalf("nothing is said: %+v", snap.Findings)
			}
		}
	})
}

func unpacked(f *testing.F, name string) []byte {
	f.Helper()
	file, err := os.Open(filepath.Join("..", "testdata", "evidence", "depot", name+".nettrace.gz"))
	if err != nil {
		f.Fatal(err)
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		f.Fatal(err)
	}
	data, err := io.ReadAll(packed)
	if err != nil {
		f.Fatal(err)
	}
	return data
}
