package classify

import (
	"testing"

	"stacktriage/frame"
)

// TestWhereThreadsStart: below the frame in which any version of the runtime starts a
// thread nothing is missing, so that what stands on it is the thread's own work.
func TestWhereThreadsStart(t *testing.T) {
	const shown = "@wait < C!System.Threading.TimerQueue.TimerThread() < @start"
	for _, start := range []string{
		"System.Threading.Thread.StartCallback()", "System.Threading.Thread+StartHelper.Run()",
		"System.Threading.Thread+StartHelper.RunWorker()",
		"System.Threading.Thread+StartHelper.Callback(class System.Object)",
		"System.Threading.ThreadHelper.ThreadStart(class System.Object)",
		"System.Threading.ThreadHelper.ThreadStart_Context(class System.Object)",
		"System.Environment.CallEntryPoint(int)",
	} {
		for _, below := range []string{"", " < C!System.Threading.ExecutionContext.RunInternal()"} {
			got := classifyAmong(t, "@wait < @own < C!"+start+below, "[Native Frames]", shown)
			if got.Role != Dedicated || got.State != Blocked {
				t.Errorf("%s%s: %s %s", start, below, got.Role, got.State)
			}
		}
	}
	for _, other := range []string{"System.Threading.Thread.Start()", "System.Threading.ThreadHelper.Other()"} {
		if got := classifyAmong(t, "@wait < @own < C!"+other, "[Native Frames]", shown); got.Role != Unknown {
			t.Errorf("%s: %s", other, got.Role)
		}
	}
	if got := classifyAmong(t, "@wait < @own < ?!?", "[Native Frames]", "@wait"); got.Role != Unknown {
		t.Errorf("an unnamed bottom: %s", got.Role)
	}
}

// TestWhatAThreadCanBeginWith: the delegates of a thread have no parameter, or one of
// type object, in the spelling of each tool.
func TestWhatAThreadCanBeginWith(t *testing.T) {
	for line, want := range map[string]bool{
		"A!Acme.Feed.Loop()": true, "A!Acme.Feed.Loop(class System.Object)": true, "A!Acme.Feed.Loop(System.Object)": true,
		"A!Acme.Feed.Loop(object)": true, "A!Acme.Feed.Loop(Object)": true, "A.dll!Acme.Feed.Loop": true,
		"A!Acme.Program.Main(class System.String[])": true, "A!Acme.Feed.Loop(int32)": false,
		"A!Acme.Feed.Loop(class System.String)": false, "A!Acme.Feed.MoveNext()": false, "A!Acme.Feed..cctor()": false,
		"A!Acme.Feed..ctor()": false, "A!Acme.Feed.Loop(class System.Object,int32)": false,
	} {
		f, _ := frame.Decode(line)
		if got := startsThread(&f); got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}

// TestNamespaces: the namespace of a type, nested, generic or without one.
func TestNamespaces(t *testing.T) {
	for typ, want := range map[string]string{
		"Acme.Shop.Cart": "Acme.Shop", "Acme.Shop.Cart+Line.X": "Acme.Shop", "Acme.Shop.Box`1": "Acme.Shop",
		"Cart": "Cart", "Cart+Line": "Cart", "Box`1+A.B": "Box", "": "", "+A": "", ".A": "", "`1": "",
	} {
		if got := namespaceOf(typ); got != want {
			t.Errorf("%q: %q, want %q", typ, got, want)
		}
	}
}
