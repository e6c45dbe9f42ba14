package line

import "bytes"

// MarkerIn finds a marker in a line.
func MarkerIn(text []byte) int {
	return max(bytes.Index(text, []byte("[Native Frames]")), bytes.Index(text, []byte("CPU_TIME")))
}

// What dotnet-monitor prints for frames that it has no name of.
const (
	MonitorNative  = "[NativeFrame]"
	MonitorUnknown = "UnknownFunction"
)

// DotnetHeader recognises what only dotnet-stack prints.
func DotnetHeader(text []byte) bool {
	return bytes.HasPrefix(text, []byte(ThreadStart)) || string(text) == "[Native Frames]" || string(text) == "CPU_TIME"
}

// IsMarker recognises the words that stand only in front of a thread's frames.
// dotnet-monitor's "[NativeFrame]" stands anywhere.
func IsMarker(text []byte) bool {
	m, ok := PseudoFrame(text)
	return ok && m != MarkerNone && string(text) != MonitorNative
}

// PseudoFrames are words that stand where a frame could and name none. dotnet-stack
// prints the first two only; the others are in texts of tools built on the same code
// (microsoft/perfview src/TraceEvent SampleProfilerThreadTimeComputer) and in
// dotnet-monitor's text.
var PseudoFrames = map[string]Marker{
	"[Native Frames]":     MarkerNative,
	"CPU_TIME":            MarkerCPU,
	"UNMANAGED_CODE_TIME": MarkerNative,
	"[NativeFrame]":       MarkerNative,
	"UnknownFunction":     MarkerNone,
	"AWAIT_TIME":          MarkerNone,
	"BLOCKED_TIME":        MarkerNone,
	"UNKNOWN_ASYNC":       MarkerNone,
	"STARTING TASK":       MarkerNone,
	"BROKEN":              MarkerNone,
	"Threads":             MarkerNone,
	"(Non-Activities)":    MarkerNone,
	"(Activities)":        MarkerNone,
	"ROOT":                MarkerNone,
}

// longestPseudo keeps long lines away from the table.
const longestPseudo = len("UNMANAGED_CODE_TIME")

// PseudoFrame looks a line up among the words that are no frames.
func PseudoFrame(text []byte) (Marker, bool) {
	if len(text) > longestPseudo {
		return MarkerNone, isTreeNode(text)
	}
	if m, ok := PseudoFrames[string(text)]; ok {
		return m, true
	}
	return damagedMarker(text)
}

// damagedMarker recognises a marker of which only letters are left: Markdown takes
// brackets for links and underscores for emphasis.
func damagedMarker(text []byte) (Marker, bool) {
	var letters [longestPseudo]byte
	n := 0
	for _, c := range text {
		if IsAlnum(c) {
			letters[n] = lower(c)
			n++
		}
	}
	switch string(letters[:n]) {
	case "nativeframes", "nativeframe", "unmanagedcodetime":
		return MarkerNative, true
	case "cputime":
		return MarkerCPU, true
	}
	return MarkerNone, false
}

// isTreeNode recognises the nodes that stand above a thread in the trees of
// TraceEvent: "Process64 name (pid) Args: …", "EventName: …".
func isTreeNode(text []byte) bool {
	for _, head := range [...]string{"Process64 ", "Process32 ", "EventName: ", "EventData: "} {
		if bytes.HasPrefix(text, []byte(head)) {
			return true
		}
	}
	return false
}

// Marker is the first line dotnet-stack prints for a thread: a hint about the mode
// the thread was in, never part of its stack's identity.
type Marker uint8

// The markers. Native is "[Native Frames]": preemptive mode, which is waiting or
// running native code. CPU is "CPU_TIME": cooperative mode. Source: dotnet/diagnostics
// src/Tools/dotnet-stack/ReportCommand.cs.
const (
	MarkerNone Marker = iota
	MarkerNative
	MarkerCPU
)
