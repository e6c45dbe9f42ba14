package main

import (
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
