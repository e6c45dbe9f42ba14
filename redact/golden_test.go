package redact

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/frame"
	"stacktriage/internal/corpus"
	"stacktriage/parse"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// TestReportsAreRedactedAsBefore holds what is left of reports of several tools and
// languages: each frame, in order, the headline, and what a debugger adds.
func TestReportsAreRedactedAsBefore(t *testing.T) {
	const golden = "testdata/redacted.golden"
	var got bytes.Buffer
	for _, name := range []string{
		"web/stack-bad.txt", "web/ds-deadlock.txt", "acme/net10-task_result.txt", "acme/net10-mixed_bad.txt",
		"dialects/bad-clrstack.txt", "dialects/bad-monitor.txt", "dialects/bad-parallelstacks.txt",
		"apps/surge-graphql-resolver.txt", "apps/net8-static-ctor-async.txt", "third/akka-actor-blocked.txt",
	} {
		snaps, err := parse.Read(bytes.NewReader(corpus.Report(t, "../testdata/stacks", name)), name)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"", "key"} {
			fmt.Fprintf(&got, "== %s, key %q\n", name, key)
			for _, s := range New(key).Analyze(snaps, diagnose.Options{}).Snapshots {
				left(&got, s, key == "")
			}
		}
	}
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")
	if len(was) != len(is) {
		t.Errorf("%d lines, were %d; where that is meant, go test ./redact -run TestReports -update", len(is), len(was))
	}
	for i, n := 0, 0; i < len(was) && i < len(is) && n < 20; i++ {
		if was[i] != is[i] {
			t.Errorf("line %d\n- %s\n+ %s", i+1, was[i], is[i])
			n++
		}
	}
}

func left(w *bytes.Buffer, s *diagnose.Snapshot, frames bool) {
	fmt.Fprintf(w, "%s: %s\nown %v\n", s.Input.Source.Label, s.Headline, s.OwnModules)
	seen := map[string]bool{}
	for _, g := range s.Groups {
		if c := g.Class.Culprit; c != nil {
			fmt.Fprintf(w, "%d threads in %s, %s\n", g.Count(), c.Name, c.Short)
		}
		for _, f := range g.Stack.Frames {
			if frames && !seen[f.Raw] {
				seen[f.Raw] = true
				fmt.Fprintln(w, " ", f.Raw)
			}
		}
	}
}

