package diagnose

import (
	"strings"

	"stacktriage/frame"
	"stacktriage/group"
)

// sign is what the name of a frame can show beside what rules of causes and roles say.
type sign uint32

const (
	opensConnection sign = 1 << iota
	usesHTTPConnection
	initialisesType
	waitsForFinalizers
	runsWindow
	runsLoop
	startsHost
	stopsHost
	runsParallel
	isMiddleware
)

// signTexts are parts of Type.Method, one of which shows the sign.
var signTexts = []struct {
	sign  sign
	texts []string
}{
	{opensConnection, connecting},
	{usesHTTPConnection, []string{"System.Net.Http.HttpConnection"}},
	{initialisesType, []string{"..cctor"}},
	{waitsForFinalizers, []string{"WaitForPendingFinalizers"}},
	{runsWindow, windowLoops},
	{runsLoop, singleLoops},
	{startsHost, hostStarts},
	{stopsHost, hostStops},
	{runsParallel, []string{"System.Threading.Tasks.Parallel", "System.Threading.Tasks.TaskReplicator"}},
	{isMiddleware, []string{"Middleware"}},
}

func signsOf(f *frame.Frame) uint32 {
	var all sign
	for _, s := range signTexts {
		for _, text := range s.texts {
			if strings.Contains(f.Full, text) {
				all |= s.sign
				break
			}
		}
	}
	return uint32(all)
}

// anyFrame reports a frame, at or below index from, that shows the sign.
func anyFrame(g *group.Group, from int, s sign) bool {
	return sign(g.Class.Notes(g.Stack.Frames, max(from, 0), signsOf))&s != 0
}
