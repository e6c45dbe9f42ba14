package parse_test

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"reflect"
	"testing"

	"stacktriage/internal/corpus"
	"stacktriage/parse"
)

// TestReaderChangesNothing reads all files of the corpus with one reader, and each alone: what
// is remembered of one input must show in no other one, and not in its own later on.
func TestReaderChangesNothing(t *testing.T) {
	root := filepath.Join("..", "testdata", "stacks")
	reader := parse.NewReader(nil)
	var all, alone [][]*parse.Snapshot
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text := corpus.Report(t, "", path)
		for range 2 { // the second time nothing of it is new
			got, gotErr := reader.Read(bytes.NewReader(text), path)
			want, wantErr := parse.Read(bytes.NewReader(text), path)
			if (gotErr == nil) != (wantErr == nil) || gotErr != nil && gotErr.Error() != wantErr.Error() {
				t.Errorf("%s: %v, want %v", path, gotErr, wantErr)
			}
			all, alone = append(all, got), append(alone, want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for i := range all {
		read += len(all[i])
		if !reflect.DeepEqual(all[i], alone[i]) {
			t.Errorf("%s reads differently behind others", alone[i][0].Source.Label)
		}
	}
	if read < 200 {
		t.Errorf("only %d reports were read", read)
	}
}
