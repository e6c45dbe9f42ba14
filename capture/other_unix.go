//go:build unix && !linux

package capture

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"
)

// Find gives the diagnostics socket of a process, in the temporary folder of this user.
func Find(pid int) (Target, error) {
	t := Target{PID: pid}
	switch err := syscall.Kill(pid, 0); err {
	case nil:
	case syscall.EPERM:
		return Target{}, &Error{Reason: Permission, What: fmt.Sprintf("process %d belongs to another user", pid),
			Cure: "run stacktriage as that user"}
	default:
		return Target{}, &Error{Reason: NoProcess, What: fmt.Sprintf("no process has the id %d", pid),
			Cure: "'stacktriage ps' lists the .NET processes"}
	}
	sockets, err := socketsIn(os.TempDir())
	if err != nil {
		return Target{}, &Error{Reason: NoSocket, What: os.TempDir() + " cannot be read", Err: err}
	}
	s, ok := socketOf(sockets, pid, "")
	if !ok {
		return Target{}, &Error{
			Reason: NotDotnet, What: t.String() + " has no diagnostics socket in " + os.TempDir(),
			Cure: "it is no .NET process, has another TMPDIR, or DOTNET_EnableDiagnostics=0 switches its diagnostics off",
		}
	}
	t.Path = s.path
	return t, nil
}

// findAll lists the processes that have a socket in the temporary folder of this user.
func findAll() ([]candidate, error) {
	sockets, err := socketsIn(os.TempDir())
	if err != nil {
		return nil, &Error{Reason: NotHere, What: os.TempDir() + " cannot be read", Err: err}
	}
	var list []candidate
	seen := map[int]bool{}
	for _, s := range sockets {
		if seen[s.pid] || syscall.Kill(s.pid, 0) == syscall.ESRCH {
			continue
		}
		seen[s.pid] = true
		c := candidate{target: Target{PID: s.pid, Path: s.path}}
		if seconds, err := strconv.ParseInt(s.key, 10, 64); err == nil {
			c.started = time.Unix(seconds, 0)
		}
		list = append(list, c)
	}
	return list, nil
}

// Threads knows nothing of threads on this system.
func Threads(int) map[uint64]Thread { return nil }

func processStopped(int) bool { return false }
