package capture

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// procfs is a mounted /proc.
type procfs string

const proc = procfs("/proc")

// ticksPerSecond is USER_HZ, which is 100 on every architecture that .NET runs on.
const ticksPerSecond = 100

// process is what /proc says of a process.
type process struct {
	name    string
	state   byte
	start   string // ticks since boot
	uid     int
	inner   int // its id in its own namespace
	threads int
}

func (p procfs) path(pid int, file string) string {
	return filepath.Join(string(p), strconv.Itoa(pid), file)
}

// process reads the status of a process.
func (p procfs) process(pid int) (process, error) {
	status, err := os.ReadFile(p.path(pid, "status"))
	if err != nil {
		return process{}, err
	}
	out := process{inner: pid}
	for line := range bytes.Lines(status) {
		key, value, _ := strings.Cut(strings.TrimRight(string(line), "\n"), ":")
		fields := strings.Fields(value)
		if len(fields) == 0 {
			continue
		}
		switch key {
		case "Name":
			out.name = strings.TrimSpace(value)
		case "State":
			out.state = fields[0][0]
		case "Uid":
			out.uid = number(fields[min(1, len(fields)-1)]) // effective
		case "NSpid":
			out.inner = number(fields[len(fields)-1])
		case "Threads":
			out.threads = number(fields[0])
		}
	}
	stat, err := os.ReadFile(p.path(pid, "stat"))
	if err != nil {
		return process{}, err
	}
	const startTime = 22 - 3 // counted from the state, which follows the name
	if fields := statFields(stat); len(fields) > startTime {
		out.start = fields[startTime]
	}
	return out, nil
}

// statFields are the fields of a stat file from the third on. The second is the name in
// parentheses, which may hold blanks and parentheses.
func statFields(stat []byte) []string {
	return strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// environment reads a variable of the process's environment at its start.
func (p procfs) environment(pid int) (map[string]string, error) {
	data, err := os.ReadFile(p.path(pid, "environ"))
	if err != nil {
		return nil, err
	}
	env := map[string]string{}
	for entry := range bytes.SplitSeq(data, []byte{0}) {
		if name, value, ok := strings.Cut(string(entry), "="); ok {
			env[name] = value
		}
	}
	return env, nil
}

// folder is where a process puts its socket, seen from here.
func (p procfs) folder(pid int, is process, env map[string]string) string {
	dir := env["TMPDIR"]
	if dir == "" {
		dir = "/tmp"
	}
	if is.inner != pid {
		return filepath.Join(p.path(pid, "root"), dir)
	}
	return dir
}

// started is when a process began.
func (p procfs) started(is process) time.Time {
	stat, err := os.ReadFile(filepath.Join(string(p), "stat"))
	ticks, parseErr := strconv.ParseInt(is.start, 10, 64)
	if err != nil || parseErr != nil {
		return time.Time{}
	}
	for line := range bytes.Lines(stat) {
		if boot, ok := bytes.CutPrefix(line, []byte("btime ")); ok {
			since := time.Duration(ticks) * time.Second / ticksPerSecond
			return time.Unix(int64(number(strings.TrimSpace(string(boot)))), 0).Add(since)
		}
	}
	return time.Time{}
}

// processes lists the ids of all processes.
func (p procfs) processes() ([]int, error) {
	entries, err := os.ReadDir(string(p))
	var list []int
	for _, e := range entries {
		if pid := number(e.Name()); pid > 0 {
			list = append(list, pid)
		}
	}
	return list, err
}

// runsDotnet says whether a runtime is mapped into the process, as far as it may be
// looked at. A program in one file has the runtime in itself, and the pages of its
// code, which are mapped twice.
func (p procfs) runsDotnet(pid int) bool {
	maps, err := os.ReadFile(p.path(pid, "maps"))
	return err == nil && (bytes.Contains(maps, []byte("libcoreclr.so")) || bytes.Contains(maps, []byte("doublemapper")))
}

// processStopped says whether a process was stopped by a signal or a debugger.
func processStopped(pid int) bool {
	is, err := proc.process(pid)
	return err == nil && (is.state == 'T' || is.state == 't')
}

// gone says whether an error means that there is no such process.
func gone(err error) bool { return errors.Is(err, os.ErrNotExist) }
