package redact

import (
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/frame"
	"stacktriage/parse"
)

// own makes a redactor that knows the frames as own code.
func own(lines ...string) *Redactor {
	r := New("")
	for _, line := range append([]string{"Acme.Shop!Acme.Shop.Order.Pay()", "Acme.Shop!Acme.Shop.IRepo.Get()"}, lines...) {
		f, _ := frame.Decode(line)
		r.known.learnFrame(&f, classify.KindUser)
	}
	for _, line := range []string{
		"System.Private.CoreLib!System.Threading.Tasks.Task.Wait()", "Dapper!Dapper.SqlMapper.Query()",
		"System.Net.Sockets!System.Net.Sockets.SocketAsyncContext.Wait()",
	} {
		f, _ := frame.Decode(line)
		r.known.learnFrame(&f, classify.KindFramework)
	}
	return r
}

func TestOwnFrames(t *testing.T) {
	tests := []struct{ raw, want, name string }{
		{
			"Acme.Shop!Acme.Shop.Cart.Total(int32,class System.String)",
			"Module1!Type1.Method1(int32,class System.String)", "Type1.Method1(int, string)",
		},
		{"Acme.Shop!Acme.Shop.Cart..ctor()", "Module1!Type1..ctor()", "Type1 constructor"},
		{"Acme.Shop!Acme.Shop.Cart.get_Total()", "Module1!Type1.get_Method1()", "Type1.Method1 getter"},
		{
			"Acme.Shop!Program.<Main>$(class System.String[])", "Module1!Type1.<Main>$(class System.String[])",
			"Type1.Main(string[])",
		},
		{
			"Acme.Shop!Program+<>c.<<Main>$>b__0_2(int32,class Client)",
			"Module1!Type1+<>c.<<Main>$>b__0_2(int32,class Type2)", "Type1.Main lambda #2 (int, Type2)",
		},
		{"Acme.Shop!Acme.Shop.Cart+<LoadAsync>d__4.MoveNext()", "Module1!Type1+<Method1>d__4.MoveNext()", "Type1.Method1"},
		{
			"Acme.Shop!Acme.Shop.Cart.<Load>g__Retry|3_0(int32)", "Module1!Type1.<Method1>g__Method2|3_0(int32)",
			"Type1.Method1 local function Method2(int)",
		},
		{
			"Acme.Shop!Acme.Shop.Cart+<>c__DisplayClass5_0.<Load>b__0()",
			"Module1!Type1+<>c__DisplayClass5_0.<Method1>b__0()", "Type1.Method1 lambda #0",
		},
		{
			"Acme.Shop!Acme.Shop.Box`2+Inner`1[System.Int32,Acme.Shop.Order,System.__Canon].Put(!0,class Acme.Shop.Order)",
			"Module1!Type1`2+Type2`1[System.Int32,Type3,System.__Canon].Method1(!0,class Type3)",
			"Type1<T1,T2>.Type2<T>.Method1(T0, Type3)",
		},
		{
			"Acme.Shop!Acme.Shop.Store.Acme.Shop.IRepo.Get(int32)", "Module1!Type1.global::IType2.Method1(int32)",
			"Type1.IType2.Method1(int)",
		},
		{
			"Acme.Shop!Acme.Shop.Store.System.IDisposable.Dispose()", "Module1!Type1.System.IDisposable.Dispose()",
			"Type1.IDisposable.Dispose()",
		},
		{
			"Acme.Shop!Acme.Shop.Store+<System-Collections-Generic-IEnumerable<Acme-Shop-Order>-GetEnumerator>d__3.MoveNext()",
			"Module1!Type1+<System-Collections-Generic-IEnumerable<Type2>-GetEnumerator>d__3.MoveNext()",
			"Type1.IEnumerable<Type2>.GetEnumerator",
		},
		{
			"Acme.Shop!Acme.Shop.Quotes+load@27-1.Invoke(class Microsoft.FSharp.Core.Unit)",
			"Module1!Type1+Method1@27-1.Invoke(class Microsoft.FSharp.Core.Unit)", "Type1.Method1 closure",
		},
		{
			"Acme.Shop!Acme.Shop.Ledger+VB$StateMachine_3_LoadAsync.MoveNext()",
			"Module1!Type1+VB$StateMachine_3_Method1.MoveNext()", "Type1.Method1",
		},
		{
			"Acme.Shop!Acme.Shop.Ledger+_Closure$__3-0._Lambda$__1(class System.Object)",
			"Module1!Type1+_Closure$__3-0._Lambda$__1(class System.Object)", "Type1 lambda #1 (object)",
		},
		{
			"Acme.Shop!Acme.Shop.Sums.op_Addition(class Acme.Shop.Order,int32)",
			"Module1!Type1.op_Addition(class Type2,int32)", "Type1.operator +(Type2, int)",
		},
		{
			"Acme.Shop!Acme.Shop.Sums.Map(class System.Collections.Generic.Dictionary`2<!1,value class System.Nullable`1<int64>>[],fnptr void(class Acme.Shop.Order))",
			"Module1!Type1.Method1(class System.Collections.Generic.Dictionary`2<!1,value class System.Nullable`1<int64>>[],fnptr void(class Type2))",
			"",
		},
		{"Acme.Shop!?", "Module1!?", "Module1!?"},
	}
	for _, tt := range tests {
		r := own(tt.raw)
		f, ok := frame.Decode(tt.raw)
		if !ok {
			t.Fatalf("%s does not decode", tt.raw)
		}
		r.known.learnFrame(&f, classify.KindUser)
		got := r.frame(&f)
		if got.Raw != tt.want || tt.name != "" && got.Signature() != tt.name {
			t.Errorf("%s\ngot  %s  %s\nwant %s  %s", tt.raw, got.Raw, got.Signature(), tt.want, tt.name)
		}
	}
}

