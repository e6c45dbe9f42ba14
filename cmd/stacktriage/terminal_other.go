//go:build !windows

package main

import (
	"errors"
	"os"
	"syscall"
)

const onWindows = false

// enableVirtualTerminal has nothing to do: terminals here obey escape sequences.
func enableVirtualTerminal(*os.File) bool { return true }

// brokenPipe reports a reader that went away.
func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
