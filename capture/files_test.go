//go:build unix

package capture

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// What is saved comes back, and never over what is there.
func TestSave(t *testing.T) {
	c := &Case{
		Target: Target{PID: 7, Name: "../Shop Api"}, Info: Info{PID: 7, Runtime: "9.0.5", OS: "Linux", Architecture: "x64",
			Entry: "../Shop Api"},
		Taken: time.Date(2026, 12, 1, 0, 30, 0, 5e6, time.UTC), Between: 1250 * time.Millisecond,
		First: recorded(t, "result-stacks")(), Events: recorded(t, "result-events")(), Remarks: []string{"as planned"},
		Before: map[uint64]Thread{0x1A: {Name: ".NET TP Worker", State: 'S', CPU: 5}},
		After:  map[uint64]Thread{0x1A: {Name: ".NET TP Worker", State: 'R', CPU: 9}, 0x1B: {Name: "new", State: 'S'}},
	}
	folder := filepath.Join(t.TempDir(), "new")
	paths, err := c.Save(folder)
	if err != nil || len(paths) != 4 {
		t.Fatalf("%v, %v", paths, err)
	}
	for _, p := range paths {
		if filepath.Dir(p) != folder || !strings.HasPrefix(filepath.Base(p), "_Shop_Api-7-20261201T003000.005Z") {
			t.Errorf("saved to %s", p)
		}
	}
	text, err := os.ReadFile(paths[0])
	want, wantErr := os.ReadFile("../testdata/evidence/depot/result.txt")
	if err != nil || wantErr != nil || !bytes.Equal(text, want) {
		t.Errorf("the text is not that of dotnet-stack: %v %v", err, wantErr)
	}
	if _, err := c.Save(folder); !os.IsExist(errorsUnwrapAll(err)) {
		t.Errorf("saved twice: %v", err)
	}
	manifest := filepath.Base(paths[len(paths)-1])
	got, err := Load(os.DirFS(folder), manifest)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, c) {
		t.Errorf("loaded %+v\nsaved %+v", got, c)
	}
	if members := Members(os.DirFS(folder), manifest); len(members) != 3 {
		t.Errorf("members %v", members)
	}
}

// errorsUnwrapAll is the innermost error.
func errorsUnwrapAll(err error) error {
	for {
		inner, ok := err.(interface{ Unwrap() error })
		if !ok || inner.Unwrap() == nil {
			return err
		}
		err = inner.Unwrap()
	}
}

// A manifest cannot name files elsewhere, and nothing else is taken for one.
func TestLoadRefuses(t *testing.T) {
	folder := t.TempDir()
	secret := filepath.Join(folder, "secret")
	inner := filepath.Join(folder, "inner")
	if err := os.Mkdir(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		secret:                                   "secret",
		filepath.Join(inner, "out"+ManifestEnd):  `{"stacktriageCapture": 1, "files": {"stacks": "../secret"}}`,
		filepath.Join(inner, "new"+ManifestEnd):  `{"stacktriageCapture": 2}`,
		filepath.Join(inner, "no"+ManifestEnd):   `no JSON`,
		filepath.Join(inner, "bare"+ManifestEnd): `{"stacktriageCapture": 1}`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"out": "missing", "new": "version 1", "no": "no manifest",
		"bare": "no sample", "none": "missing"} {
		if _, err := Load(os.DirFS(inner), name+ManifestEnd); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if members := Members(os.DirFS(inner), "no"+ManifestEnd); members != nil {
		t.Errorf("members of no manifest: %v", members)
	}
}
