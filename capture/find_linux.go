package capture

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Find gives the diagnostics socket of a process.
func Find(pid int) (Target, error) { return proc.find(pid) }

// find looks where the process itself puts its socket: in its TMPDIR, and seen through
// /proc/PID/root if it is in another container.
func (p procfs) find(pid int) (Target, error) {
	is, err := p.process(pid)
	switch {
	case gone(err):
		return Target{}, &Error{
			Reason: NoProcess, What: fmt.Sprintf("no process has the id %d", pid),
			Cure: "'stacktriage ps' lists the .NET processes",
		}
	case err != nil:
		return Target{}, &Error{Reason: Permission, What: fmt.Sprintf("process %d cannot be looked at", pid),
			Err: reasonOf(err)}
	}
	t := Target{PID: pid, Name: is.name}
	if is.state == 'T' || is.state == 't' {
		return Target{}, stoppedError(t)
	}
	env, envErr := p.environment(pid)
	folder := p.folder(pid, is, env)
	sockets, err := socketsIn(folder)
	if s, ok := socketOf(sockets, is.inner, is.start); ok {
		t.Path = s.path
		return t, p.checkOwner(t, is)
	}
	return Target{}, p.explainMissing(t, is, env, envErr, folder, err)
}

// checkOwner refuses a socket that another user has put where root would trust it.
func (p procfs) checkOwner(t Target, is process) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Lstat(t.Path)
	if err != nil {
		return t.explain(err)
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if ok && int(owner.Uid) != is.uid || info.Mode()&os.ModeSocket == 0 {
		return &Error{
			Reason: OtherOwner, What: t.Path + " does not belong to the user of " + t.String(),
			Cure: "somebody else may have put it there",
		}
	}
	return nil
}

// explainMissing says why a process has no socket where it should be.
func (p procfs) explainMissing(t Target, is process, env map[string]string, envErr error, folder string,
	err error) error {
	const container = "run stacktriage as root in the host's PID namespace (pid: host), or inside the container"
	for _, name := range [...]string{"EnableDiagnostics", "EnableDiagnostics_IPC"} {
		for _, prefix := range [...]string{"DOTNET_", "COMPlus_"} {
			if env[prefix+name] == "0" {
				return &Error{
					Reason: SwitchedOff, What: t.String() + " has its diagnostics switched off by " + prefix + name + "=0",
					Cure: "start it without this variable",
				}
			}
		}
	}
	if router, ok := routerSocket(folder); ok {
		return &Error{
			Reason: Router, What: t.String() + " has no socket of its own, but dotnet-dsrouter has one in " + folder,
			Cure: "give it with --diagnostic-port " + router,
		}
	}
	const longest = 107 // of a socket's address on Linux
	switch {
	case is.inner != t.PID && errors.Is(err, os.ErrPermission):
		return &Error{Reason: Permission, What: t.String() + " runs in another container, whose files cannot be looked at",
			Cure: container}
	case errors.Is(envErr, os.ErrPermission) && is.uid == os.Geteuid():
		return &Error{
			Reason: Permission,
			What: fmt.Sprintf("this system does not let %s be looked at, not even by its own user, "+
				"and no socket of it is in %s", t, folder),
			Cure: "if it is a .NET process, give its socket with --diagnostic-port",
		}
	case errors.Is(envErr, os.ErrPermission):
		return &Error{
			Reason: Permission, What: fmt.Sprintf("%s belongs to another user (uid %d), and no socket of it is in %s",
				t, is.uid, folder),
			Cure: "run stacktriage as that user or as root",
		}
	case len(env["TMPDIR"])+len("/dotnet-diagnostic--00000000-socket")+len(strconv.Itoa(is.inner)) > longest:
		return &Error{
			Reason: LongPath, What: t.String() + " has a TMPDIR that is too long for a socket",
			Cure: "start it with a TMPDIR of at most 60 bytes",
		}
	case p.runsDotnet(t.PID):
		return &Error{
			Reason: NoSocket, What: t.String() + " is a .NET process without a diagnostics socket in " + folder,
			Cure: "it is still starting, was built without diagnostics, or its socket was deleted",
		}
	}
	return &Error{
		Reason: NotDotnet, What: t.String() + " has no diagnostics socket in " + folder,
		Cure: "it is no .NET process, is still starting, or is a NativeAOT program without EventSourceSupport",
	}
}

// routerSocket finds the socket of a dotnet-dsrouter.
func routerSocket(folder string) (string, bool) {
	found, err := filepath.Glob(filepath.Join(escapeGlob(folder), "dotnet-diagnostic-dsrouter-*-socket"))
	if err != nil || len(found) == 0 {
		return "", false
	}
	return found[0], true
}

func escapeGlob(path string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(path)
}

// reasonOf is the part of a path error that the path does not repeat.
func reasonOf(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// findAll lists all processes that have a socket.
func findAll() ([]candidate, error) { return proc.findAll() }

func (p procfs) findAll() ([]candidate, error) {
	pids, err := p.processes()
	if err != nil {
		return nil, &Error{Reason: NotHere, What: "the processes of this system cannot be listed", Err: reasonOf(err)}
	}
	folders := map[string][]socketFile{}
	var list []candidate
	for _, pid := range pids {
		is, err := p.process(pid)
		if err != nil {
			continue // ended meanwhile
		}
		env, _ := p.environment(pid) // without it, the socket may be in /tmp all the same
		folder := p.folder(pid, is, env)
		sockets, known := folders[folder]
		if !known {
			sockets, _ = socketsIn(folder) // a folder that cannot be read has none to offer
			folders[folder] = sockets
		}
		s, ok := socketOf(sockets, is.inner, is.start)
		if !ok || s.key != is.start && is.start != "" && is.inner == pid {
			continue // of a process that had the id before
		}
		t := Target{PID: pid, Name: is.name, Path: s.path}
		c := candidate{target: t, threads: is.threads, started: p.started(is), err: p.checkOwner(t, is)}
		if is.state == 'T' || is.state == 't' {
			c.err = stoppedError(t)
		}
		list = append(list, c)
	}
	return list, nil
}
