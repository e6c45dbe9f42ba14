package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteFileKeepsWhatIsThereOnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.txt")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := writeFile(path, func(w io.Writer) error {
		io.WriteString(w, "half")
		return broken
	})
	if !errors.Is(err, broken) {
		t.Fatalf("error %v does not wrap the cause", err)
	}
	assertFile(t, path, "old")
	assertAlone(t, path)
}

func TestWriteFileReplaces(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report.txt")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	write := func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }
	if err := writeFile(path, write); err != nil {
		t.Fatal(err)
	}
	assertFile(t, path, "new")
	assertAlone(t, path)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if !onWindows && info.Mode().Perm() != 0o640 {
		t.Errorf("permissions are %v, want those of the replaced file, 0640", info.Mode().Perm())
	}
}

func TestWriteFileKeepsLinks(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	symlink(t, target, link)
	if err := writeFile(link, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }); err != nil {
		t.Fatal(err)
	}
	assertFile(t, target, "new")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced by a file (%v)", err)
	}
}

func TestWriteFileSaysWhere(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "missing", "report.txt")} {
		if err := writeFile(path, func(io.Writer) error { return nil }); err == nil {
			t.Errorf("writing to %s succeeded", path)
		}
	}
}

func assertFile(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s holds %q, want %q", path, got, want)
	}
}

// assertAlone demands that no temporary file is left.
func assertAlone(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 {
		t.Errorf("files are left behind: %v", entries)
	}
}

// symlink makes a symbolic link, or skips the test: not every user may, and not every
// system that says that it did has one then.
func symlink(t *testing.T, target, link string) {
	t.Helper()
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	if got, err := os.Readlink(link); got != target {
		t.Skipf("the link that was made leads to %q (%v)", got, err)
	}
}
