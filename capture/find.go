package capture

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Target is a process that can be asked, by the path of its socket or pipe.
type Target struct {
	PID  int    // as this system counts; 0 if only the path is known
	Name string // of the process, if it is known
	Path string

	within time.Duration // for an answer; answerWithin if 0
}

// String names the target in sentences.
func (t Target) String() string {
	switch {
	case t.PID == 0:
		return "the process at " + t.Path
	case t.Name != "":
		return "process " + strconv.Itoa(t.PID) + " (" + t.Name + ")"
	}
	return "process " + strconv.Itoa(t.PID)
}

// AtPort is the target behind a diagnostics port of a known path.
func AtPort(path string) Target { return Target{Path: path} }

// socketName is what a runtime calls its socket: its process id, and when it started.
var socketName = regexp.MustCompile(`^dotnet-diagnostic-(\d+)-(\d+)-socket$`)

// socketFile is a diagnostics socket in a folder.
type socketFile struct {
	path     string
	pid      int
	key      string // start of the process: ticks since boot on Linux, else seconds since 1970
	modified time.Time
}

// socketsIn lists the diagnostics sockets of a folder, the newest first.
func socketsIn(folder string) ([]socketFile, error) {
	entries, err := os.ReadDir(folder)
	var list []socketFile
	for _, e := range entries {
		m := socketName.FindStringSubmatch(e.Name())
		if m == nil {
			continue
		}
		pid, err := strconv.Atoi(m[1])
		info, statErr := e.Info()
		if err != nil || statErr != nil {
			continue
		}
		list = append(list, socketFile{filepath.Join(folder, e.Name()), pid, m[2], info.ModTime()})
	}
	slices.SortFunc(list, func(a, b socketFile) int {
		return cmp.Or(b.modified.Compare(a.modified), cmp.Compare(a.path, b.path))
	})
	return list, err
}

// socketOf chooses among the sockets of one process id: that of the process that runs
// now if its start is known, else the newest.
func socketOf(list []socketFile, pid int, start string) (socketFile, bool) {
	var found []socketFile
	for _, s := range list {
		if s.pid == pid {
			found = append(found, s)
		}
	}
	for _, s := range found {
		if start != "" && s.key == start {
			return s, true
		}
	}
	if len(found) == 0 {
		return socketFile{}, false
	}
	return found[0], true
}

// FindName gives the one process with a name: that of its program, of its assembly with
// the entry point, or as the system calls it. Case does not matter.
func FindName(ctx context.Context, name string) (Target, error) {
	list, err := List(ctx)
	if err != nil {
		return Target{}, err
	}
	var found []Process
	for _, p := range list.Processes {
		if strings.EqualFold(p.Name, name) || strings.EqualFold(p.Info.Entry, name) ||
			strings.EqualFold(p.Target.Name, name) {
			found = append(found, p)
		}
	}
	switch len(found) {
	case 1:
		return found[0].Target, nil
	case 0:
		return Target{}, &Error{
			Reason: NoProcess, What: "no .NET process that answers is called " + strconv.Quote(name),
			Cure: "'stacktriage ps' lists those that do",
		}
	}
	ids := make([]string, len(found))
	for i, p := range found {
		ids[i] = strconv.Itoa(p.Target.PID)
	}
	return Target{}, &Error{
		Reason: Ambiguous, What: "several processes are called " + strconv.Quote(name) + ": " + strings.Join(ids, ", "),
		Cure: "choose one with -p PID",
	}
}

// programName is the name of a program without folder and extension, as the command
// line or the entry assembly tells it.
func programName(i Info) string {
	if i.Entry != "" {
		return i.Entry
	}
	program, _, _ := strings.Cut(i.CommandLine, " ")
	program = program[strings.LastIndexAny(program, `/\`)+1:]
	for _, extension := range [...]string{".exe", ".dll"} {
		if cut := len(program) - len(extension); cut > 0 && strings.EqualFold(program[cut:], extension) {
			return program[:cut]
		}
	}
	return program
}
