package render

import (
	"bytes"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/layout"
	"stacktriage/parse"
	"stacktriage/redact"
)

// located is a report whose own frames have lines, and what symbol files told of them.
var located = strings.ReplaceAll(`Thread (0x1):
  [Native Frames]
  System.Private.CoreLib!System.Threading.ManualResetEventSlim.Wait(int32,value class System.Threading.CancellationToken)
  System.Private.CoreLib!System.Threading.Tasks.TaskBT1[System.__Canon].GetResultCore(bool)
  Shop!Shop.Orders.Summary(int32) [/build/src/Orders.cs @ 42]
  Shop!Shop.Job.Run() [/build/src/Job.cs @ 7]
  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()
  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()

Thread (0x2):
  [Native Frames]
  System.Private.CoreLib!System.Threading.ManualResetEventSlim.Wait(int32,value class System.Threading.CancellationToken)
  System.Private.CoreLib!System.Threading.Tasks.TaskBT1[System.__Canon].GetResultCore(bool)
  Shop!Shop.Orders.Summary(int32) [/build/src/Orders.cs @ 42]
  Shop!Shop.Job.Run() [/build/src/Job.cs @ 9]
  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()
  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()

`, "BT", "`")

// urls are what a symbol file claims of the two files.
func locatedAt(t *testing.T, orders string) []*parse.Snapshot {
	t.Helper()
	snaps := parsed(t, located)
	snaps[0].Lines = &parse.Lines{
		URLs:    map[string]string{"/build/src/Orders.cs": orders},
		Missing: []string{"Shop.Data: Shop.Data.pdb is of another build than the assembly"},
	}
	return snaps
}

const ordersAt = "https://raw.githubusercontent.com/acme/shop/0123abc/src/Orders.cs"

// ordersLink is the page of that line.
const ordersLink = "https://github.com/acme/shop/blob/0123abc/src/Orders.cs#L42"

// locatedAs is the report in a format.
func locatedAs(t *testing.T, orders, format string, o Options) string {
	t.Helper()
	f, err := Lookup(Reports, format)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o.Unicode = true
	if err := f.Report(&out, diagnose.Analyze(locatedAt(t, orders), diagnose.Options{}), o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestSourceBesideFrames: the line stands beside the culprit and its callers, in every
// format that shows a stack, and leads to the commit where the format has links.
func TestSourceBesideFrames(t *testing.T) {
	terminal := Options{Palette: layout.ANSI(false, true)}
	for _, tt := range []struct {
		name, format string
		options      Options
		want         []string
	}{
		{"text", "text", Options{}, []string{
			"culprit ▸   Orders.Summary(int)  Orders.cs:42\n", "Job.Run()  Job.cs:7, 9\n",
		}},
		{"terminal", "text", terminal, []string{"\x1b]8;;" + ordersLink + "\x1b\\Orders.cs:42\x1b]8;;\x1b\\\n"}},
		{"HTML", "html", Options{}, []string{
			`<a class="source" href="` + ordersLink + `" rel="noreferrer">Orders.cs:42</a>`,
			`<span class="source">Job.cs:7, 9</span>`,
		}},
		{"GitHub", "chat", Options{Chat: "github"}, []string{
			"Orders.Summary(int)  Orders.cs:42\n", "</details>\n\n[``Orders.cs:42``](" + ordersLink + ")\n",
		}},
		{"Slack", "chat", Options{Chat: "slack"}, []string{"```\nOrders.cs:42 " + ordersLink + "\n"}},
		{"Jira", "chat", Options{Chat: "jira"}, []string{"{noformat}\n[Orders.cs:42|" + ordersLink + "]\n"}},
		{"Discord", "chat", Options{Chat: "discord"}, []string{"```\nOrders.cs:42 <" + ordersLink + ">\n"}},
		{"JSON", "json", Options{}, []string{
			`"source":[{"file":"/build/src/Orders.cs","line":42,"url":"` + ordersAt + `"}]`,
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := locatedAs(t, ordersAt, tt.format, tt.options)
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in\n%s", want, got)
				}
			}
		})
	}
}

// TestSourceInTrees: in trees, too, of both kinds.
func TestSourceInTrees(t *testing.T) {
	for _, exact := range []bool{false, true} {
		var out bytes.Buffer
		o := TreeOptions{Options: Options{Unicode: true, Width: 80, Palette: layout.ANSI(false, true)}, Exact: exact}
		if err := Tree(&out, diagnose.Analyze(locatedAt(t, ordersAt), diagnose.Options{}), o); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			"Orders.Summary(int)  \x1b]8;;" + ordersLink + "\x1b\\Orders.cs:42\x1b]8;;\x1b\\\n",
			"Job.Run()  Job.cs:7, 9\n",
		} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("exact %v: no %q in\n%s", exact, want, out.String())
			}
		}
	}
}

