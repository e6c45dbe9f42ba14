//go:build !windows

package main

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

const onWindows = false

// terminalDevice is the terminal that the program was started from.
const terminalDevice = "/dev/tty"

// enableVirtualTerminal has nothing to do: terminals here obey escape sequences.
func enableVirtualTerminal(*os.File) bool { return true }

// brokenPipe reports a reader that went away.
func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// interruptions are the signals that ask the program to end.
var interruptions = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// interruptedCode is the exit code of a program that a signal ended.
func interruptedCode(s os.Signal) int {
	if number, ok := s.(syscall.Signal); ok {
		return 128 + int(number)
	}
	return exitTrouble
}

// sameOwner gives a file the owner of another one and reports whether it has it.
func sameOwner(path string, of fs.FileInfo) bool {
	want, ok := of.Sys().(*syscall.Stat_t)
	if !ok {
		return true
	}
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	have, ok := info.Sys().(*syscall.Stat_t)
	if ok && have.Uid == want.Uid && have.Gid == want.Gid {
		return true
	}
	return os.Chown(path, int(want.Uid), int(want.Gid)) == nil
}