func TestForeignFrames(t *testing.T) {
	r := own()
	for raw, want := range map[string]string{
		"System.Private.CoreLib!System.Threading.Tasks.Task.Wait()":                                                                                                        "",
		"System.Net.Sockets!System.Net.Sockets.SocketAsyncContext.PerformSyncOperation(value class OperationQueue`1<!!0>&,!!0,int32)":                                      "",
		"System.Private.CoreLib!System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[System.__Canon,Acme.Shop.Cart+<LoadAsync>d__4].MoveNext()": "System.Private.CoreLib!System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[System.__Canon,Type1+<Method1>d__4].MoveNext()",
		"Dapper!Dapper.SqlMapper.Query(class Acme.Shop.Order)":                                                                                                             "Dapper!Dapper.SqlMapper.Query(class Type2)",
		"Anonymously Hosted DynamicMethods Assembly!dynamicClass.lambda_method9(pMT: 00007FF7A8CBF658,class System.Object)":                                                "",
		"System.Private.CoreLib!dynamicClass.InvokeStub_OrdersController.Get(class System.Object,pMT: 0x5649bc002900<class System.Object>)":                                "System.Private.CoreLib!dynamicClass.InvokeStub_Type3.Method2(class System.Object,pMT: 0x5649bc002900<class System.Object>)",
		"Anonymously Hosted DynamicMethods Assembly!dynamicClass.CreateAcmeOrder(class Closure)":                                                                           "Anonymously Hosted DynamicMethods Assembly!dynamicClass.Method3(class Type4)",
		"?!?": "",
	} {
		f, _ := frame.Decode(raw)
		got := r.frame(&f).Raw
		if want == "" {
			want = raw
		}
		if shape(got) != shape(want) {
			t.Errorf("%s\ngot  %s\nwant %s", raw, got, want)
		}
	}
}

// shape is text without the numbers of tokens, which depend on the order of a map.
func shape(text string) string {
	for _, kind := range []string{"Type", "Method", "Module"} {
		parts := strings.Split(text, kind)
		for i := range parts[1:] {
			parts[i+1] = strings.TrimLeft(parts[i+1], "0123456789")
		}
		text = strings.Join(parts, kind+"#")
	}
	return text
}

