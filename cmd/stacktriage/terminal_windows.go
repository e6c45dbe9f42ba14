package main

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

const onWindows = true

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
