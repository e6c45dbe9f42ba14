package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sassoftware/go-rpmutils"
)

// TestRelease makes a release of the last commit and looks at each part of it.
func TestRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("builds for six platforms")
	}
	source := clone(t)
	made := t.TempDir()
	if err := run(source, made, "v1.2.3"); err != nil {
		t.Fatal(err)
	}
	t.Run("reproducible", func(t *testing.T) { testReproducible(t, made) })
	t.Run("complete", func(t *testing.T) { testComplete(t, made) })
	t.Run("archives", func(t *testing.T) { testArchives(t, made) })
	t.Run("bill of materials", func(t *testing.T) { testBill(t, made) })
	t.Run("deb", func(t *testing.T) { testDeb(t, made, source) })
	t.Run("rpm", func(t *testing.T) {
		testPackaged(t, rpmFiles(t, filepath.Join(made, "stacktriage-1.2.3-1.x86_64.rpm")))
	})
	t.Run("apk", func(t *testing.T) { testPackaged(t, apkFiles(t, filepath.Join(made, "stacktriage_1.2.3_x86_64.apk"))) })
	t.Run("image", func(t *testing.T) { testImage(t, made, source) })
}

// clone copies the last commit: what is not committed is in no release.
func clone(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "source")
	if out, err := exec.Command("git", "clone", "--quiet", "..", dir).CombinedOutput(); err != nil {
		t.Fatalf("cloning: %v\n%s", err, out)
	}
	return dir
}

// testReproducible builds again from another folder, the exhaustive version without the
// compiler's cache: the bytes may depend on neither.
func testReproducible(t *testing.T, made string) {
	if os.Getenv("STACKTRIAGE_EXHAUSTIVE") != "" {
		t.Setenv("GOCACHE", t.TempDir())
	}
	again := t.TempDir()
	if err := run(clone(t), again, "v1.2.3"); err != nil {
		t.Fatal(err)
	}
	want, got := read(t, filepath.Join(made, checksumFile)), read(t, filepath.Join(again, checksumFile))
	if !bytes.Equal(want, got) {
		t.Errorf("two builds of one commit differ:\n%s\n%s", want, got)
	}
}

