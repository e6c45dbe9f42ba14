package frame

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// printedNames reads the table of frames and the names to print for them.
func printedNames(t testing.TB) [][2]string {
	t.Helper()
	data, err := os.ReadFile("../testdata/stacks/names.tsv")
	if err != nil {
		t.Fatalf("reading the table of names: %v", err)
	}
	var rows [][2]string
	for line := range strings.Lines(string(data)) {
		raw, name, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if !ok {
			t.Fatalf("row without a tab: %q", line)
		}
		rows = append(rows, [2]string{raw, name})
	}
	return rows
}

func TestNameTable(t *testing.T) {
	rows := printedNames(t)
	if len(rows) != 185 {
		t.Fatalf("%d rows, want 185", len(rows))
	}
	for _, row := range rows {
		f, ok := Decode(row[0])
		if !ok {
			t.Errorf("Decode(%q) failed", row[0])
			continue
		}
		if got := f.Name(); got != row[1] {
			t.Errorf("Name of %s\n got %s\nwant %s", row[0], got, row[1])
		}
		if !strings.HasSuffix(f.Name(), f.ShortName()) {
			t.Errorf("ShortName of %s = %q, no end of %q", row[0], f.ShortName(), f.Name())
		}
	}
}

// TestGeneratedNames holds the shapes that the table lacks.
func TestGeneratedNames(t *testing.T) {
	hash := strings.Repeat("0A", 32)
	for member, want := range map[string]string{
		"Shop.C+<>c.<.ctor>b__10_1()":                                           "Shop.C constructor lambda #1",
		"Shop.C.<.cctor>b__41_0()":                                              "Shop.C static constructor lambda #0",
		"Shop.C+<>c.<get_Prop>b__3_0()":                                         "Shop.C.Prop getter lambda #0",
		"Shop.C+<>c__DisplayClass4_0.<get_Item>b__0()":                          "Shop.C.this[] getter lambda #0",
		"Shop.C.<add_Ev>b__8_0()":                                               "Shop.C.Ev add lambda #0",
		"Shop.C.remove_Ev()":                                                    "Shop.C.Ev remove",
		"Shop.C+<>c.<op_Addition>b__1_0()":                                      "Shop.C.operator + lambda #0",
		"Shop.C.op_CheckedAddition()":                                           "Shop.C.operator checked +",
		"Shop.C.op_GreaterGreaterEquals()":                                      "Shop.C.op_GreaterGreaterEquals",
		"Shop.C.<Finalize>b__28_0()":                                            "Shop.C finalizer lambda #0",
		"Shop.C.Finalize()":                                                     "Shop.C finalizer",
		"Shop.C.Finalize(int32)":                                                "Shop.C.Finalize",
		"Shop.C.<Shop.I.DoAsync>b__3_0()":                                       "Shop.C.I.DoAsync lambda #0",
		"Shop.C+<Shop-I-DoAsync>d__1.MoveNext()":                                "Shop.C.I.DoAsync",
		"Shop.C+<>c+<<-ctor>b__0_0>d.MoveNext()":                                "Shop.C constructor async lambda #0",
		"Shop.C+<M>d__1#2.MoveNext()":                                           "Shop.C.M",
		"Shop.C+<>c.<M>b__1#2_4#3()":                                            "Shop.C.M lambda #4",
		"Shop.C+<>c__DisplayClass15_0.<M4>g__K|1()":                             "Shop.C.M4 local function K",
		"Shop.C+<It>d__3.<>m__Finally1()":                                       "Shop.C.It iterator finally",
		"Shop.C+<It>d__3.System.IDisposable.Dispose()":                          "Shop.C.It state machine Dispose",
		"Shop.C+<It>d__3..ctor(int32)":                                          "Shop.C.It state machine constructor",
		"Shop.C+<It>d__3`1[System.__Canon].SetStateMachine()":                   "Shop.C.It state machine SetStateMachine",
		"Shop.C+<>c..cctor()":                                                   "Shop.C closure static constructor",
		"Shop.B2.<>n__0()":                                                      "Shop.B2 base call",
		"<>f__AnonymousType0`2[System.Int32,System.Int32].ToString()":           "anonymous type.ToString",
		"Shop.R.<Clone>$()":                                                     "Shop.R clone",
		"Shop.C+<X\\,Y-Go>d__1.MoveNext()":                                      "Shop.C.X,Y.Go",
		"<n>F" + hash + "__Hidden`1[System.__Canon].M()":                        "Hidden<T>.M",
		"<n>F12__Odd.M()":                                                       "<n>F12__Odd.M",
		"Shop.Big`99999999999999.M()":                                           "Shop.Big`99999999999999.M",
		"System.Int32[,].Get(int32,int32)":                                      "System.Int32[,].Get",
		"Shop.Program+_Closure$__._Lambda$__R3-1()":                             "Shop.Program lambda #1",
		"Shop.Program+_Closure$__3-0+VB$StateMachine___Lambda$__3-2.MoveNext()": "Shop.Program async lambda #2",
		"Shop.Program.$VB$ClosureStub_Load_MyBase()":                            "Shop.Program.Load base call",
		"VB$AnonymousType_0`1[System.Int32].ToString()":                         "anonymous type.ToString",
		"<StartupCode$Shop>.$File.main@()":                                      "File startup",
		"<StartupCode$Shop>.$File..cctor()":                                     "File static constructor",
		"<StartupCode$FSharp-Core>.$Mailbox+-ctor@87[System.__Canon].Invoke()":  "Mailbox constructor closure",
		"Shop.P+o@33.Shop.IRepo.get_Count()":                                    "Shop.P.o object expression Count getter",
		"Shop.P+f@3..ctor()":                                                    "Shop.P.f closure constructor",
		"Shop.P+f@x.Invoke()":                                                   "Shop.P.f@x.Invoke",
		"dynamicClass.InvokeStub_Logger`1..ctor()":                              "InvokeStub_Logger..ctor",
		"Main()": "Main",
		"Shop.(": "M!Shop.(",
	} {
		f, _ := Decode("M!" + member)
		if got := f.Name(); got != want {
			t.Errorf("%s\n got %q\nwant %q", member, got, want)
		}
	}
}