// TestSourceOfOptimisedCode: what is known to be one of a few lines is shown as that.
func TestSourceOfOptimisedCode(t *testing.T) {
	snaps := parsed(t, strings.ReplaceAll(located, "@ 42]", "@ 42-44]"))
	snaps[0].Lines = &parse.Lines{URLs: map[string]string{"/build/src/Orders.cs": ordersAt}}
	report := diagnose.Analyze(snaps, diagnose.Options{})
	for format, wants := range map[string][]string{
		"text": {"culprit ▸   Orders.Summary(int)  Orders.cs:42–44\n", "at /build/src/Orders.cs:42–44\n"},
		"html": {`href="` + ordersLink + `-L44" rel="noreferrer">Orders.cs:42–44</a>`},
		"json": {`"line":42,"lastLine":44,"url":"` + ordersAt + `"`},
	} {
		f, err := Lookup(Reports, format)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := f.Report(&out, report, Options{Unicode: true}); err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %q in\n%s", format, want, out.String())
			}
		}
	}
}

// TestSourceMakesRoomForItself: parameters go before the line does, and the line before
// a name does.
func TestSourceMakesRoomForItself(t *testing.T) {
	for _, tt := range []struct{ method, params, want string }{
		{"Summary", "int32", "Orders.Summary(int)  Orders.cs:42"},
		{"Summary", "int32,int32,int32,int32,int32,int32,int32,int32", "Orders.Summary(…)  Orders.cs:42"},
		{"Summary" + strings.Repeat("OfAll", 4), "int32", "Orders.Summary" + strings.Repeat("OfAll", 4) + "(int)\n"},
	} {
		text := strings.ReplaceAll(located, "Summary(int32)", tt.method+"("+tt.params+")")
		var out bytes.Buffer
		err := Text(&out, diagnose.Analyze(parsed(t, text), diagnose.Options{}), Options{Unicode: true, Width: 60})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), tt.want) {
			t.Errorf("no %q in\n%s", tt.want, out.String())
		}
	}
}

// TestHostileAddresses: a symbol file is whoever's file. An address that is none of the
// web leads nowhere, in no format.
func TestHostileAddresses(t *testing.T) {
	for _, hostile := range []string{
		"javascript:alert(1)", "file:///etc/passwd", "https://user:secret@h/x", "data:text/html,<script>",
		"https://h/\x1b]0;owned\x07", "vbscript:x", "https://h\x1b\\/x",
	} {
		for _, f := range Formats(Reports) {
			for _, program := range []string{"", "github", "jira", "discord"} {
				o := Options{Chat: program, Palette: layout.ANSI(true, true), Full: true}
				if f.Name != "text" {
					o.Palette = nil
				}
				got := locatedAs(t, hostile, f.Name, o)
				for _, part := range []string{"alert(1)", "passwd", "secret", "text/html,", "owned", "vbscript"} {
					if strings.Contains(got, part) && strings.Contains(hostile, part) {
						t.Errorf("%s %s: %q is in the output", f.Name, program, hostile)
					}
				}
			}
		}
	}
	for _, tt := range []struct{ format, chat, address, want string }{
		{"html", "", `https://h/"><script>`, `href="https://h/%22%3E%3Cscript%3E"`},
		{"chat", "github", "https://h/a)[x](http://evil", "(https://h/a%29%5Bx%5D%28http://evil)"},
		{"chat", "slack", "https://h/<!here>@channel", "https://h/%3C%21here%3E%40channel"},
	} {
		if got := locatedAs(t, tt.address, tt.format, Options{Chat: tt.chat}); !strings.Contains(got, tt.want) {
			t.Errorf("%s %s: no %q in\n%s", tt.format, tt.chat, tt.want, got)
		}
	}
}

// TestWhyThereAreNoLines: one sentence, where all is asked for.
func TestWhyThereAreNoLines(t *testing.T) {
	const why = "No source lines for Shop.Data: Shop.Data.pdb is of another build than the assembly."
	full := strings.Join(strings.Fields(locatedAs(t, "", "text", Options{Full: true})), " ")
	if !strings.Contains(full, why) {
		t.Errorf("no %q in\n%s", why, full)
	}
	if short := locatedAs(t, "", "text", Options{}); strings.Contains(short, "No source lines") {
		t.Errorf("a reason nobody asked for in\n%s", short)
	}
}

// TestRedactedLines: no path, no address and no reason comes through, in any format.
func TestRedactedLines(t *testing.T) {
	for _, f := range Formats(Reports) {
		if f.Binary {
			continue
		}
		var out bytes.Buffer
		report := redact.New("").Analyze(locatedAt(t, ordersAt), diagnose.Options{})
		if err := f.Report(&out, report, Options{Unicode: true, Full: true, Palette: layout.ANSI(true, true)}); err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"Orders", ".cs", "/build", "acme", "0123abc", "Shop", "another build"} {
			if strings.Contains(out.String(), secret) {
				t.Errorf("%s: %q is not redacted in\n%s", f.Name, secret, out.String())
			}
		}
	}
}
