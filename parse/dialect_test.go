package parse

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stacktriage/frame"
	"stacktriage/parse/internal/text"
)

// show writes a snapshot on a few lines: its dialect, then for each thread id, name,
// marker and the frames, innermost first.
func show(s *Snapshot) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", s.Source.Dialect)
	for i, t := range s.Threads {
		id := s.ID(i)
		if id == "" {
			id = "-"
		}
		fmt.Fprint(&b, id)
		if name := s.Name(i); name != "" {
			fmt.Fprintf(&b, " %q", name)
		}
		fmt.Fprint(&b, [...]string{"", " native", " cpu"}[t.Marker])
		st := s.Stacks[t.Stack]
		if st.Incomplete {
			fmt.Fprint(&b, " incomplete")
		}
		b.WriteString(": " + strings.Join(names(st.Frames), " < ") + "\n")
	}
	return b.String()
}

func names(frames []*frame.Frame) []string {
	out := make([]string, 0, len(frames))
	for _, f := range frames {
		name := f.ShortName()
		if f.Unresolved() {
			name = "?"
		}
		if f.Module != "" && !f.Unresolved() {
			name = f.Module + "!" + name
		}
		out = append(out, name)
	}
	return out
}

// read reads text that must hold a thread.
func read(t *testing.T, text string) []*Snapshot {
	t.Helper()
	snaps, err := Read(strings.NewReader(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	return snaps
}

// reasons lists what was said of lines.
func reasons(snaps []*Snapshot) []string {
	var out []string
	for _, s := range snaps {
		for _, p := range s.Problems {
			out = append(out, fmt.Sprintf("%d: %s", p.Line, p.Reason))
		}
	}
	return out
}

// dialectTest is a text, what is read of it, and what is said of its lines.
type dialectTest struct {
	name, text string
	want       string // all snapshots, as show writes them
	problems   []string
	skipped    int
}

func runDialectTests(t *testing.T, tests []dialectTest) {
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			snaps := read(t, tt.text)
			var got strings.Builder
			skipped := 0
			for _, s := range snaps {
				got.WriteString(show(s))
				skipped += s.SkippedLines
			}
			if want := strings.TrimPrefix(tt.want, "\n"); got.String() != want {
				t.Errorf("got:\n%s\nwant:\n%s", got.String(), want)
			}
			if problems := reasons(snaps); !slices.Equal(problems, tt.problems) {
				t.Errorf("problems %q, want %q", problems, tt.problems)
			}
			if skipped != tt.skipped {
				t.Errorf("%d lines skipped, want %d", skipped, tt.skipped)
			}
		})
	}
}

func TestMonitorText(t *testing.T) {
	runDialectTests(t, []dialectTest{
		{
			name: "names, native frames, mark of UTF-8",
			text: "\xef\xbb\xbfThread: (0x68C0) .NET TP Worker\r\n  [NativeFrame]\r\n  System.Private.CoreLib.dll!System.Threading.LowLevelLifoSemaphore.Wait\r\n  System.Private.CoreLib.dll!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart\r\n\r\nThread: (0x1)\r\n  App.dll!Acme.Store`1[System.Int32].Load[System.String]\r\n  UnknownFunction\r\n  [NativeFrame]\r\n  App.dll!Program.Main\r\n\r\n",
			want: `
dotnet-monitor
0x68C0 ".NET TP Worker" native: System.Private.CoreLib!LowLevelLifoSemaphore.Wait < System.Private.CoreLib!PortableThreadPool.WorkerThread.WorkerThreadStart
0x1 cpu: App!Store<T>.Load < ? < App!Program.Main
`,
		},
		{
			name: "without any native frame no thread is known to run",
			text: "Thread: (0x1)\n  App.dll!Acme.Store.Load\n\nThread: (0x2)\n  App.dll!Acme.Store.Save\n",
			want: `
dotnet-monitor
0x1: App!Store.Load
0x2: App!Store.Save
`,
		},
		{
			name: "lines of others are counted",
			text: "Here is what the endpoint said:\nThread: (0x1)\n  [NativeFrame]\n  App.dll!Acme.Store.Load\n\nthat is all\n",
			want: `
dotnet-monitor
0x1 native: App!Store.Load
`,
			problems: []string{"1: not understood", "6: not understood"}, skipped: 2,
		},
		{
			name: "cut in the last frame",
			text: "Thread: (0x1)\n  [NativeFrame]\n  App.dll!Acme.Store.Load\n  App.dll!Program.Main\n\nThread: (0x2)\n  [NativeFrame]\n  App.dll!Acme.Sto",
			want: `
dotnet-monitor
0x1 native: App!Store.Load < App!Program.Main
0x2 native incomplete: App!Acme.Sto
`,
			problems: []string{"8: input ends in the middle of a thread"},
		},
		{
			name: "followed by dotnet-stack",
			text: "Thread: (0x1)\n  [NativeFrame]\n  App.dll!Program.Main\n\nThread (0x1):\n  [Native Frames]\n  App!Program.Main(class System.String[])\n\n",
			want: `
dotnet-monitor
0x1 native: App!Program.Main
dotnet-stack
0x1 native: App!Program.Main
`,
		},
	})
}