func TestShortName(t *testing.T) {
	for member, want := range map[string]string{
		"Program+<>c.<<Main>$>b__0_2()":                    "Program.Main lambda #2",
		"Acme.Orders.OrderService.SummaryByResult(int32)":  "OrderService.SummaryByResult",
		"Acme.Orders.Repository`2+Cursor`1[A,B,C].Block()": "Repository<T1,T2>.Cursor<T>.Block",
		"Acme.Pricing.Repo.Acme.Pricing.IRepo.Get(int32)":  "Repo.IRepo.Get",
		"Acme.Pricing.Program+l@27-1.Invoke()":             "Program.l closure",
	} {
		f, _ := Decode("M!" + member)
		if got := f.ShortName(); got != want {
			t.Errorf("%s: %q, want %q", member, got, want)
		}
	}
}

func TestAPI(t *testing.T) {
	for member, want := range map[string]string{
		"System.Collections.Concurrent.BlockingCollection`1[System.__Canon].Take()":                      "BlockingCollection.Take",
		"System.Collections.Concurrent.BlockingCollection`1+<GetConsumingEnumerable>d__68[X].MoveNext()": "BlockingCollection.GetConsumingEnumerable",
		"System.Lazy`1[System.__Canon].get_Value()":                                                      "Lazy.Value",
		"System.Net.Http.HttpClient+<SendAsync>d__1.MoveNext()":                                          "HttpClient.SendAsync",
		"System.IO.Stream+<>c.<BeginReadInternal>b__41_0(class " +
			"System.Object)": "Stream.BeginReadInternal",
		"System.IO.Pipelines.StreamPipeReader+<<ReadAsync>g__Core|36_0>d.MoveNext()":            "StreamPipeReader.ReadAsync",
		"Microsoft.Logging.Logger`1[System.__Canon].Microsoft.Logging.ILogger.Log()":            "ILogger.Log",
		"Acme.List`1[System.__Canon].System.Collections.Generic.IEnumerable<T>.GetEnumerator()": "IEnumerable.GetEnumerator",
		"System.Threading.Timer..ctor(int32)":                                                   "new Timer",
		"System.Threading.Tasks.Task..cctor()": "Task static " +
			"constructor",
		"System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()": "WorkerThread.WorkerThreadStart",
		"Acme.Map`2[A,B].get_Item(!0)":                                         "Map.this[]",
		"Acme.Program+_Closure$__._Lambda$__3-0()":                             "Program lambda",
		"dynamicClass.lambda_method2()":                                        "lambda_method2",
		"?":                                                                    "M!?",
	} {
		f, _ := Decode("M!" + member)
		if got := f.API(); got != want {
			t.Errorf("%s: %q, want %q", member, got, want)
		}
	}
}

func TestNamesAreClean(t *testing.T) {
	f, _ := Decode("M\x1b!Ac\u202eme.Or\x07der\u2028s.\x9bLo\u200dad\u0085(class X\x1b[31m,class Y\u2066)")
	for _, text := range []string{f.Name(), f.ShortName(), f.API(), f.ParamList(), f.Signature(), f.CrossBuildKey()} {
		if strings.ContainsAny(text, "\x1b\x07\u202e\u2028\u0085\u2066\u200d") {
			t.Errorf("%q holds a control character", text)
		}
	}
	if got, want := f.Name(), "Ac\ufffdme.Or\ufffdder\ufffds.\ufffdLo\ufffdad\ufffd"; got != want {
		t.Errorf("Name = %q, want %q", got, want)
	}
}

func TestLambdaIsCountedFromOne(t *testing.T) {
	for raw, want := range map[string]string{
		"A!Program+<>c.<<Main>$>b__0_2(int32)":                "3 Main",
		"A!B.Cart+<>c__DisplayClass5_0.<Load>b__0()":          "1 Load",
		"A!B.Cart+<>c.<Load>b__5_11()":                        "12 Load",
		"A!B.Cart+<>c+<<Load>b__5_1>d.MoveNext()":             "2 Load",
		"A!B.Cart.Load()":                                     "",
		"A!B.Cart.<Load>g__Retry|3_0()":                       "",
		"A!B.Ledger+_Closure$__3-0._Lambda$__1(class Object)": "",
	} {
		f, ok := Decode(raw)
		if !ok {
			t.Fatal(raw)
		}
		got := ""
		if position, method, ok := f.LambdaPosition(); ok {
			got = fmt.Sprint(position, " ", method)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
}
