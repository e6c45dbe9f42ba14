//go:build unix

package capture

import (
	"archive/zip"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

func smallCase() *Case {
	return &Case{
		Target: Target{PID: 7, Name: "Shop"}, Info: Info{PID: 7, Runtime: "9.0.5", Entry: "Shop"},
		Taken: time.Date(2026, 12, 1, 0, 30, 0, 0, time.UTC), Between: time.Second, First: []byte("no stream"),
	}
}

func TestSaveArchive(t *testing.T) {
	c := smallCase()
	c.First = recorded(t, "result-stacks")()
	c.Events = recorded(t, "result-events")()
	c.Before = map[uint64]Thread{0x1A: {Name: ".NET TP Worker", State: 'S', CPU: 5}}
	c.After = map[uint64]Thread{0x1A: {Name: ".NET TP Worker", State: 'S', CPU: 5}}
	to := filepath.Join(t.TempDir(), "new", "incident.zip")
	if err := c.SaveArchive(to); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.OpenReader(to)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	manifests, err := ArchivedManifests(&archive.Reader)
	if err != nil || len(manifests) != 1 {
		t.Fatalf("%v %v", manifests, err)
	}
	if got, err := Load(archive, manifests[0]); err != nil || !reflect.DeepEqual(got, c) {
		t.Errorf("loaded %+v, %v\nsaved %+v", got, err, c)
	}
	if err := c.SaveArchive(to); !errors.Is(err, fs.ErrExist) {
		t.Errorf("saved twice: %v", err)
	}
	if _, err := os.Stat(to); err != nil {
		t.Errorf("what was there is gone: %v", err)
	}
}

// What cannot be completed leaves nothing behind.
func TestSaveArchiveFails(t *testing.T) {
	to := filepath.Join(t.TempDir(), "incident.zip")
	if err := smallCase().SaveArchive(to); err == nil {
		t.Fatal("a stream that is none was saved as text")
	}
	if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("half of it is there: %v", err)
	}
}

// Archives of other things are not for this package; of those that are mixed nothing is
// left out without a word.
func TestArchivedManifests(t *testing.T) {
	const manifest = `{"stacktriageCapture": 1, "files": {"stacks": "a.nettrace"}}`
	for name, test := range map[string]struct {
		files map[string]string
		found int
		says  string
	}{
		"reports":        {map[string]string{"a.txt": "Thread (0x1):"}, 0, ""},
		"a capture":      {map[string]string{"x/a" + ManifestEnd: manifest, "x/a.nettrace": ""}, 1, ""},
		"two captures":   {map[string]string{"x/a" + ManifestEnd: manifest, "x/a.nettrace": "", "a" + ManifestEnd: manifest, "a.nettrace": ""}, 2, ""},
		"mixed":          {map[string]string{"a" + ManifestEnd: manifest, "a.nettrace": "", "b.txt": ""}, 0, "beside other files"},
		"a bad manifest": {map[string]string{"a" + ManifestEnd: "{", "a.nettrace": ""}, 0, "no manifest"},
		"another name":   {map[string]string{"../a" + ManifestEnd: manifest}, 0, ""},
	} {
		path := filepath.Join(t.TempDir(), "a.zip")
		out, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w := zip.NewWriter(out)
		for name, text := range test.files {
			member, err := w.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := member.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(w.Close(), out.Close()); err != nil {
			t.Fatal(err)
		}
		archive, err := zip.OpenReader(path)
		if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
			t.Fatal(err)
		}
		found, err := ArchivedManifests(&archive.Reader)
		if len(found) != test.found || (err != nil) != (test.says != "") || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v %v", name, found, err)
		}
		archive.Close()
	}
}

func TestIsArchive(t *testing.T) {
	for name, want := range map[string]bool{"a.zip": true, "A.ZIP": true, ".zip": false, "a.zip.d": false, "zip": false} {
		if IsArchive(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
