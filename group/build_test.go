package group

import (
	"testing"

	"stacktriage/classify"
)

// TestFirstThreadIsMain: the first thread of a whole report is main, whatever its entry
// point is called, unless others share its stack.
func TestFirstThreadIsMain(t *testing.T) {
	const gate = "System.Private.CoreLib!System.Threading.WaitHandle.WaitOneNoCheck(int32)\n" +
		"System.Private.CoreLib!System.Threading.PortableThreadPool+GateThread.GateThreadStart()\n"
	serve := taskWait + own("Serve(int32)")
	for _, tt := range []struct {
		name   string
		stacks []string
		want   classify.Role
	}{
		{"alone", []string{serve, gate}, classify.Main},
		{"second", []string{gate, serve}, classify.Unknown},
		{"shared", []string{serve, serve, gate}, classify.Unknown},
	} {
		set := build(t, tt.stacks...)
		for _, g := range set.Groups {
			if g.Class.Culprit != nil && g.Class.Role != tt.want {
				t.Errorf("%s: %s, want %s", tt.name, g.Class.Role, tt.want)
			}
		}
	}
}

// TestGroupsAreOrdered: by threads, then by id, with the markers counted.
func TestGroupsAreOrdered(t *testing.T) {
	a, b := taskWait+own("A()"), taskWait+own("B()")
	set := build(t, a, b, b, taskWait+own("C()"))
	if n := len(set.Groups); n != 3 || set.Groups[0].Count() != 2 || set.Groups[0].Native != 2 ||
		set.Groups[0].CPU != 0 {
		t.Errorf("%d groups, the first of %d threads", n, set.Groups[0].Count())
	}
	if set.Groups[1].Stack.ID >= set.Groups[2].Stack.ID {
		t.Error("groups of one size are not ordered by id")
	}
}
