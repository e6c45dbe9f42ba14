package frame

import (
	"os"
	"strings"
	"testing"
)

// examples reads frames of every known shape with their parts: raw, module, type,
// method, type arguments, C# parameters, printed name.
func examples(t testing.TB) [][]string {
	t.Helper()
	data, err := os.ReadFile("testdata/examples.tsv")
	if err != nil {
		t.Fatalf("reading the examples: %v", err)
	}
	var rows [][]string
	for line := range strings.Lines(string(data)) {
		row := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(row) != 7 {
			t.Fatalf("row with %d fields: %q", len(row), line)
		}
		rows = append(rows, row)
	}
	return rows
}

func TestDecodeExamples(t *testing.T) {
	rows := examples(t)
	if len(rows) != 73 {
		t.Fatalf("%d rows, want 73", len(rows))
	}
	for _, row := range rows {
		f, ok := Decode("  " + row[0] + "\r")
		if !ok {
			t.Errorf("Decode(%q) failed", row[0])
			continue
		}
		got := []string{f.Raw, f.Module, f.Type, f.Method, f.TypeArgs, f.ParamList(), f.Name()}
		for i, field := range [...]string{"Raw", "Module", "Type", "Method", "TypeArgs", "ParamList", "Name"} {
			if got[i] != row[i] {
				t.Errorf("%s\n%s = %q\nwant %q", row[0], field, got[i], row[i])
			}
		}
	}
}

func TestDecodeFull(t *testing.T) {
	for _, tt := range []struct{ line, full string }{
		{"System.Private.CoreLib!System.Threading.Tasks.Task`1[System.__Canon].GetResultCore(bool)", "System.Threading.Tasks.Task.GetResultCore"},
		{"System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()", "System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart"},
		{"Anonymously Hosted DynamicMethods Assembly!dynamicClass.lambda_method2(pMT: 0x1)", "dynamicClass.lambda_method2"},
		{"Api!Program+<>c.<<Main>$>b__0_2(int32)", "Program+<>c.<<Main>$>b__0_2"},
		{"X!System.Logger`1[System.__Canon].System.ILogger.Log()", "System.Logger.System.ILogger.Log"},
		{"X!Acme.Metric..cctor()", "Acme.Metric..cctor"},
		{"X!System.Int32[,].Get(int32,int32)", "System.Int32[,].Get"},
		{"X!Acme.Map`1[(fnptr)].Run(int32)", "Acme.Map.Run"},
		{"X!?", "?"},
	} {
		f, ok := Decode(tt.line)
		if !ok || f.Full != tt.full {
			t.Errorf("Decode(%q).Full = %q, %v, want %q", tt.line, f.Full, ok, tt.full)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, line := range []string{"", "!", "!x", "x!", "CPU_TIME", "[Native Frames]", "Thread (0x1):"} {
		if f, ok := Decode(line); ok {
			t.Errorf("Decode(%q) = %+v, want none", line, f)
		}
	}
}

func TestExplicitInterfaces(t *testing.T) {
	for _, tt := range []struct{ member, typ, method string }{
		{"Acme.Repo.Acme.IRepo.Get()", "Acme.Repo", "Acme.IRepo.Get"},
		{"Acme.Repo.System.IDisposable.Dispose()", "Acme.Repo", "System.IDisposable.Dispose"},
		{"Program.System.IDisposable.Dispose()", "Program", "System.IDisposable.Dispose"},
		{"Acme.Shapes.IDefaults.Price()", "Acme.Shapes.IDefaults", "Price"},
		{"System.Contoso.Kernel.Boot()", "System.Contoso.Kernel", "Boot"},
		{"Microsoft.Contoso.Microsoft.Panel.Draw()", "Microsoft.Contoso.Microsoft.Panel", "Draw"},
		{"Acme.Box`1.Acme.IBox<T>.Open()", "Acme.Box`1", "Acme.IBox<T>.Open"},
		{"Acme.Outer+Inner.MediatR.IHandler<A,B>.Handle()", "Acme.Outer+Inner", "MediatR.IHandler<A,B>.Handle"},
	} {
		f, _ := Decode("M!" + tt.member)
		if f.Type != tt.typ || f.Method != tt.method {
			t.Errorf("%s: type %q method %q, want %q %q", tt.member, f.Type, f.Method, tt.typ, tt.method)
		}
	}
}

func TestTrimModule(t *testing.T) {
	for in, want := range map[string]string{
		"Acme.dll": "Acme", "Acme.il.dll": "Acme", "Acme.IL": "Acme", "Acme.ni": "Acme", "app.exe": "app",
		".dll": ".dll", "Acme.Ill": "Acme.Ill", "": "",
	} {
		if got := TrimModule(in); got != want {
			t.Errorf("TrimModule(%q) = %q, want %q", in, got, want)
		}
	}
}
