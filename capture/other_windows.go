package capture

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

const (
	pipes    = `\\.\pipe\`
	pipeName = "dotnet-diagnostic-"
)

// Find gives the diagnostics pipe of a process.
func Find(pid int) (Target, error) {
	all, err := findAll()
	if err != nil {
		return Target{}, err
	}
	for _, c := range all {
		if c.target.PID == pid {
			return c.target, nil
		}
	}
	if _, err := os.FindProcess(pid); err != nil {
		return Target{}, &Error{Reason: NoProcess, What: fmt.Sprintf("no process has the id %d", pid),
			Cure: "'stacktriage ps' lists the .NET processes"}
	}
	return Target{}, &Error{
		Reason: NotDotnet, What: fmt.Sprintf("process %d has no diagnostics pipe", pid),
		Cure: "it is no .NET process, is still starting, or DOTNET_EnableDiagnostics=0 switches its diagnostics off",
	}
}

// findAll lists the processes that have a diagnostics pipe.
func findAll() ([]candidate, error) {
	pattern, err := syscall.UTF16PtrFromString(pipes + "*")
	if err != nil {
		return nil, err
	}
	var entry syscall.Win32finddata
	search, err := syscall.FindFirstFile(pattern, &entry)
	if err != nil {
		return nil, &Error{Reason: NotHere, What: "the pipes of this system cannot be listed", Err: err}
	}
	defer syscall.FindClose(search)
	var list []candidate
	for ; err == nil; err = syscall.FindNextFile(search, &entry) {
		name := syscall.UTF16ToString(entry.FileName[:])
		rest, ok := strings.CutPrefix(name, pipeName)
		if pid, err := strconv.Atoi(rest); ok && err == nil {
			list = append(list, candidate{target: Target{PID: pid, Path: pipes + name}})
		}
	}
	return list, nil
}

// Threads knows nothing of threads on this system.
func Threads(int) map[uint64]Thread { return nil }

func processStopped(int) bool { return false }
