package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestInvisibleLettersAreShownAsCodes: what shows nothing would make two names look alike.
func TestInvisibleLettersAreShownAsCodes(t *testing.T) {
	for _, letter := range []string{"\u3164", "\u115f", "\u034f", "\u17b4"} {
		input := strings.ReplaceAll(markedReport(), mark+"Cart", mark+letter+"Cart")
		for _, format := range []string{"text", "chat", "html", "markdown", "line", "svg", "json"} {
			got := execute(t, piped(), input, "-f", format, "--top", "0", "-")
			if got.code != exitOK || strings.Contains(got.stdout+got.stderr, letter) {
				t.Errorf("%+q in %s: exit code %d, or it is written as it is", letter, format, got.code)
			}
			if !strings.Contains(got.stdout, mark) || strings.Contains(got.stdout, mark+"Cart") {
				t.Errorf("%+q in %s: it is left out without a sign", letter, format)
			}
		}
	}
}

func TestOutputToDevices(t *testing.T) {
	full := execute(t, piped(), "", "-o", "/dev/full", stacks+"stack-fixed.txt")
	assertTrouble(t, full, "/dev/full: cannot be written: no space left")
	if got := execute(t, piped(), "", "-o", os.DevNull, stacks+"stack-fixed.txt"); got.code != exitOK || got.stdout != "" {
		t.Errorf("%+v", got)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("the device was replaced: %v %v", info, err)
	}
}

// TestNamesThatAreNotUTF8 are read and written as they are, and shown as codes.
func TestNamesThatAreNotUTF8(t *testing.T) {
	folder := t.TempDir()
	in, out := filepath.Join(folder, "caf\xe9.txt"), filepath.Join(folder, "r\xe9sultat.txt")
	if err := os.WriteFile(in, []byte(markedReport()), 0o600); err != nil {
		t.Skipf("this file system takes no such name: %v", err)
	}
	if got := execute(t, piped(), "", "-o", out, in); got.code != exitOK || strings.Contains(got.stderr, "\xe9") {
		t.Errorf("%+v", got)
	}
	if text := readFile(t, out); !strings.Contains(text, mark) {
		t.Errorf("written: %q", text)
	}
	for _, args := range [][]string{{"-f", "json", in}, {"--top", "0", "x\xe9=" + in}, {"tree", in}, {"explain", "\xe9"}} {
		got := execute(t, piped(), "", args...)
		if strings.Contains(got.stdout+got.stderr, "\xe9") || got.stdout == "" && args[0] != "explain" {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

// TestOwnerIsKept needs a user who may give files away.
func TestOwnerIsKept(t *testing.T) {
	path := tempFile(t, "out.txt", "old")
	if err := os.Chown(path, 65534, 65534); err != nil {
		t.Skipf("files cannot be given away here: %v", err)
	}
	if got := execute(t, piped(), "", "-o", path, stacks+"stack-fixed.txt"); got.code != exitOK {
		t.Fatalf("%+v", got)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if owner := info.Sys().(*syscall.Stat_t); owner.Uid != 65534 || owner.Gid != 65534 || readFile(t, path) == "old" {
		t.Errorf("the file belongs to %d:%d", owner.Uid, owner.Gid)
	}
}

// TestLinksInStickyFolders: somebody else's link in a folder that everybody can write to
// is not followed, where the kernel protects such links.
func TestLinksInStickyFolders(t *testing.T) {
	if on, err := os.ReadFile("/proc/sys/fs/protected_symlinks"); err != nil || strings.TrimSpace(string(on)) != "1" {
		t.Skip("the kernel does not protect links here")
	}
	folder, target := t.TempDir(), tempFile(t, "target.txt", "keep")
	if err := os.Chmod(folder, 0o777|os.ModeSticky); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(folder, "out.txt")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if err := os.Lchown(link, 65534, 65534); err != nil {
		t.Skipf("links cannot be given away here: %v", err)
	}
	if _, err := os.Stat(link); err == nil {
		t.Skip("the kernel lets this user follow it")
	}
	assertTrouble(t, execute(t, piped(), "", "-o", link, stacks+"stack-fixed.txt"), "permission denied")
	if readFile(t, target) != "keep" {
		t.Error("the target was written to")
	}
}

// TestClosedStdoutCannotBeTold shows why a closed standard output is no error: before any
// code of a Go program runs, its runtime opens /dev/null in the place of a closed stream,
// for reading and writing, just as many programs open it for those they start.
func TestClosedStdoutCannotBeTold(t *testing.T) {
	const variable = "STACKTRIAGE_TEST_SAYS_STDOUT"
	if path := os.Getenv(variable); path != "" {
		link, err := os.Readlink("/proc/self/fd/1")
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.ReadFile("/proc/self/fdinfo/1")
		if err != nil {
			t.Fatal(err)
		}
		flags := ""
		for line := range strings.Lines(string(info)) {
			if strings.HasPrefix(line, "flags:") {
				flags = line
			}
		}
		if err := os.WriteFile(path, []byte(link+" "+flags), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	seen := func(redirection string) string {
		path := filepath.Join(t.TempDir(), "said")
		child := exec.Command("sh", "-c", `exec "$0" "$@" `+redirection, os.Args[0], "-test.run", "^"+t.Name()+"$")
		child.Env = append(os.Environ(), variable+"="+path)
		_ = child.Run() // what it prints goes nowhere; what it wrote counts
		return readFile(t, path)
	}
	if closed, null := seen(">&-"), seen("1<>/dev/null"); closed != null || !strings.HasPrefix(closed, "/dev/null ") {
		t.Errorf("closed is %q, /dev/null is %q: now it can be told", closed, null)
	}
}
