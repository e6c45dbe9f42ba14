package lines_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"stacktriage/lines"
	"stacktriage/nettrace"
	nt "stacktriage/nettrace/nettracetest"
	"stacktriage/parse"
	"stacktriage/pdb/pdbtest"
)

// recorded is what a stream tells of the code and its module.
type recorded struct {
	assembly string
	guid     [16]byte // of the PDB of the loaded build; zero as older runtimes
	method   uint32   // its token
	unmapped bool     // no IL map, as in recordings that did not ask for them
	coarse   bool     // a map that does not tell the lines apart, as of optimised code
}

// recording is one thread in the second of two lines of Orders.Summary.
func recording(t *testing.T, of recorded) *nettrace.Reader {
	t.Helper()
	const sample, methodEnd, moduleEnd, ilMap = 1, 2, 3, 4
	var b bytes.Buffer
	w := nt.NewWriter(&b, nt.Options{})
	w.Define(sample, nt.SampleProfiler, 0, "")
	w.Define(methodEnd, nt.Rundown, 144, "")
	w.Define(moduleEnd, nt.Rundown, 154, "")
	w.Define(ilMap, nt.Rundown, 150, "")
	w.Stacks(1, []uint64{0x1021})
	module := nt.Module(7, of.assembly)
	if of.guid != [16]byte{} {
		module = nt.ModuleOf(7, of.assembly, of.guid, "/build/Shop.pdb")
	}
	w.Events(
		nt.Event{Definition: sample, Thread: 1, Stack: 1, Payload: nt.Numbers(uint32(nettrace.SampleExternal))},
		nt.Event{Definition: moduleEnd, Thread: 9, Payload: module},
	)
	switch {
	case of.coarse:
		w.Events(nt.Event{Definition: ilMap, Thread: 9, Payload: nt.ILMap(11, [2]uint32{0, 0}, [2]uint32{9, 0x60})})
	case !of.unmapped:
		w.Events(nt.Event{Definition: ilMap, Thread: 9, Payload: nt.ILMap(11, [2]uint32{0, 0}, [2]uint32{6, 0x20})})
	}
	w.Events(nt.Event{Definition: methodEnd, Thread: 9,
		Payload: nt.MethodToken(11, 0x1000, 0x80, 7, of.method, "Shop.Orders", "Summary")})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := nettrace.NewReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := r.Next(); errors.Is(err, io.EOF) {
			return r
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// program writes an assembly and its PDB, and gives the token of Orders.Summary.
func program() (assembly, symbols []byte, method uint32) {
	b := pdbtest.New()
	document := b.Document("/src/Orders.cs")
	method = b.Method(
		pdbtest.Point{Offset: 0, Document: document, Line: 40, Column: 9},
		pdbtest.Point{Offset: 6, Document: document, Line: 42, Column: 9},
	)
	b.SourceLink(`{"documents": {"/src/*": "https://example.org/raw/abc/*"}}`)
	return pdbtest.Image(true, pdbtest.CodeView(pdbtest.ID(), "Shop.pdb", true)), b.Bytes(), method
}

func TestLocate(t *testing.T) {
	assembly, symbols, method := program()
	own := func(module string) bool { return module == "Shop" }
	beside := fstest.MapFS{"app/Shop.dll": {Data: assembly}, "app/Shop.pdb": {Data: symbols}}
	alone := fstest.MapFS{"app/Shop.pdb": {Data: symbols}}
	id := pdbtest.ID()
	right, wrong := [16]byte(id[:16]), [16]byte{1}
	const with, without = "Shop!Shop.Orders.Summary() [/src/Orders.cs @ 42]", "Shop!Shop.Orders.Summary()"
	another := recorded{assembly: "/app/Shop.dll", guid: wrong, method: method}
	at := func(path string) recorded { return recorded{assembly: path, method: method} }
	tests := []struct {
		name   string
		files  fstest.MapFS
		stream recorded
		own    func(string) bool
		want   string
		why    string
	}{
		{"beside", beside, at("/app/Shop.dll"), own, with, ""},
		{"of Windows", beside, at(`C:\app\Shop.dll`), own, with, ""},
		{"the loaded build", beside, recorded{assembly: "/app/Shop.dll", guid: right, method: method}, own, with, ""},
		{"a PDB alone", alone, recorded{assembly: "/app/Shop.dll", guid: right, method: method}, own, with, ""},
		{
			"replaced while the process runs", beside, another, own, without,
			"Shop: Shop.pdb is of another build",
		},
		{
			"a PDB alone of another build", alone, another, own, without,
			"Shop: Shop.pdb is of another build",
		},
		{"not own code", beside, at("/app/Shop.dll"), func(string) bool { return false }, without, ""},
		{"no PDB", fstest.MapFS{"app/Shop.dll": {Data: assembly}}, at("/app/Shop.dll"), own, without, "Shop: no PDB"},
		{"no assembly", fstest.MapFS{}, at("/app/Shop.dll"), own, without, "Shop: the assembly cannot be read"},
		{
			"a PDB alone, of which build is not known", alone, at("/app/Shop.dll"), own, without,
			"Shop: the assembly cannot be read",
		},
		{"climbing", fstest.MapFS{}, at("../../etc/Shop.dll"), own, without, ""},
		{
			"no IL map", beside, recorded{assembly: "/app/Shop.dll", guid: right, method: method, unmapped: true}, own, without,
			"Shop!Shop.Orders.Summary: the runtime does not say from which instruction the code was made",
		},
		{
			"one of two lines", beside, recorded{assembly: "/app/Shop.dll", guid: right, method: method, coarse: true}, own,
			"Shop!Shop.Orders.Summary() [/src/Orders.cs @ 40-42]", "",
		},
		{
			"no line in the PDB", beside, recorded{assembly: "/app/Shop.dll", guid: right, method: method + 1}, own, without,
			"Shop!Shop.Orders.Summary: the PDB names no line for it",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			finder := lines.New(tt.files, nil, tt.own)
			var out strings.Builder
			if err := recording(t, tt.stream).WriteReportWithLines(&out, finder.Locate); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(out.String(), "  "+tt.want+"\n") {
				t.Errorf("no %q in\n%s", tt.want, out.String())
			}
			missing := strings.Join(finder.Missing(), "\n")
			if !strings.Contains(missing, tt.why) || tt.why == "" && missing != "" {
				t.Errorf("missing %q, want %q", missing, tt.why)
			}
		})
	}
}

// TestLinesAreNoPartOfAStack reads a report with lines and one without: what differs is
// where the frames say that their source is.
func TestLinesAreNoPartOfAStack(t *testing.T) {
	assembly, symbols, method := program()
	finder := lines.New(
		fstest.MapFS{"app/Shop.dll": {Data: assembly}, "app/Shop.pdb": {Data: symbols}}, nil,
		func(string) bool { return true })
	var with, without strings.Builder
	r := recording(t, recorded{assembly: "/app/Shop.dll", method: method})
	if err := errors.Join(r.WriteReportWithLines(&with, finder.Locate), r.WriteReport(&without)); err != nil {
		t.Fatal(err)
	}
	a, b := snapshot(t, with.String()), snapshot(t, without.String())
	if a.Stacks[0].ID != b.Stacks[0].ID {
		t.Errorf("stack %s with lines, %s without", a.Stacks[0].ID, b.Stacks[0].ID)
	}
	at, ok := a.Stacks[0].Frames[0].Location()
	if want := (parse.Location{File: "/src/Orders.cs", First: 42, Last: 42}); at != want || !ok {
		t.Errorf("the frame is at %+v, %v", at, ok)
	}
	if got := finder.URLs()[at.File]; got != "https://example.org/raw/abc/Orders.cs" {
		t.Errorf("its source is at %q", got)
	}
}

func snapshot(t *testing.T, text string) *parse.Snapshot {
	t.Helper()
	snaps, err := parse.Read(strings.NewReader(text), "recording")
	if err != nil || len(snaps) != 1 {
		t.Fatal(snaps, err)
	}
	return snaps[0]
}
