package lines_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stacktriage/nettrace"
	nt "stacktriage/nettrace/nettracetest"
	"stacktriage/pdb/pdbtest"
)

var update = flag.Bool("update", false, "rewrite the recording of the documentation in testdata/lines")

// TestRecordingOfTheDocumentation holds the files that the README shows lines of: a
// recording of a shop whose workers wait, and the PDB of its build.
func TestRecordingOfTheDocumentation(t *testing.T) {
	symbols, methods := shopSymbols()
	for name, want := range map[string][]byte{
		"shop.nettrace":    shopRecording(t, methods),
		"publish/Shop.pdb": symbols,
	} {
		path := filepath.Join("..", "testdata", "lines", filepath.FromSlash(name))
		if *update {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what is written now (%v): go test ./lines -update", path, err)
		}
	}
}

// shopSymbols is a PDB of two methods, and their tokens.
func shopSymbols() (symbols []byte, methods [2]uint32) {
	b := pdbtest.New()
	orders, api := b.Document("/src/Shop/Orders.cs"), b.Document("/src/Shop/Api.cs")
	methods[0] = b.Method(
		pdbtest.Point{Offset: 0, Document: orders, Line: 41, Column: 9},
		pdbtest.Point{Offset: 6, Document: orders, Line: 42, Column: 9},
	)
	methods[1] = b.Method(
		pdbtest.Point{Offset: 0, Document: api, Line: 17, Column: 9},
		pdbtest.Point{Offset: 9, Document: api, Line: 18, Column: 9},
	)
	b.SourceLink(`{"documents": {"/src/*": "https://raw.githubusercontent.com/acme/shop/4f1c0de/src/*"}}`)
	return b.Bytes(), methods
}

// code is a method with its code, which begins at a multiple of 0x1000.
type code struct{ space, name, parameters string }

// shopRecording is three workers in Orders.Summary, called from optimised code.
func shopRecording(t *testing.T, methods [2]uint32) []byte {
	t.Helper()
	const sample, methodEnd, moduleEnd, ilMap = 1, 2, 3, 4
	const framework, shop = 7, 8
	id := pdbtest.ID()
	var b bytes.Buffer
	begin := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
	w := nt.NewWriter(&b, nt.Options{PID: 4711, Start: begin})
	w.Define(sample, nt.SampleProfiler, 0, "")
	w.Define(methodEnd, nt.Rundown, 144, "")
	w.Define(moduleEnd, nt.Rundown, 154, "")
	w.Define(ilMap, nt.Rundown, 150, "")
	w.Stacks(1, []uint64{0x1010, 0x2010, 0x3010, 0x4010, 0x5031, 0x6031, 0x7010, 0x8010})
	for thread := range uint64(3) {
		external := nt.Numbers(uint32(nettrace.SampleExternal))
		w.Events(nt.Event{Definition: sample, Thread: 0x335E + thread, Stack: 1, Payload: external})
	}
	module := func(payload []byte) { w.Events(nt.Event{Definition: moduleEnd, Thread: 9, Payload: payload}) }
	module(nt.Module(framework, "/usr/share/dotnet/System.Private.CoreLib.dll"))
	module(nt.ModuleOf(shop, "/app/Shop.dll", [16]byte(id[:16]), "/src/Shop/obj/Shop.pdb"))
	for i, c := range [...]code{
		{"System.Threading.ManualResetEventSlim", "Wait", "(int32,value class System.Threading.CancellationToken)"},
		{"System.Threading.Tasks.Task", "SpinThenBlockingWait", "(int32,value class System.Threading.CancellationToken)"},
		{"System.Threading.Tasks.Task", "InternalWaitCore", "(int32,value class System.Threading.CancellationToken)"},
		{"System.Threading.Tasks.Task`1[System.Int32]", "GetResultCore", "(bool)"},
		{"Shop.Orders", "Summary", "(int32)"},
		{"Shop.Api", "Show", "(class Microsoft.AspNetCore.Http.HttpContext)"},
		{"System.Threading.ThreadPoolWorkQueue", "Dispatch", "()"},
		{"System.Threading.PortableThreadPool+WorkerThread", "WorkerThreadStart", "()"},
	} {
		in, token := uint64(framework), uint32(0x06000001)
		if own := i - 4; own >= 0 && own < len(methods) {
			in, token = shop, methods[own]
			// Of Summary the code tells the two lines apart, of Show it does not.
			pairs := [...][][2]uint32{{{0, 0}, {6, 0x20}}, {{0, 0}, {20, 0x60}}}[own]
			w.Events(nt.Event{Definition: ilMap, Thread: 9, Payload: nt.ILMap(uint64(i+1), pairs...)})
		}
		payload := nt.MethodOf(uint64(i+1), uint64(i+1)*0x1000, 0x80, in, token, c.space, c.name, c.parameters)
		w.Events(nt.Event{Definition: methodEnd, Thread: 9, Payload: payload})
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
