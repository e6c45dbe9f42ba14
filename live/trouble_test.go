package live

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Twenty captures in a row of more than 300 blocked threads are all complete.
func TestManyInARow(t *testing.T) {
	p := start(t, "many", 5*time.Second)
	for i := range 20 {
		s := tool(t, "report", "--format", "json", "--for", "0", "-p", p.pid()).read(t)
		if s.Counts.Workers.Total < 340 || !s.at("TideTable.AwaitFlood") {
			t.Errorf("capture %d: %d workers of %d threads: %s", i, s.Counts.Workers.Total, s.Counts.Threads, s.Headline)
		}
	}
}

// A collection at every moment costs rounds of samples, not the capture.
func TestUnderGarbage(t *testing.T) {
	p := start(t, "litter", 3*time.Second)
	for range 5 {
		s := tool(t, "report", "--format", "json", "--for", "0", "--top", "0", "-p", p.pid()).read(t)
		if s.Counts.Workers.Total < 10 || !s.at("TideTable.AwaitFlood") {
			t.Errorf("%d workers of %d threads: %s", s.Counts.Workers.Total, s.Counts.Threads, s.Headline)
		}
	}
}

// The first verdict is there within the times that are promised.
func TestTimes(t *testing.T) {
	p := start(t, "result", 10*time.Second)
	for args, most := range map[string]time.Duration{"0": 500 * time.Millisecond, "1s": 2 * time.Second} {
		best := time.Hour
		for range 3 {
			best = min(best, tool(t, "report", "--for", args, "-p", p.pid()).took)
		}
		t.Logf("--for %s takes %v", args, best)
		if best > most {
			t.Errorf("--for %s takes %v, at most %v", args, best, most)
		}
	}
}

func TestStopped(t *testing.T) {
	p := start(t, "calm", time.Second)
	if err := p.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	a := tool(t, "report", "-p", p.pid())
	a.wantTrouble(t, "is stopped")
	a = tool(t, "report", "--diagnostic-port", socketOf(t, p))
	a.wantTrouble(t, "does not answer")
	if a.took > 10*time.Second {
		t.Errorf("took %v", a.took)
	}
	if err := p.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if s := tool(t, "report", "--format", "json", "--for", "0", "-p", p.pid()).read(t); s.Counts.Threads == 0 {
		t.Error("no thread after it went on")
	}
}

func socketOf(t *testing.T, p *target) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(p.tmp, "dotnet-diagnostic-*-socket"))
	if err != nil || len(found) != 1 {
		t.Fatalf("sockets %v, %v", found, err)
	}
	return found[0]
}

// A process that is killed during the session of events leaves its first sample, with names.
func TestKilled(t *testing.T) {
	p := start(t, "held", 3*time.Second)
	time.AfterFunc(1500*time.Millisecond, func() { p.Process.Kill() })
	s := tool(t, "report", "--format", "json", "--top", "0", "--for", "5s", "-p", p.pid()).read(t)
	if !s.at("Crane.Angle") || !strings.Contains(strings.Join(s.Evidence.Remarks, "\n"), "ended while") {
		t.Errorf("%s, remarks %q", s.Headline, s.Evidence.Remarks)
	}
	path := socketOf(t, p)
	p.Wait()
	tool(t, "report", "--diagnostic-port", path).wantTrouble(t, "nobody listens")
	tool(t, "report", "-p", p.pid()).wantTrouble(t, "no process has the id")
}

func TestTwoAtOnce(t *testing.T) {
	p := start(t, "result", 3*time.Second)
	var answers [2]answer
	var both sync.WaitGroup
	for i := range answers {
		both.Go(func() { answers[i] = tool(t, "report", "--format", "json", "-p", p.pid()) })
	}
	both.Wait()
	for _, a := range answers {
		if s := a.read(t); !s.at("TideTable.HeightNow") {
			t.Error(s.Headline)
		}
	}
}

// An interrupt ends the session in the process and shows what is there.
func TestInterrupted(t *testing.T) {
	p := start(t, "never", 3*time.Second)
	a := interrupt(t, 2*time.Second, "report", "--format", "json", "--for", "1m", "-p", p.pid())
	s := a.read(t)
	if !s.at("TideTable.AwaitFlood") || !s.proves("E2") || a.took > 10*time.Second {
		t.Errorf("%s after %v: %+v", s.Headline, a.took, s.Evidence)
	}
	if s := tool(t, "report", "--format", "json", "-p", p.pid()).read(t); !s.proves("E2") {
		t.Errorf("no events after an interrupted session: %+v", s.Evidence)
	}
}

