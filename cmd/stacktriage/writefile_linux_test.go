package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestInterruptedWritingLeavesNothing runs this test in a program of its own, which
// writes without end, and ends it by each signal.
func TestInterruptedWritingLeavesNothing(t *testing.T) {
	const variable = "STACKTRIAGE_TEST_WRITES_TO"
	if path := os.Getenv(variable); path != "" {
		err := writeFile(path, func(w io.Writer) error {
			fmt.Println("begun")
			time.Sleep(time.Minute)
			return nil
		})
		t.Fatalf("writing ended: %v", err)
	}
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		folder := t.TempDir()
		path := filepath.Join(folder, "out.txt")
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		writer := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
		writer.Env = append(os.Environ(), variable+"="+path)
		out, err := writer.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := writer.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(out, make([]byte, len("begun"))); err != nil {
			t.Fatal(err)
		}
		if err := writer.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		var ended *exec.ExitError
		if err := writer.Wait(); !errors.As(err, &ended) || ended.ExitCode() != 128+int(signal) {
			t.Errorf("%v: ended with %v", signal, err)
		}
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) != 1 || readFile(t, path) != "old" {
			t.Errorf("%v: %v are left", signal, entries)
		}
	}
}

func TestOutputKeepsWhatIsThere(t *testing.T) {
	bad := stacks + "stack-fixed.txt"
	folder := t.TempDir()
	readOnly := filepath.Join(folder, "read-only.txt")
	if err := os.WriteFile(readOnly, []byte("keep"), 0o444); err != nil {
		t.Fatal(err)
	}
	assertTrouble(t, execute(t, piped(), "", "-o", readOnly, bad), "read-only")
	if readFile(t, readOnly) != "keep" {
		t.Error("a read-only file was replaced")
	}

	private := filepath.Join(folder, "private.txt")
	if err := os.WriteFile(private, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(private, 0o640); err != nil {
		t.Fatal(err)
	}
	if got := execute(t, piped(), "", "-o", private, bad); got.code != exitOK {
		t.Errorf("exit code %d: %s", got.code, got.stderr)
	}
	if info, err := os.Stat(private); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}

	long := filepath.Join(folder, strings.Repeat("x", 251)+".txt")
	if got := execute(t, piped(), "", "-o", long, bad); got.code != exitOK || !strings.Contains(readFile(t, long), "Nothing blocked") {
		t.Errorf("a long name: exit code %d: %s", got.code, got.stderr)
	}

	dangling, target := filepath.Join(folder, "link"), filepath.Join(folder, "target.txt")
	if err := os.Symlink(target, dangling); err != nil {
		t.Fatal(err)
	}
	if got := execute(t, piped(), "", "-o", dangling, bad); got.code != exitOK || !strings.Contains(readFile(t, target), "Nothing blocked") {
		t.Errorf("a link to nothing: exit code %d: %s", got.code, got.stderr)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 5 {
		t.Errorf("the folder holds %v", entries)
	}
}

func TestOutputToTheStreams(t *testing.T) {
	bad := stacks + "stack-fixed.txt"
	for _, name := range []string{"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"} {
		if got := execute(t, piped(), "", "-o", name, bad); got.code != exitOK || !strings.Contains(got.stdout, "Nothing blocked") {
			t.Errorf("%s: exit code %d, stderr %q", name, got.code, got.stderr)
		}
	}
	if got := execute(t, piped(), "", "-o", "/dev/stderr", bad); got.stdout != "" || !strings.Contains(got.stderr, "Nothing blocked") {
		t.Errorf("/dev/stderr: exit code %d, stdout %q", got.code, got.stdout)
	}
}

// TestHomeThatCannotBeRead is a folder for which nobody asked.
func TestHomeThatCannotBeRead(t *testing.T) {
	file := tempFile(t, "home", "")
	env := fakeEnvironment("LANG=C.UTF-8", "HOME="+file)
	if got := execute(t, env, "", stacks+"stack-fixed.txt"); got.code != exitOK || got.stderr != "" {
		t.Errorf("exit code %d, stderr %q", got.code, got.stderr)
	}
}
