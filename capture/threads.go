package capture

import "time"

// Thread is what the operating system says of a thread at one time.
type Thread struct {
	Name  string        // cut at 15 bytes on Linux
	State byte          // as in /proc/PID/stat: R runs, S sleeps, D waits for a device, T is stopped
	CPU   time.Duration // spent since the thread began
	// Wait is the function of the kernel in which it sleeps; empty where that is not told.
	Wait string
}