// A process in another PID and mount namespace is found through /proc and captured.
func TestOtherContainer(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root to make namespaces")
	}
	inner := `mount -t tmpfs none "$TMPDIR" && mount -t proc proc /proc && exec "$0" never 120`
	p := start(t, "never", 3*time.Second, func(cmd *exec.Cmd) {
		cmd.Path = "/bin/sh"
		cmd.Args = []string{"sh", "-c", inner, hostPath}
		cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWPID | syscall.CLONE_NEWNS,
			Unshareflags: syscall.CLONE_NEWNS}
	})
	if s := tool(t, "report", "--format", "json", "-p", p.pid()).read(t); !s.at("TideTable.AwaitFlood") ||
		!s.proves("E9") {
		t.Errorf("%s %+v", s.Headline, s.Evidence)
	}
	if a := tool(t, "ps"); !strings.Contains(a.stdout, p.pid()+" ") {
		t.Errorf("ps lacks it: %s%s", a.stdout, a.stderr)
	}
}

func as(uid uint32) func(*exec.Cmd) {
	return func(cmd *exec.Cmd) {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
	}
}

// Root captures the process of another user; a third user is told why not.
func TestOtherUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root to be two other users")
	}
	const owner, stranger = 65533, 65532
	visible(t)
	p := start(t, "never", 3*time.Second, as(owner))
	if s := tool(t, "report", "--format", "json", "--for", "0", "-p", p.pid()).read(t); !s.at("TideTable.AwaitFlood") {
		t.Error(s.Headline)
	}
	cmd := exec.Command(toolPath, "report", "-p", p.pid())
	cmd.Env = []string{"HOME=/nonexistent"}
	as(stranger)(cmd)
	finish(t, cmd).wantTrouble(t, "another user")
}

// visible skips where other users cannot reach the runtime.
func visible(t *testing.T) {
	t.Helper()
	for dir := filepath.Dir(hostPath); dir != "/"; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err != nil || info.Mode()&1 == 0 {
			t.Skipf("other users cannot reach %s: set STACKTRIAGE_LIVE_CACHE to a folder that they can", dir)
		}
	}
}

// The binary alone, in a file system with nothing but /proc and the process's folder,
// does all of it.
func TestEmptyRoot(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root to change the root")
	}
	p := start(t, "result", 4*time.Second)
	root := t.TempDir()
	binary, err := os.ReadFile(toolPath)
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"proc", p.tmp} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "stacktriage"), binary, 0o755); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf(`mount --bind /proc %[1]s/proc && mount --bind %[2]s %[1]s%[2]s && exec chroot %[1]s /stacktriage report --format json -p %[3]s`,
		root, p.tmp, p.pid())
	cmd := exec.Command("unshare", "-m", "sh", "-c", script)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	if s := finish(t, cmd).read(t); !s.at("TideTable.HeightNow") || !s.proves("E1") {
		t.Errorf("%s %+v", s.Headline, s.Evidence)
	}
}

// A request to terminate, and the end of the terminal, do what an interrupt does.
func TestTerminated(t *testing.T) {
	p := start(t, "never", 3*time.Second)
	before := eventThreads(t, p)
	for _, ending := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(ending) {
			continue // as below nohup, which the tool obeys
		}
		cmd := exec.Command(toolPath, "report", "--format", "json", "--for", "1m", "-p", p.pid())
		during := 0
		timer := time.AfterFunc(2*time.Second, func() {
			during = eventThreads(t, p)
			cmd.Process.Signal(ending)
		})
		a := finish(t, cmd)
		timer.Stop()
		if s := a.read(t); !s.at("TideTable.AwaitFlood") || !s.proves("E2") || a.took > 10*time.Second {
			t.Errorf("%v: %s after %v: %+v", ending, s.Headline, a.took, s.Evidence)
		}
		if after := eventThreads(t, p); during != before+1 || after != before {
			t.Errorf("%v: %d threads for events before the session, %d in it, %d after it", ending, before, during, after)
		}
	}
}