func testComplete(t *testing.T, made string) {
	want := []string{"checksums.txt", "stacktriage-1.2.3.cdx.json",
		"stacktriage-1.2.3-1.aarch64.rpm", "stacktriage-1.2.3-1.x86_64.rpm",
		"stacktriage_1.2.3_aarch64.apk", "stacktriage_1.2.3_x86_64.apk",
		"stacktriage_1.2.3_amd64.deb", "stacktriage_1.2.3_arm64.deb"}
	for _, platform := range targets {
		suffix := ".tar.gz"
		if platform.os == "windows" {
			suffix = ".zip"
		}
		want = append(want, "stacktriage-1.2.3-"+platform.String()+suffix)
	}
	entries, err := os.ReadDir(made)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	sums := string(read(t, filepath.Join(made, checksumFile)))
	for _, entry := range entries {
		got = append(got, entry.Name())
		sum, err := sumOf(filepath.Join(made, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if line := fmt.Sprintf("%x  %s\n", sum, entry.Name()); entry.Name() != checksumFile && !strings.Contains(sums, line) {
			t.Errorf("%s lacks %s", checksumFile, line)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("a release of\n%q, want\n%q", got, want)
	}
}

func testArchives(t *testing.T, made string) {
	want := []string{"README.md", "THIRD_PARTY.md", "completions/_stacktriage", "completions/stacktriage.bash",
		"completions/stacktriage.fish", "completions/stacktriage.ps1", "man/stacktriage.1"}
	for _, platform := range targets {
		name := filepath.Join(made, "stacktriage-1.2.3-"+platform.String())
		var got map[string][]byte
		if platform.os == "windows" {
			got = zipFiles(t, name+".zip")
		} else {
			got = tarFiles(t, gunzip(t, read(t, name+".tar.gz")))
		}
		folder := filepath.Base(name) + "/"
		for _, file := range append(want, platform.binary()) {
			if len(got[folder+file]) == 0 {
				t.Errorf("%s: no %s", name, file)
			}
		}
		if _, chosen := got[folder+licence]; len(got) != len(want)+1 && !chosen {
			t.Errorf("%s holds %d files, want %d", name, len(got), len(want)+1)
		}
		if !bytes.Contains(got[folder+notices], []byte("github.com/alecthomas/kong")) {
			t.Errorf("%s: the licence of a linked module is missing", name)
		}
	}
}

func testBill(t *testing.T, made string) {
	var bill struct {
		BOMFormat string
		Metadata  struct {
			Component struct{ Name, Version string }
		}
		Components []struct{ Name, Version, Purl string }
	}
	if err := json.Unmarshal(read(t, filepath.Join(made, "stacktriage-1.2.3.cdx.json")), &bill); err != nil {
		t.Fatal(err)
	}
	if bill.BOMFormat != "CycloneDX" || bill.Metadata.Component.Version != "1.2.3" {
		t.Errorf("not a bill of this release: %+v", bill)
	}
	i := slices.IndexFunc(bill.Components, func(c struct{ Name, Version, Purl string }) bool {
		return c.Name == "github.com/alecthomas/kong"
	})
	if i < 0 || !strings.HasPrefix(bill.Components[i].Purl, "pkg:golang/github.com/alecthomas/kong@v") {
		t.Errorf("kong is linked, and not in the bill: %+v", bill.Components)
	}
}

// installedFiles are what a package puts on a machine.
var installedFiles = []string{
	"usr/bin/stacktriage",
	"usr/share/bash-completion/completions/stacktriage",
	"usr/share/doc/stacktriage/README.md",
	"usr/share/doc/stacktriage/THIRD_PARTY.md",
	"usr/share/fish/vendor_completions.d/stacktriage.fish",
	"usr/share/man/man1/stacktriage.1.gz",
	"usr/share/zsh/vendor-completions/_stacktriage",
}

func testPackaged(t *testing.T, got map[string][]byte) {
	for _, name := range installedFiles {
		if len(got[name]) == 0 {
			t.Errorf("no %s in the package", name)
		}
	}
	page := gunzip(t, got["usr/share/man/man1/stacktriage.1.gz"])
	if !bytes.HasPrefix(page, []byte(".TH STACKTRIAGE 1")) {
		t.Errorf("the manual page begins %.40q", page)
	}
	if !bytes.HasPrefix(got["usr/bin/stacktriage"], []byte("\x7fELF")) {
		t.Error("the program is no Linux program")
	}
}

// testDeb installs the package in an empty root, runs the first command of the README's
// tour from there, and removes it without a file left.
func testDeb(t *testing.T, made, source string) {
	if _, err := exec.LookPath("dpkg"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	root := t.TempDir()
	for _, dir := range []string{"var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers", "var/log"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(root, "var/lib/dpkg/status"), nil)
	write(t, filepath.Join(root, "stack-bad.txt"), read(t, filepath.Join(source, "testdata/stacks/stack-bad.txt")))
	before := filesOf(t, root)
	dpkg(t, root, "--install", filepath.Join(made, "stacktriage_1.2.3_amd64.deb"))
	installed := map[string][]byte{}
	for _, name := range installedFiles {
		installed[name] = read(t, filepath.Join(root, name))
	}
	testPackaged(t, installed)
	if got := string(runIn(t, root, "usr/bin/stacktriage", "report", "stack-bad.txt")); !strings.HasPrefix(got, "60 of 60 pool workers blocked") {
		t.Errorf("the installed program says\n%.200s", got)
	}
	if got := string(runIn(t, root, "usr/bin/stacktriage", "--version")); !strings.HasPrefix(got, "stacktriage 1.2.3 ") {
		t.Errorf("the installed program is %q", got)
	}
	dpkg(t, root, "--purge", "stacktriage")
	if after := filesOf(t, root); !slices.Equal(after, before) {
		t.Errorf("after removal\n%q\nare there, before installation\n%q", after, before)
	}
}

func dpkg(t *testing.T, root string, args ...string) {
	t.Helper()
	args = append([]string{"--root=" + root, "--force-not-root", "--force-depends"}, args...)
	if out, err := exec.Command("dpkg", args...).CombinedOutput(); err != nil {
		t.Fatalf("dpkg %q: %v\n%s", args, err, out)
	}
}

// filesOf lists the files below a folder but for dpkg's own books.
func filesOf(t *testing.T, root string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if entry.IsDir() || strings.HasPrefix(name, "var/") {
			return nil
		}
		names = append(names, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func rpmFiles(t *testing.T, path string) map[string][]byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	pkg, err := rpmutils.ReadRpm(f)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := pkg.PayloadReaderExtended()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]byte{}
	for {
		info, err := payload.Next()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(payload)
		if err != nil {
			t.Fatal(err)
		}
		found[strings.TrimPrefix(info.Name(), "/")] = data
	}
}

// apkFiles reads the parts of an apk, each a gzip of a tar: control and data.
func apkFiles(t *testing.T, path string) map[string][]byte {
	t.Helper()
	return tarFiles(t, gunzip(t, read(t, path)))
}

func tarFiles(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	for r := tar.NewReader(bytes.NewReader(data)); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		if found[header.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
}

func zipFiles(t *testing.T, path string) map[string][]byte {
	t.Helper()
	r, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	found := map[string][]byte{}
	for _, f := range r.File {
		data, err := fs.ReadFile(r, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		found[f.Name] = data
	}
	return found
}

func gunzip(t *testing.T, data []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, fileMode); err != nil {
		t.Fatal(err)
	}
}
