package diagnose

import (
	"strings"
	"sync"

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

// signFinder finds the texts by their first letters.
type signFinder struct {
	lists [1 << 12]uint8 // by signHash: a list of found, 0 for none
	found [][]signText
}

type signText struct {
	text string
	sign sign
}

// signLetters are the letters by which a text is found.
const signLetters = 4

func signHash(text string) uint32 {
	n := uint32(text[0]) | uint32(text[1])<<8 | uint32(text[2])<<16 | uint32(text[3])<<24
	return n * 0x9e3779b1 >> 20
}

var signs = sync.OnceValue(func() *signFinder {
	f := &signFinder{found: make([][]signText, 1)}
	for _, s := range signTexts {
		for _, text := range s.texts {
			at := &f.lists[signHash(text)]
			if *at == 0 {
				*at = uint8(len(f.found))
				f.found = append(f.found, nil)
			}
			f.found[*at] = append(f.found[*at], signText{text, s.sign})
		}
	}
	return f
})

// signsOf are the signs that a frame shows.
func signsOf(f *frame.Frame) uint32 {
	finder := signs()
	var all sign
	for i := 0; i+signLetters <= len(f.Full); i++ {
		list := finder.lists[signHash(f.Full[i:i+signLetters])]
		if list == 0 {
			continue
		}
		for _, t := range finder.found[list] {
			if strings.HasPrefix(f.Full[i:], t.text) {
				all |= t.sign
			}
		}
	}
	return uint32(all)
}

// anyFrame reports a frame, at or below index from, that shows the sign.
func anyFrame(g *group.Group, from int, s sign) bool {
	return sign(g.Class.Notes(g.Stack.Frames, max(from, 0), signsOf))&s != 0
}
