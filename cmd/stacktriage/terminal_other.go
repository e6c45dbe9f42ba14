//go:build !windows

package main

import "os"

const onWindows = false

// enableVirtualTerminal has nothing to do: terminals here obey escape sequences.
func enableVirtualTerminal(*os.File) bool { return true }
