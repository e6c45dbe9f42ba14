package parse

import "testing"

func TestMonoDump(t *testing.T) {
	const head = "Full thread dump:\n\n"
	runDialectTests(t, []dialectTest{
		{
			name: "wrappers, native code, nested types",
			text: head + `"Threadpool worker" tid=0x0x7f0a2c8700 this=0x0x7f0a331c30 , thread handle : 0x7f0a1, state : interrupted state` + "\n" +
				"  at <unknown> <0xffffffff>\n" +
				"  at (wrapper managed-to-native) System.Threading.Monitor.Monitor_wait (object,int) [0x0000b] in <f2e6809acb14476a>:0\n" +
				"  at System.Threading.Monitor.Wait (object,int) <0x001b7>\n" +
				"  at Acme.Store/<Load>c__AnonStorey0.<>m__0 (int,bool&) [0x00012] in /src/Store.cs:12\n" +
				"  at (wrapper runtime-invoke) object.runtime_invoke_void__this__ (object,intptr,intptr,intptr) [0x0004c] in <f2e6809acb14476a>:0\n\n" +
				`"<unnamed thread>" tid=0x0xb6f00740 this=0x0x3e290 thread handle 0x403 state : not waiting owns ()` + "\n" +
				"  at Acme.Program.Main (string[]) <0x0025f>\n",
			want: `
mono
0x7f0a2c8700 "Threadpool worker" native: Monitor.Monitor_wait < Monitor.Wait < Store.<Load>c__AnonStorey0.<>m__0
0xb6f00740: Program.Main
`,
		},
		{
			name: "a thread in native code alone is counted",
			text: head + `"Finalizer" tid=0x0x1 this=0x0x2` + "\n  at <unknown> <0xffffffff>\n\n" + `"Main" tid=0x0x2 this=0x0x3` + "\n  at Acme.Program.Main () <0x0025f>\n",
			want: "mono\n0x2 \"Main\": Program.Main\n",
		},
		{
			name: "a report of a crash, with colons",
			text: "Managed Stacktrace:\n  at <unknown> <0xffffffff>\n  at Acme.Store:Load <0x00ff>\n  at Acme.Program:Main <0x0025f>\n",
			want: "mono\n- native: Store.Load < Program.Main\n", problems: []string{"1: not understood", "2: frames without a thread header"}, skipped: 1,
		},
	})
	for _, line := range []string{
		`"main" #1 prio=5 os_prio=0 tid=0x00007f8a1c009800 nid=0x1 waiting on condition [0x00007f8a23ffe000]`,
		"at Acme.Store.Load(Int32 id) in /src/Store.cs:line 12",
	} {
		if monoDump.claims([]byte(line)) {
			t.Errorf("claimed: %s", line)
		}
	}
}