func TestMonitorJSON(t *testing.T) {
	const frames = `[{"methodName":"[NativeFrame]","typeName":"[NativeFrame]","moduleName":"[NativeFrame]"},` +
		`{"methodName":"\u003C\u003CMain\u003E$\u003Eb__0_2","methodToken":100663634,"typeName":"Program\u002B\u003C\u003Ec","moduleName":"App.dll","hidden":false},` +
		`{"methodName":"Main","typeName":"Program","moduleName":"App.dll"}]`
	const want = `
dotnet-monitor-json
30860 ".NET TP Worker" native: App!Program.Main lambda #2 < App!Program.Main
7: 
`
	runDialectTests(t, []dialectTest{
		{
			name: "one line",
			text: `{"stacks":[{"threadId":30860,"threadName":".NET TP Worker","frames":` + frames + `},{"threadId":7,"threadName":null,"frames":[]}]}`,
			want: strings.Replace(want, "7: ", "7 cpu: ", 1),
		},
		{
			name: "on many lines",
			text: strings.NewReplacer("{", "{\n  ", "[", "[\n ", ",\"", ",\n\"", "}", "\n}").Replace(strings.ReplaceAll(`{"stacks":[{"threadId":30860,"threadName":".NET TP Worker","frames":`+frames+`},{"threadId":7,"frames":[]}]}`, "[NativeFrame]", "(native)")),
			want: `
dotnet-monitor-json
30860 ".NET TP Worker": ? < App!Program.Main lambda #2 < App!Program.Main
7: 
`,
		},
		{
			name: "fields in another order, old names, no commas, no outer array",
			text: "{\n\"frames\": [\n{\"moduleName\": \"App.dll\" \"className\": \"Acme.Store\" \"methodName\": \"Load\"}\n{\"className\": \"Program\", \"methodName\": \"Main\"}\n],\n\"threadName\": \"x\",\n\"threadId\": 5\n}\n",
			want: `
dotnet-monitor-json
5 "x": App!Store.Load < Program.Main
`,
		},
		{
			name: "cut",
			text: `{"stacks":[{"threadId":1,"frames":[{"methodName":"Main","typeName":"Program","moduleName":"App.dll"}]},{"threadId":2,"threadName":"abc","frames":[{"methodName":"Main","typeName":"Prog`,
			want: `
dotnet-monitor-json
1: App!Program.Main
2 "abc" incomplete: 
`,
			problems: []string{"1: input ends in the middle of a thread"},
		},
		{
			name: "in a fence, with a report behind",
			text: "```json\n" + `{"stacks":[{"threadId":1,"frames":[{"methodName":"Main","typeName":"Program","moduleName":"App.dll"}]}]}` + "\n```\nThread (0x1):\n  [Native Frames]\n  App!Program.Main(class System.String[])\n\n",
			want: `
dotnet-monitor-json
1: App!Program.Main
dotnet-stack
0x1 native: App!Program.Main
`,
		},
	})
}

// A document is often one line, longer than any line of text may be.
func TestMonitorJSONLongLine(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"stacks":[`)
	const threads = 30000
	for i := range threads {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"threadId":%d,"threadName":".NET TP Worker","frames":[{"methodName":"Work","typeName":"Program","moduleName":"App.dll"}]}`, i+1)
	}
	b.WriteString("]}")
	if b.Len() <= text.MaxLine {
		t.Fatal("the line is not long enough")
	}
	snaps := read(t, b.String())
	if len(snaps) != 1 || len(snaps[0].Threads) != threads || len(snaps[0].Problems) != 0 {
		t.Errorf("%d snapshots, the first with %d threads, problems %v", len(snaps), len(snaps[0].Threads), snaps[0].Problems)
	}
}

func TestJSONScannerBounds(t *testing.T) {
	r := &monitorJSON{threadMaker: threadMaker{b: newBuilder(newInterner(), Source{})}, thread: noThread}
	r.marks.b = r.b
	r.scan.On = r
	deep := strings.Repeat("[{\"a\":", 10000)
	for range 100 {
		r.scan.Feed([]byte(deep))
	}
	if len(r.scan.Levels) > text.MaxJSONDepth {
		t.Errorf("%d levels kept", len(r.scan.Levels))
	}
	r.scan.Feed([]byte(`"`))
	for range 100 {
		r.scan.Feed([]byte(strings.Repeat("x", 10000)))
	}
	if len(r.scan.Text) > text.MaxJSONText {
		t.Errorf("%d bytes of a string kept", len(r.scan.Text))
	}
}
