package capture

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Threads asks the operating system about the threads of a process, by the ids that the
// runtime knows them by: those of the process's own namespace. It returns nil where the
// process cannot be looked at.
func Threads(pid int) map[uint64]Thread { return proc.tasks(pid) }

func (p procfs) tasks(pid int) map[uint64]Thread {
	is, err := p.process(pid)
	if err != nil {
		return nil
	}
	folder := p.path(pid, "task")
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	threads := make(map[uint64]Thread, len(entries))
	for _, e := range entries {
		id, err := strconv.ParseUint(e.Name(), 10, 64)
		if err != nil {
			continue
		}
		task := filepath.Join(folder, e.Name())
		thread, ok := readTask(task)
		if !ok {
			continue // ended meanwhile
		}
		if is.inner != pid {
			id = innerID(task, id)
		}
		threads[id] = thread
	}
	return threads
}

// readTask reads one thread.
func readTask(folder string) (Thread, bool) {
	stat, err := os.ReadFile(filepath.Join(folder, "stat"))
	if err != nil {
		return Thread{}, false
	}
	const user, system = 14 - 3, 15 - 3 // counted from the state
	fields := statFields(stat)
	if len(fields) <= system {
		return Thread{}, false
	}
	t := Thread{State: fields[0][0]}
	t.CPU = time.Duration(number(fields[user])+number(fields[system])) * time.Second / ticksPerSecond
	if spent, ok := preciseCPU(folder); ok {
		t.CPU = spent
	}
	if name, err := os.ReadFile(filepath.Join(folder, "comm")); err == nil {
		t.Name = strings.TrimRight(string(name), "\n")
	}
	t.Wait = waitsIn(folder)
	return t, true
}

// waitsIn is the function of the kernel in which a thread sleeps; empty where the kernel
// does not tell, which writes 0 then.
func waitsIn(folder string) string {
	name, err := os.ReadFile(filepath.Join(folder, "wchan"))
	if err != nil || string(name) == "0" || len(name) > 64 {
		return ""
	}
	return strings.TrimSpace(string(name))
}

// preciseCPU reads the time on a CPU in nanoseconds, which most kernels count.
func preciseCPU(folder string) (time.Duration, bool) {
	schedstat, err := os.ReadFile(filepath.Join(folder, "schedstat"))
	if err != nil {
		return 0, false
	}
	first, _, _ := strings.Cut(string(schedstat), " ")
	ns, err := strconv.ParseInt(first, 10, 64)
	return time.Duration(ns), err == nil && ns > 0
}

// innerID is the id of a thread in its own namespace.
func innerID(folder string, id uint64) uint64 {
	status, err := os.ReadFile(filepath.Join(folder, "status"))
	if err != nil {
		return id
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "NSpid:"); ok {
			fields := strings.Fields(value)
			if inner, err := strconv.ParseUint(fields[len(fields)-1], 10, 64); err == nil {
				return inner
			}
		}
	}
	return id
}
