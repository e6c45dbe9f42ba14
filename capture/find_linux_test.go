package capture

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"stacktriage/capture/capturetest"
)

// fakeProc is a /proc of files, and a folder for sockets.
type fakeProc struct {
	t    *testing.T
	proc procfs
	tmp  string
}

func newProc(t *testing.T) *fakeProc {
	t.Helper()
	root, err := os.MkdirTemp("", "p")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	f := &fakeProc{t, procfs(filepath.Join(root, "proc")), filepath.Join(root, "tmp")}
	f.write("tmp", filepath.Join(f.tmp, "other-file"))
	f.write("btime 1764547200\n", filepath.Join(string(f.proc), "stat"))
	return f
}

func (f *fakeProc) write(text, path string) {
	f.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

// add makes a process that started at a tick; inner is its id in its own namespace.
func (f *fakeProc) add(pid, inner int, state byte, start, environment string) {
	f.t.Helper()
	ids := strconv.Itoa(pid)
	if inner != pid {
		ids += "\t" + strconv.Itoa(inner)
	}
	f.write(fmt.Sprintf("Name:\tmy (api)\nState:\t%c (x)\nUid:\t%d\t%d\t0\t0\nNSpid:\t%s\nThreads:\t12\n", state,
		os.Getuid(), os.Getuid(), ids), f.proc.path(pid, "status"))
	f.write(stat(pid, state, start), f.proc.path(pid, "stat"))
	f.write(environment, f.proc.path(pid, "environ"))
}

// stat is a line of /proc/PID/stat with a start time and 7 + 5 ticks of CPU time.
func stat(pid int, state byte, start string) string {
	return fmt.Sprintf("%d (my (api)) %c 1 1 1 0 -1 0 0 0 0 0 7 5 0 0 20 0 12 0 %s 0 0\n", pid, state, start)
}

// socket makes a socket that nobody serves, as old as given.
func (f *fakeProc) socket(folder, name string, age time.Duration) string {
	f.t.Helper()
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		f.t.Fatal(err)
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		f.t.Fatal(err)
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	then := time.Now().Add(-age)
	if err := os.Chtimes(path, then, then); err != nil {
		f.t.Fatal(err)
	}
	return path
}

func TestFind(t *testing.T) {
	f := newProc(t)
	env := "PATH=/bin\x00TMPDIR=" + f.tmp + "\x00"
	f.add(42, 42, 'S', "777", env)
	f.socket(f.tmp, "dotnet-diagnostic-42-555-socket", time.Minute)
	live := f.socket(f.tmp, "dotnet-diagnostic-42-777-socket", time.Hour)
	f.socket(f.tmp, "dotnet-diagnostic-43-777-socket", 0)
	f.socket(f.tmp, "clr-debug-pipe-42-777-in", 0)
	target, err := f.proc.find(42)
	if err != nil || target.Path != live || target.Name != "my (api)" || target.PID != 42 {
		t.Errorf("the older socket is that of the process: %+v, %v", target, err)
	}

	f.add(50, 7, 'S', "888", "TMPDIR=/inner\x00")
	inner := f.socket(filepath.Join(f.proc.path(50, "root"), "inner"), "dotnet-diagnostic-7-999-socket", 0)
	if target, err = f.proc.find(50); err != nil || target.Path != inner {
		t.Errorf("in another container: %+v, %v", target, err)
	}
}

func TestFindExplains(t *testing.T) {
	f := newProc(t)
	tmp := "TMPDIR=" + f.tmp + "\x00"
	_, err := f.proc.find(4711)
	wantReason(t, err, NoProcess, "4711", "stacktriage ps")

	f.add(1, 1, 'T', "1", tmp)
	_, err = f.proc.find(1)
	wantReason(t, err, Stopped, "kill -CONT 1")

	f.add(2, 2, 'S', "1", tmp+"DOTNET_EnableDiagnostics_IPC=0\x00")
	_, err = f.proc.find(2)
	wantReason(t, err, SwitchedOff, "DOTNET_EnableDiagnostics_IPC=0")

	f.add(3, 3, 'S', "1", tmp)
	_, err = f.proc.find(3)
	wantReason(t, err, NotDotnet, "no diagnostics socket in "+f.tmp)

	f.write("7f00 r-xp /app/libcoreclr.so\n", f.proc.path(3, "maps"))
	_, err = f.proc.find(3)
	wantReason(t, err, NoSocket, "without a diagnostics socket")

	long := filepath.Join(f.tmp, "a-folder-with-a-name-that-is-by-far-too-long-for-the-address-of-a-socket")
	f.add(5, 5, 'S', "1", "TMPDIR="+long+"\x00")
	_, err = f.proc.find(5)
	wantReason(t, err, LongPath, "too long for a socket")

	f.socket(f.tmp, "dotnet-diagnostic-dsrouter-9-1-socket", 0)
	_, err = f.proc.find(3)
	wantReason(t, err, Router, "--diagnostic-port")
}

// A process whose own user may not look at it, as in a sandbox, belongs to nobody else;
// that of another user does, and another container is told as such.
func TestFindUnreadable(t *testing.T) {
	if asNobody(t) {
		return
	}
	f := newProc(t)
	hide := func(path string) {
		t.Helper()
		if err := os.Chmod(path, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Chmod(path, 0o755) })
	}
	f.add(7, 7, 'S', "1", "")
	hide(f.proc.path(7, "environ"))
	_, err := f.proc.find(7)
	wantReason(t, err, Permission, "not even by its own user")

	f.add(8, 8, 'S', "1", "")
	f.write("Name:\tapi\nState:\tS (x)\nUid:\t4711\t4711\t0\t0\nNSpid:\t8\nThreads:\t12\n", f.proc.path(8, "status"))
	hide(f.proc.path(8, "environ"))
	_, err = f.proc.find(8)
	wantReason(t, err, Permission, "belongs to another user (uid 4711)", "as root")

	f.add(9, 1, 'S', "1", "")
	f.write("", filepath.Join(f.proc.path(9, "root"), "tmp", "x"))
	hide(f.proc.path(9, "root"))
	_, err = f.proc.find(9)
	wantReason(t, err, Permission, "another container", "pid: host")
}