// TestReferences: of the types that are mentioned, those of frameworks keep their names,
// and what nothing is known of has none.
func TestReferences(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", ""},
		{"int32,class System.String", "int32,class System.String"},
		{"class Acme.Shop.Order&", "class Type#&"},
		{"class Acme.Shop.Order[],value class Acme.Other.Thing`1<!0>", "class Type#[],value class Type#`1<!0>"},
		{"class Acme.Shop.Order+Line", "class Type#+Type#"},
		{"class Order", "class Type#"},
		{"class Unknown", "class Type#"},
		{"class Newtonsoft.Json.JsonReader", "class Newtonsoft.Json.JsonReader"},
		{"class Contoso.Secret.Reader", "class Type#"},
		{"class IRepo", "class IType#"},
		{"pMT: 0x5649bc002900<class Acme.Shop.Order>", "pMT: 0x5649bc002900<class Type#>"},
		{"pMT: 00007FF7A8CBF658", "pMT: 00007FF7A8CBF658"},
		{"fnptr void(class Acme.Shop.Order;int32{x} !1)", "fnptr void(class Type#;int32{Type#} !1)"},
		{"class <>c__DisplayClass0_0&", "class <>c__DisplayClass0_0&"},
		{"class Acme.Shop.Cart+<Load>d__4<class Acme.Shop.Order>", "class Type#+<Method#>d__4<class Type#>"},
		{"0xg", "Type#"}, {"12", "12"}, {"1g", "Type#"}, {"a1", "Type#"}, {"0", "0"}, {"0x", "Type#"}, {"9F", "9F"},
		{"global::Acme.Shop.Order", "Type#"}, {"global::System.String", "System.String"},
	} {
		if got := shape(own().references(tt.text, false)); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.text, got, tt.want)
		}
	}
	// In the signature of a foreign method nested types print without their outer ones.
	for text, want := range map[string]string{
		"class Operation": "class Operation", "class Order": "class Type#", "class Acme.Shop.Order": "class Type#",
	} {
		if got := shape(own().references(text, true)); got != want {
			t.Errorf("in a foreign signature %s\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestMethodsMadeAtRunTime: what the platform calls its own stubs says nothing of anybody.
func TestMethodsMadeAtRunTime(t *testing.T) {
	for method, want := range map[string]string{
		"lambda_method": "lambda_method", "lambda_method12": "lambda_method12", "lambda_methodX": "Method#",
		"IL_STUB_PInvoke": "IL_STUB_PInvoke", "Regex1_Scan": "Regex1_Scan", "CallSite.Target": "CallSite.Target",
		"ResolveService": "ResolveService", "MapOrder": "Method#",
		"InvokeStub_Order.Pay": "InvokeStub_Type#.Method#", "InvokeStub_Task.Wait": "InvokeStub_Task.Wait",
		"InvokeStub_Unknown..ctor": "InvokeStub_Type#..ctor", "InvokeStub_Order.set_Total": "InvokeStub_Type#.set_Method#",
	} {
		if got := shape(own().dynamicMethod(method)); got != want {
			t.Errorf("%s: %s, want %s", method, got, want)
		}
	}
}

// TestUnresolvedFrames: a frame without a method keeps its module if it is nobody's own,
// and never the text of a damaged line.
func TestUnresolvedFrames(t *testing.T) {
	r := own("Acme.Shop!?")
	for _, tt := range []struct{ module, raw, want string }{
		{"?", "?!?", "?!?"}, {"System.Net", "System.Net!?", "System.Net!?"}, {"Acme.Shop", "Acme.Shop!?", "Module#!?"},
		{"System.Net", "System.Net!? secret", "System.Net!?"}, {"", "secret", "?!?"},
	} {
		f := frame.Frame{Module: tt.module, Raw: tt.raw, Method: "?"}
		if got := r.frame(&f); shape(got.Raw) != tt.want {
			t.Errorf("%q became %q, want %q", tt.raw, got.Raw, tt.want)
		}
	}
}

// TestSourceLinesAreHidden: debuggers print a path behind a frame, own or not.
func TestSourceLinesAreHidden(t *testing.T) {
	r := own()
	for _, raw := range []string{
		"System.Threading.Monitor.Wait(System.Object) [/home/jo/src/Monitor.cs @ 17]",
		"System.Threading.Monitor.Wait(System.Object obj) in /home/jo/src/Monitor.cs:line 17",
	} {
		f := frame.DecodeBare(raw)
		r.known.learnFrame(&f, classify.KindFramework)
		if got := r.frame(&f).Raw; strings.Contains(got, "jo") || !strings.HasPrefix(got, "System.Threading.Monitor.Wait(") {
			t.Errorf("%q became %q", raw, got)
		}
	}
}

// TestThreadNames: the runtime's own stay, those that people gave go.
func TestThreadNames(t *testing.T) {
	for name, want := range map[string]string{
		"": "", ".NET ThreadPool Worker": ".NET ThreadPool Worker", ".NET": "Thread#", "Acme feed": "Thread#",
		"NET": "Thread#",
	} {
		got := New("").Thread(name)
		if want == "Thread#" && !strings.HasPrefix(got, "Thread") || want != "Thread#" && got != want {
			t.Errorf("%q became %q", name, got)
		}
	}
}

// TestKeyedTokensNeverCollide: where the first digits are taken, a token gets longer.
func TestKeyedTokensNeverCollide(t *testing.T) {
	a := newTokens("k")
	short := a.of("Type", "Acme")
	b := newTokens("k")
	b.used[short] = true
	long := b.of("Type", "Acme")
	if len(short) != len("Type")+8 || len(long) != len("Type")+9 || !strings.HasPrefix(long, short) {
		t.Errorf("%s, then %s", short, long)
	}
}

// TestOneTypeIsOneToken, however it is mentioned; interfaces keep the letter that tells
// them, and types that only begin like one do not get it.
func TestOneTypeIsOneToken(t *testing.T) {
	r := own()
	full := r.references("class Acme.Shop.Order", false)
	for _, text := range []string{"class Order", "class Acme.Shop.Order"} {
		if got := r.references(text, true); got != full {
			t.Errorf("%s is %s and %s", text, full, got)
		}
	}
	for simple, want := range map[string]string{
		"IRepo": "IType#", "IA": "IType#", "IZ": "IType#", "I": "Type#", "Item": "Type#", "I9": "Type#", "Order": "Type#",
	} {
		if got := shape(r.typeToken("Acme.Other", simple)); got != want {
			t.Errorf("%s: %s, want %s", simple, got, want)
		}
	}
}

// TestProblemsAreHidden: what could not be read is hidden, and where nothing stood nothing
// is said to be hidden.
func TestProblemsAreHidden(t *testing.T) {
	s := &parse.Snapshot{Exception: "Acme failed", Problems: make([]parse.Problem, 2)}
	s.Problems[0].Text = "secret"
	HideProblems(s)
	if s.Exception != "(redacted)" || s.Problems[0].Text != "(redacted)" || s.Problems[1].Text != "" {
		t.Errorf("%q, %v", s.Exception, s.Problems)
	}
	calm := &parse.Snapshot{}
	if HideProblems(calm); calm.Exception != "" {
		t.Errorf("an exception appeared: %q", calm.Exception)
	}
}
