package main

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/windows"
)

const onWindows = true

// terminalDevice is the console that the program was started from.
const terminalDevice = "CONOUT$"

// enableVirtualTerminal makes the console obey escape sequences. It reports false for
// consoles that cannot, before Windows 10.
func enableVirtualTerminal(f *os.File) bool {
	handle := windows.Handle(f.Fd())
	var mode uint32
	if windows.GetConsoleMode(handle, &mode) != nil {
		return false
	}
	return windows.SetConsoleMode(handle, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}

// brokenPipe reports a reader that went away.
func brokenPipe(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA)
}

// interruptions are the signals that ask the program to end.
var interruptions = []os.Signal{os.Interrupt, syscall.SIGTERM}

// interruptedCode is the exit code of a program that a signal ended.
func interruptedCode(os.Signal) int { return exitTrouble }

// sameOwner has nothing to do: a file here belongs to whom its folder says.
func sameOwner(string, fs.FileInfo) bool { return true }