// A socket that may not be opened belongs to another user.
func TestPermission(t *testing.T) {
	if asNobody(t) {
		return
	}
	f := serve(t, &capturetest.Runtime{})
	if err := os.Chmod(f.Path, 0); err != nil {
		t.Fatal(err)
	}
	_, err := f.target.Info(t.Context())
	wantReason(t, err, Permission, "belongs to another user", "as root")
}

// asNobody runs the test again as a user who may not read everything, where it is root who
// runs it; true if that is done.
func asNobody(t *testing.T) bool {
	t.Helper()
	if os.Geteuid() != 0 {
		return false
	}
	folder, err := os.MkdirTemp("", "n")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	binary, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(folder, "test")
	if err := errors.Join(os.Chmod(folder, 0o777), os.WriteFile(again, binary, 0o755)); err != nil {
		t.Fatal(err)
	}
	const nobody = 65534
	cmd := exec.Command(again, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Dir, cmd.Env = folder, []string{"TMPDIR=" + folder}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("as another user: %v\n%s", err, out)
	}
	return true
}

// Root takes no socket that another user has left where the process would have its own.
func TestFindOtherOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give a file away")
	}
	f := newProc(t)
	f.add(42, 42, 'S', "777", "TMPDIR="+f.tmp+"\x00")
	path := f.socket(f.tmp, "dotnet-diagnostic-42-777-socket", 0)
	if err := os.Chown(path, 65534, 65534); err != nil {
		t.Fatal(err)
	}
	_, err := f.proc.find(42)
	wantReason(t, err, OtherOwner, "does not belong")
}

func TestFindAll(t *testing.T) {
	f := newProc(t)
	env := "TMPDIR=" + f.tmp + "\x00"
	f.add(42, 42, 'S', "777", env)
	f.add(43, 43, 'T', "778", env)
	f.add(44, 44, 'S', "779", env) // without a socket
	f.add(45, 45, 'S', "780", env) // its socket is of the process before it
	f.socket(f.tmp, "dotnet-diagnostic-42-777-socket", 0)
	f.socket(f.tmp, "dotnet-diagnostic-43-778-socket", 0)
	f.socket(f.tmp, "dotnet-diagnostic-45-1-socket", 0)
	all, err := f.proc.findAll()
	if err != nil || len(all) != 2 || all[0].target.PID != 42 || all[1].target.PID != 43 {
		t.Fatalf("%+v, %v", all, err)
	}
	if want := time.Unix(1764547200, 0).Add(7770 * time.Millisecond); !all[0].started.Equal(want) ||
		all[0].threads != 12 || all[0].err != nil {
		t.Errorf("%+v, want the start %v", all[0], want)
	}
	wantReason(t, all[1].err, Stopped)
	if _, err := procfs(filepath.Join(f.tmp, "none")).findAll(); !errors.As(err, new(*Error)) {
		t.Errorf("without /proc: %v", err)
	}
}

func TestThreads(t *testing.T) {
	f := newProc(t)
	f.add(50, 7, 'S', "888", "")
	task := func(id int, file string) string {
		return filepath.Join(f.proc.path(50, "task"), strconv.Itoa(id), file)
	}
	f.write(stat(50, 'S', "1"), task(50, "stat"))
	f.write(".NET TP Worker\n", task(50, "comm"))
	f.write("NSpid:\t50\t7\n", task(50, "status"))
	f.write(stat(51, 'R', "1"), task(51, "stat"))
	f.write("123456 7 8\n", task(51, "schedstat"))
	f.write("NSpid:\t51\t9\n", task(51, "status"))
	got := f.proc.tasks(50)
	want := map[uint64]Thread{
		7: {Name: ".NET TP Worker", State: 'S', CPU: 120 * time.Millisecond},
		9: {State: 'R', CPU: 123456},
	}
	if len(got) != len(want) || got[7] != want[7] || got[9] != want[9] {
		t.Errorf("%+v, want %+v", got, want)
	}
	if own := Threads(os.Getpid()); len(own) < 2 {
		t.Errorf("%d threads of this process", len(own))
	}
	if f.proc.tasks(99) != nil {
		t.Error("threads of no process")
	}
}