func TestKeyedTokensAreTheSameInEveryRun(t *testing.T) {
	a, b, c := newTokens("k1"), newTokens("k1"), newTokens("k2")
	b.of("Type", "Other")
	for _, kind := range []string{"Type", "Method", "Module"} {
		if a.of(kind, "Acme") != b.of(kind, "Acme") || a.of(kind, "Acme") == c.of(kind, "Acme") {
			t.Errorf("%s: %s, %s, other key %s", kind, a.of(kind, "Acme"), b.of(kind, "Acme"), c.of(kind, "Acme"))
		}
		if a.of(kind, "Acme") == a.of(kind, "Acme2") {
			t.Errorf("%s: two names are one token", kind)
		}
	}
}

func TestLabelsAndUnreadLinesAreHidden(t *testing.T) {
	text := "Thread (0x1):\n  [Native Frames]\n  Acme.Shop!Acme.Shop.Cart.Total()\n  secret garbage Acme\n\n"
	snaps, err := parse.Read(strings.NewReader(text), "acme-prod.txt")
	if err != nil {
		t.Fatal(err)
	}
	s := New("").Analyze(snaps, diagnose.Options{}).Snapshots[0]
	if s.Input.Source.Label != "Input1" {
		t.Errorf("label %q", s.Input.Source.Label)
	}
	if len(s.Input.Problems) == 0 {
		t.Error("no problem was noted")
	}
	for _, p := range s.Input.Problems {
		if strings.Contains(p.Text, "garbage") {
			t.Errorf("problem %q", p.Text)
		}
	}
	if snaps[0].Source.Label != "acme-prod.txt" || !strings.Contains(snaps[0].Problems[0].Text, "garbage") {
		t.Error("the snapshot that was given was changed")
	}
}

func FuzzFrames(f *testing.F) {
	for _, seed := range []string{
		"Acme.Shop!Acme.Shop.Cart+<Load>d__4.MoveNext()", "A!<<<>b__0", "A!B.g<C>.D(class E<F,G[]>&)", "a!..",
		"A!B+.c",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		raw := "Acme.Secret!Secret.Hidden+" + line
		decoded, ok := frame.Decode(raw)
		if !ok {
			return
		}
		r := New("")
		r.known.learnFrame(&decoded, classify.KindUser)
		got := r.frame(&decoded)
		if strings.Contains(got.Raw, "Secret") || strings.Contains(got.Raw, "Hidden") {
			t.Errorf("%q is still in %q", raw, got.Raw)
		}
	})
}

func TestWordsOfTheSiteAreHidden(t *testing.T) {
	text := "Thread (0x1):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n  Acme.Shop!Acme.Shop.Feed.Loop()\n  System.Private.CoreLib!System.Threading.Thread.StartCallback()\n\n"
	snaps, err := parse.Read(strings.NewReader("Thread (0x2):\n  CPU_TIME\n  Acme.Shop!Program.<Main>$(class System.String[])\n\n"+text), "a.txt")
	if err != nil {
		t.Fatal(err)
	}
	opt := diagnose.Options{
		Idle:   []classify.KnownIdle{{Label: "price feed of Acme", Frames: []string{"Acme.Shop!Acme.Shop.Feed.Loop"}}},
		Advice: map[string]string{"cpu": "Ask the Acme team."},
	}
	s := New("").Analyze(snaps, opt).Snapshots[0]
	labels := ""
	for _, a := range s.SetAside {
		labels += a.Label + " "
	}
	if !strings.Contains(labels, "Idle1") || strings.Contains(labels, "Acme") {
		t.Errorf("set aside: %s", labels)
	}
	for _, f := range s.Findings {
		if strings.Contains(f.Advice, "Acme") {
			t.Errorf("advice %q", f.Advice)
		}
	}
	if opt.Idle[0].Label != "price feed of Acme" {
		t.Error("the options that were given were changed")
	}
}
