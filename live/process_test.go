package live

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hostPath is the runtime with the program, toolPath the stripped tool.
var hostPath, toolPath string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	folder, err := os.MkdirTemp("", "live")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	if err := os.Chmod(folder, 0o755); err != nil { // another user runs the tool, too
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if hostPath, err = setUp("program/Harbor.cs"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	toolPath = filepath.Join(folder, "stacktriage")
	build := exec.Command("go", "build", "-C", "..", "-trimpath", "-ldflags", "-s -w", "-o", toolPath, "./cmd/stacktriage")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// target is a running process.
type target struct {
	*exec.Cmd
	tmp string
}

func (t *target) pid() string { return strconv.Itoa(t.Process.Pid) }

// start runs the program in a state and waits until it says that it is ready and its
// socket is there. It ends with the test.
func start(t *testing.T, state string, settled time.Duration, change ...func(*exec.Cmd)) *target {
	t.Helper()
	tmp := shortTemp(t)
	cmd := exec.Command(hostPath, state, "120")
	cmd.Env = append(os.Environ(), "TMPDIR="+tmp)
	for _, c := range change {
		c(cmd)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	if line, err := bufio.NewReader(stdout).ReadString('\n'); err != nil || line != "ready\n" {
		t.Fatalf("%s says %q, %v", state, line, err)
	}
	time.Sleep(settled)
	return &target{cmd, tmp}
}

// shortTemp is a folder with a short path: a socket's path is bounded.
func shortTemp(t *testing.T) string {
	t.Helper()
	tmp, err := os.MkdirTemp("", "h")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(tmp) })
	if err := os.Chmod(tmp, 0o777); err != nil {
		t.Fatal(err)
	}
	return tmp
}

// answer is what the tool did.
type answer struct {
	code           int
	stdout, stderr string
	took           time.Duration
}

// tool runs the tool to its end.
func tool(t *testing.T, args ...string) answer {
	t.Helper()
	return finish(t, exec.Command(toolPath, args...))
}

func finish(t *testing.T, cmd *exec.Cmd) answer {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer kill.Stop()
	cmd.Wait()
	return answer{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String(), time.Since(begin)}
}

// interrupt runs the tool and interrupts it after a time.
func interrupt(t *testing.T, after time.Duration, args ...string) answer {
	t.Helper()
	cmd := exec.Command(toolPath, args...)
	timer := time.AfterFunc(after, func() { cmd.Process.Signal(syscall.SIGINT) })
	defer timer.Stop()
	return finish(t, cmd)
}

// place is a cause or a culprit in JSON.
type place struct {
	Name string
	API  string `json:"api"`
}

// snapshot is what the tests read of the JSON of a report.
type snapshot struct {
	Headline string
	Counts   struct {
		Threads int
		Workers struct{ Total int }
	}
	Findings []struct {
		ID           string
		StarvedProof *string
	}
	Sites []struct {
		Role, State string
		Threads     int
		Culprit     *place
	}
	Evidence struct {
		Proof, Against []struct{ ID, Sentence string }
		Remarks        []string
	}
}

// read reads the first snapshot of a JSON report.
func (a answer) read(t *testing.T) snapshot {
	t.Helper()
	if a.code != 0 {
		t.Fatalf("exit code %d: %s", a.code, a.stderr)
	}
	var report struct{ Snapshots []snapshot }
	if err := json.Unmarshal([]byte(a.stdout), &report); err != nil || len(report.Snapshots) != 1 {
		t.Fatalf("%d snapshots, %v", len(report.Snapshots), err)
	}
	return report.Snapshots[0]
}

func (s snapshot) finding() (id, starved string) {
	if len(s.Findings) == 0 {
		return "", ""
	}
	if p := s.Findings[0].StarvedProof; p != nil {
		starved = *p
	}
	return s.Findings[0].ID, starved
}

// namespace is that of the program's types.
const namespace = "Harbor."

// at says whether a thread of the report stands in a method of the program.
func (s snapshot) at(method string) bool {
	for _, site := range s.Sites {
		if site.Culprit != nil && site.Culprit.Name == namespace+method {
			return true
		}
	}
	return false
}

func (s snapshot) proves(id string) bool {
	for _, p := range slices.Concat(s.Evidence.Proof, s.Evidence.Against) {
		if p.ID == id {
			return true
		}
	}
	return false
}

// wantTrouble demands one sentence on stderr and exit code 2.
func (a answer) wantTrouble(t *testing.T, says string) {
	t.Helper()
	if a.code != 2 || a.stdout != "" || !strings.Contains(a.stderr, says) {
		t.Errorf("exit code %d, stdout %.200q, stderr %q, want %q", a.code, a.stdout, a.stderr, says)
	}
}
