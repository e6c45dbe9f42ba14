package frame

import "testing"

// Each row has one method in the spelling of dotnet-stack and in that of a sibling.
func TestSiblingSpellings(t *testing.T) {
	const kestrel = "Acme.Server.Connection"
	for _, tt := range []struct{ name, stack, sibling string }{
		{"sos plain", "X!System.Threading.Monitor.ReliableEnter(class System.Object,bool&)",
			"System.Threading.Monitor.ReliableEnter(System.Object, Boolean ByRef)"},
		{"sos type argument", "X!System.Threading.Tasks.Task`1[System.__Canon].GetResultCore(bool)",
			"System.Threading.Tasks.Task`1[[System.__Canon, System.Private.CoreLib]].GetResultCore(Boolean)"},
		{"sos method argument", "X!Acme.Runner.Start(!!0&)",
			"Acme.Runner.Start[[Acme.Http+<Run>d__237`1[[System.__Canon, System.Private.CoreLib]], " +
				"Acme.Http]](<Run>d__237`1<System.__Canon> ByRef)"},
		{"sos nested arguments", "X!Acme.Builder`1+Box`1[System.Int32[,],Acme.Http+<Run>d__2`1[System.__Canon]].MoveNext()",
			"Acme.Builder`1+Box`1[[System.Int32[,], System.Private.CoreLib],[Acme.Http+<Run>d__2`1[[System.__Canon, " +
				"System.Private.CoreLib]], Acme.Http]].MoveNext()"},
		{"sos explicit interface", "X!" + kestrel + "`1[System.__Canon].System.Threading.IThreadPoolWorkItem.Execute()",
			kestrel + "`1[[System.__Canon, System.Private.CoreLib]].System.Threading.IThreadPoolWorkItem.Execute()"},
		{"sos lambda", "X!Program+<>c.<<Main>$>b__0_2(int32,class InventoryClient)",
			"Program+<>c.<<Main>$>b__0_2(Int32, InventoryClient) [/app/Program.cs @ 17]"},
		{"sos dynamic", "X!dynamicClass.lambda_method2(pMT: 0x1)", "DynamicClass.lambda_method2(System.Object)"},
		{"sos stub", "X!dynamicClass.IL_STUB_PInvoke(int)", "ILStubClass.IL_STUB_PInvoke(IntPtr)"},
		{"sos stub of one domain", "X!dynamicClass.IL_STUB_PInvoke(int)", "DomainBoundILStubClass.IL_STUB_PInvoke(IntPtr)"},
		{"parallelstacks", "X!System.Threading.Tasks.Task`1[System.__Canon].get_Result()", "System.Threading.Tasks.Task<System.__Canon>.get_Result()"},
		{"parallelstacks nested", "X!" + kestrel + "`1+<ExecuteAsync>d__8[System.__Canon].MoveNext()", kestrel + "<System.__Canon>+<ExecuteAsync>d__8.MoveNext()"},
		{"parallelstacks deep", "X!Acme.Builder`1+Box`1[Acme.Void,Acme.Http+<Run>d__2`1[System.__Canon]].MoveNext(class System.Object)", "Acme.Builder<Acme.Void>+Box<Acme.Http+<Run>d__2<System.__Canon>>.MoveNext(Object)"},
		{"exception text", "X!Program+<>c.<<Main>$>b__0_2(int32,class InventoryClient)", "Program.<>c.<<Main>$>b__0_2(Int32 id, InventoryClient client) in /app/Program.cs:line 17"},
		{"monitor type argument", "X!System.Threading.Tasks.Task`1[System.__Canon].GetResultCore(bool)", "X.dll!System.Threading.Tasks.Task[System.__Canon].GetResultCore"},
		{"monitor two arguments", "X!Acme.Map`2[System.Int32,System.__Canon].Get(!0)", "X.dll!Acme.Map[System.Int32,System.__Canon].Get"},
		{"monitor method argument", "X!System.Threading.LowLevelLifoSemaphore.Wait(int32)", "X.dll!System.Threading.LowLevelLifoSemaphore.Wait[T]"},
		{"monitor lambda", "X!Program+<>c.<<Main>$>b__0_2(int32)", "X.dll!Program+<>c.<<Main>$>b__0_2"},
	} {
		want, _ := Decode(tt.stack)
		got, ok := Decode(tt.sibling)
		if !ok {
			got = DecodeBare(tt.sibling)
		}
		if got.Type != want.Type || got.TypeArgs != want.TypeArgs || got.Method != want.Method || got.Full != want.Full || got.Name() != want.Name() {
			t.Errorf("%s:\n got %q %q %q %q\nwant %q %q %q %q", tt.name, got.Type, got.TypeArgs, got.Method, got.Name(), want.Type, want.TypeArgs, want.Method, want.Name())
		}
	}
}

// dotnet-monitor prints no arity: in nested types it cannot be restored, but what
// rules match on stays the same.
func TestMonitorNestedArity(t *testing.T) {
	want, _ := Decode("X!Acme.Builder`1+Box`1[Acme.A,Acme.B].MoveNext()")
	got, _ := Decode("X.dll!Acme.Builder+Box[Acme.A,Acme.B].MoveNext")
	if got.Full != want.Full || got.TypeArgs != want.TypeArgs {
		t.Errorf("got %q %q, want %q %q", got.Full, got.TypeArgs, want.Full, want.TypeArgs)
	}
}

func TestDecodeBareParameters(t *testing.T) {
	for text, want := range map[string]string{
		"A.B(Int32, System.String ByRef)":                                   "int, ref string",
		"A.B(Byte*, System.Object[])":                                       "byte*, object[]",
		"A.B(Int32 id, Client client) in /a (b)/c.cs:line 3":                "int, Client",
		"A.B(Acme.IApp`1<System.__Canon>) [/app/a(1).cs @ 3]":               "IApp<T>",
		"A.B(System.Collections.Generic.List`1<Int32>, System.Threading.X)": "List<int>, X",
		"A.B()":                   "",
		"A.B":                     "",
		"A.Start(__Canon> ByRef)": "T",
	} {
		f := DecodeBare(text)
		if got := f.ParamList(); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
