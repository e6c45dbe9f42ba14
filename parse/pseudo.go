package parse

import "bytes"

// pseudoFrames are words that stand where a frame could and name none. dotnet-stack
// prints the first two only; the others are in texts of tools built on the same code
// (microsoft/perfview src/TraceEvent SampleProfilerThreadTimeComputer) and in
// dotnet-monitor's text.
var pseudoFrames = map[string]Marker{
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

// pseudoFrame looks a line up among the words that are no frames.
func pseudoFrame(text []byte) (Marker, bool) {
	if len(text) > longestPseudo {
		return MarkerNone, isTreeNode(text)
	}
	if m, ok := pseudoFrames[string(text)]; ok {
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
		if isAlnum(c) {
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