// eventThreads counts the threads that a process has for events: one that listens, and
// one for each session.
func eventThreads(t *testing.T, p *target) int {
	t.Helper()
	names, err := filepath.Glob("/proc/" + p.pid() + "/task/*/comm")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, path := range names {
		if name, err := os.ReadFile(path); err == nil && strings.HasPrefix(string(name), ".NET EventPipe") {
			n++
		}
	}
	return n
}

// A capture in one file reads back with the same result.
func TestSavedInOneFile(t *testing.T) {
	p := start(t, "deadlock", 3*time.Second)
	archive := filepath.Join(t.TempDir(), "incident.zip")
	if a := tool(t, "capture", "-p", p.pid(), "-o", archive); a.code != 0 || a.stdout != archive+"\n" {
		t.Fatalf("%d %q %q", a.code, a.stdout, a.stderr)
	}
	s := tool(t, "report", "--format", "json", archive).read(t)
	if id, starved := s.finding(); id != "deadlock" || starved != "refuted" || !s.proves("E10") {
		t.Errorf("%s, %s: %s", id, starved, s.Headline)
	}
	tool(t, "capture", "-p", p.pid(), "-o", archive).wantTrouble(t, "overwrites nothing")
}

// What is saved reads back with the same result.
func TestSaved(t *testing.T) {
	p := start(t, "held", 8*time.Second) // until the pool has a thread for each item
	folder := t.TempDir()
	a := tool(t, "capture", "-p", p.pid(), "-o", folder)
	files := strings.Fields(a.stdout)
	if a.code != 0 || len(files) != 5 {
		t.Fatalf("%d %q %q", a.code, a.stdout, a.stderr)
	}
	s := tool(t, "report", "--format", "json", folder).read(t)
	if id, starved := s.finding(); id != "lock-holder-blocked" || starved != "refuted" || !s.proves("E7") {
		t.Errorf("%s, %s: %s", id, starved, s.Headline)
	}
	text := tool(t, "report", "--format", "json", files[0]).read(t)
	if text.Counts != s.Counts {
		t.Errorf("the text has %+v, the capture %+v", text.Counts, s.Counts)
	}
}

// A watch of a calm process ends with its time; one of a process in trouble with evidence.
func TestWatch(t *testing.T) {
	calm := start(t, "calm", time.Second)
	if a := tool(t, "watch", "-p", calm.pid(), "--max", "4s", "-o", t.TempDir()); a.code != 0 ||
		!strings.Contains(a.stderr, "nothing happened") {
		t.Errorf("calm: %d %q", a.code, a.stderr)
	}
	p := start(t, "result", time.Second)
	folder := t.TempDir()
	a := tool(t, "watch", "-p", p.pid(), "--max", "30s", "-o", folder)
	if a.code != 1 || !strings.Contains(a.stdout, "TideTable.HeightNow") || !strings.Contains(a.stderr, "trouble began") {
		t.Errorf("trouble: %d %q\n%s", a.code, a.stderr, a.stdout)
	}
	if saved, err := filepath.Glob(filepath.Join(folder, "*.capture.json")); err != nil || len(saved) != 2 {
		t.Errorf("saved %v, %v", saved, err)
	}
}

// ps names the process, and a series relates captures of it.
func TestPsAndSeries(t *testing.T) {
	p := start(t, "never", 3*time.Second)
	if a := tool(t, "ps"); !strings.Contains(a.stdout, p.pid()+" ") || !strings.Contains(a.stdout, "9.0.5") {
		t.Errorf("%s%s", a.stdout, a.stderr)
	}
	a := tool(t, "series", "-p", p.pid(), "--count", "3", "--every", "500ms")
	if a.code != 0 || !strings.Contains(a.stdout, "TideTable.AwaitFlood") || !strings.Contains(a.stdout, "STANDING") {
		t.Errorf("%d %s%s", a.code, a.stdout, a.stderr)
	}
	tool(t, "report", "-p", strconv.Itoa(os.Getpid())).wantTrouble(t, "no diagnostics socket")
}

// A process without a diagnostics socket is told apart from one that is no .NET process.
func TestSwitchedOff(t *testing.T) {
	p := start(t, "calm", time.Second, func(cmd *exec.Cmd) { cmd.Env = append(cmd.Env, "DOTNET_EnableDiagnostics=0") })
	tool(t, "report", "-p", p.pid()).wantTrouble(t, "switched off by DOTNET_EnableDiagnostics=0")
}
