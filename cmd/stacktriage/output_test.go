package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
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

func TestOutputNameSaysTheFormat(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	tests := []struct {
		file   string
		args   []string
		begins string
	}{
		{"out.html", []string{"report", bad}, "<!doctype html>"},
		{"OUT.HTML", []string{"report", bad}, "<!doctype html>"},
		{"out.json", []string{"report", bad}, "{"},
		{"out.png", []string{"report", bad}, "\x89PNG"},
		{"out.svg", []string{"report", "--theme", "light", bad}, "<svg"},
		{"out.folded", []string{"report", bad}, "System.Threading.Thread.StartCallback;"},
		{"out.speedscope.json", []string{"report", bad}, `{"$schema":"https://www.speedscope.app`},
		{"out.pb.gz", []string{"report", bad}, "\x1f\x8b"},
		{"out.txt", []string{"report", bad}, "60 of 60 pool workers"},
		{"out", []string{"report", bad}, "60 of 60 pool workers"},
		{"out.log", []string{"report", bad}, "60 of 60 pool workers"},
		{"html", []string{"report", bad}, "60 of 60 pool workers"},
		{"out.html", []string{"report", "--format", "text", bad}, "60 of 60 pool workers"},
		{"out.json", []string{"report", "--format", "svg", bad}, "<svg"},
		{"out.json", []string{"report", "--chat", "plain", bad}, "CRITICAL: 60 of 60"},
		{"out.html", []string{"diff", bad, bad}, "<!doctype html>"},
		{"out.svg", []string{"tree", bad}, "<svg"},
		{"out.svg", []string{"series", stacks + "web/hang-1.txt", stacks + "web/hang-2.txt"}, "<svg"},
		{"out.png", []string{"series", stacks + "web/hang-1.txt", stacks + "web/hang-2.txt"}, "\x89PNG"},
		{"out.json", []string{"series", stacks + "web/hang-1.txt", stacks + "web/hang-2.txt"}, "{"},
	}
	for _, tt := range tests {
		path := filepath.Join(t.TempDir(), tt.file)
		got := execute(t, piped(), "", append(tt.args, "-o", path)...)
		if got.code != exitOK || got.stdout != "" {
			t.Errorf("%s %q: exit code %d, stdout %q, stderr %q", tt.file, tt.args, got.code, got.stdout, got.stderr)
			continue
		}
		if text := readFile(t, path); !strings.HasPrefix(text, tt.begins) {
			t.Errorf("%s %q begins with %.60q, want %q", tt.file, tt.args, text, tt.begins)
		}
	}
}

func TestOutputNameOfAFormatThatIsNotThere(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	for _, args := range [][]string{
		{"tree", "-o", "out.html", bad},
		{"tree", "-o", "out.json", bad},
		{"diff", "-o", "out.pb.gz", bad, bad},
		{"series", "-o", "out.pb.gz", bad, bad},
	} {
		t.Chdir(t.TempDir())
		got := execute(t, piped(), "", args...)
		if got.code != exitTrouble || !strings.Contains(got.stderr, "which this command does not write") {
			t.Errorf("%q: exit code %d, stderr %q", args, got.code, got.stderr)
		}
		if left, _ := filepath.Glob("*"); len(left) > 0 {
			t.Errorf("%q wrote %q", args, left)
		}
	}
}

// TestOutputNeverReplacesAnInput: under its own name, through a link, behind a label, in
// a folder or as standard input.
func TestOutputNeverReplacesAnInput(t *testing.T) {
	text := readFile(t, stacks+"stack-bad.txt")
	dir := t.TempDir()
	bad, link, other, rules := filepath.Join(dir, "bad.txt"), filepath.Join(dir, "link"), filepath.Join(dir, "other.txt"), filepath.Join(t.TempDir(), "rules")
	for path, content := range map[string]string{bad: text, other: text, rules: "user Acme.*\n"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	symlink(t, bad, link)
	tests := []struct {
		name string
		args []string
	}{
		{"report", []string{"report", "-o", bad, bad}},
		{"through a link", []string{"report", "-o", link, bad}},
		{"input through a link", []string{"report", "-o", bad, link}},
		{"second of several", []string{"report", "-o", bad, other, bad}},
		{"label", []string{"report", "-o", bad, "before=" + bad}},
		{"folder", []string{"report", "-o", bad, dir}},
		{"JSON", []string{"report", "--format", "json", "-o", bad, bad}},
		{"another spelling", []string{"report", "-o", dir + "/./bad.txt", bad}},
		{"diff", []string{"diff", "-o", bad, bad, other}},
		{"diff, after", []string{"diff", "-o", bad, other, bad}},
		{"series", []string{"series", "-o", bad, other, bad}},
		{"tree", []string{"tree", "-o", bad, bad}},
		{"learn", []string{"learn", "-o", bad, bad}},
		{"rules", []string{"learn", "--rules", rules, "-o", rules, bad}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assertTrouble(t, execute(t, piped(), "", tt.args...), "would be lost")
			for path, content := range map[string]string{bad: text, other: text} {
				if readFile(t, path) != content {
					t.Fatalf("%s was written to", path)
				}
			}
		})
	}
	t.Run("standard input", func(t *testing.T) {
		file, err := os.Open(bad)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		assertTrouble(t, executeOn(t, piped(), file, "-o", bad), "would be lost")
	})
}
