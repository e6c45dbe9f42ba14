package series

import (
	"strings"
	"testing"

	"stacktriage/group"
)

// Two reports are of two processes where something says so; what cannot be seen is no
// objection.
func TestStranger(t *testing.T) {
	const shopMain, bankMain = mainOfShop, "Thread (0x1):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n" +
		"  Acme.Bank!Acme.Bank.Program.Main(class System.String[])\n\n"
	otherMain := strings.Replace(shopMain, "0x1", "0x2", 1)
	for _, tt := range []struct {
		name, before, after, want string
	}{
		{"the same", shopMain + idle(0x10, 2), shopMain + idle(0x10, 2), ""},
		{"a thread in common", idle(0x10, 2), idle(0x11, 2), ""},
		{"no thread in common", idle(0x10, 2), idle(0x12, 2), "they have no thread id in common"},
		{"another module", shopMain + idle(0x10, 2), bankMain + idle(0x10, 2), "the main modules are Acme.Shop and Acme.Bank"},
		{"a module in small letters", shopMain, strings.ReplaceAll(shopMain, "Acme.Shop!", "acme.shop!"), ""},
		{"another main thread", shopMain + idle(0x10, 2), otherMain + idle(0x10, 2), "the main threads are 0x1 and 0x2"},
		{"two main threads", shopMain + otherMain + idle(0x10, 2), otherMain + idle(0x10, 2), ""},
		{"main not seen before", idle(0x10, 2), shopMain + idle(0x10, 2), ""},
		{"main not seen after", shopMain + idle(0x10, 2), idle(0x10, 2), ""},
	} {
		before, after := grouped(t, "before", tt.before)[0], grouped(t, "after", tt.after)[0]
		if got := stranger(before, after); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		bare := grouped(t, "bare", tt.after)[0]
		bare.Snapshot = withoutIDs(t, bare.Snapshot)
		want := tt.want
		if !strings.Contains(want, "modules") {
			want = "" // nothing to tell the threads apart by
		}
		if got, back := stranger(before, bare), stranger(bare, before); got != want || (back == "") != (want == "") {
			t.Errorf("%s, without ids: %q and %q, want %q", tt.name, got, back, want)
		}
	}
}

// The error names the two reports that do not go together.
func TestNotOneProcessNamesTheReports(t *testing.T) {
	sets := []*group.Set{
		grouped(t, "one.txt", idle(0x10, 2))[0], grouped(t, "two.txt", idle(0x11, 2))[0], grouped(t, "three.txt", idle(0x20, 2))[0],
	}
	_, err := Relate(sets, nil)
	want := "two.txt and three.txt are not of one process: they have no thread id in common; " +
		"a series follows the threads of one process"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
