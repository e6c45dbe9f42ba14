package pdb

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"stacktriage/pdb/pdbtest"
)

// sample is a PDB of three methods: one in two files with hidden points, one without a
// line, a state machine.
func sample() (data []byte, spread, bare, moveNext, kickOff Token) {
	b := pdbtest.New()
	orders, shared := b.Document("/src/shop/Orders.cs"), b.Document("/src/shop/Shared.cs")
	spread = Token(b.Method(
		pdbtest.Point{Offset: 0, Document: orders, Hidden: true},
		pdbtest.Point{Offset: 3, Document: orders, Line: 40, Column: 9},
		pdbtest.Point{Offset: 12, Document: orders, Line: 42, Column: 13},
		pdbtest.Point{Offset: 30, Document: orders, Hidden: true},
		pdbtest.Point{Offset: 200, Document: shared, Line: 7, Column: 5},
		pdbtest.Point{Offset: 20000, Document: orders, Line: 4100, Column: 200},
	))
	bare = Token(b.Method())
	kickOff = Token(b.Method(pdbtest.Point{Offset: 0, Document: shared, Line: 70, Column: 1}))
	moveNext = Token(b.Method(pdbtest.Point{Offset: 8, Document: shared, Line: 71, Column: 1}))
	b.StateMachine(uint32(moveNext), uint32(kickOff))
	b.SourceLink(`{"documents": {
		"/src/*": "https://example.org/raw/abc/*",
		"/src/shop/shared.cs": "https://example.org/one"
	}}`)
	return b.Bytes(), spread, bare, moveNext, kickOff
}

func parsed(t *testing.T, data []byte) *File {
	t.Helper()
	f, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestPosition(t *testing.T) {
	data, spread, bare, moveNext, _ := sample()
	f := parsed(t, data)
	const orders, shared = "/src/shop/Orders.cs", "/src/shop/Shared.cs"
	tests := []struct {
		name   string
		method Token
		offset uint32
		file   string
		line   int
	}{
		{"before the first line", spread, 0, "", 0},
		{"just before a line", spread, 2, "", 0},
		{"first instruction of a line", spread, 3, orders, 40},
		{"within a line", spread, 11, orders, 40},
		{"next line", spread, 12, orders, 42},
		{"hidden code belongs to the line before", spread, 100, orders, 42},
		{"another file", spread, 200, shared, 7},
		{"back, with large numbers", spread, 20000, orders, 4100},
		{"beyond the last", spread, 1 << 30, orders, 4100},
		{"no points", bare, 0, "", 0},
		{"state machine", moveNext, 8, shared, 71},
		{"no such method", spread + 100, 3, "", 0},
		{"no method's token", 0x02000001, 3, "", 0},
		{"no token", 0, 3, "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := f.Position(tt.method, tt.offset)
			if ok != (tt.file != "") || got.File != tt.file || got.Line != tt.line {
				t.Errorf("%+v, %v; want %s:%d", got, ok, tt.file, tt.line)
			}
		})
	}
	if got, _ := f.Position(spread, 12); got.Column != 13 || got.URL != "https://example.org/raw/abc/shop/Orders.cs" {
		t.Errorf("column and address are %+v", got)
	}
	if got, _ := f.Position(spread, 200); got.URL != "https://example.org/one" {
		t.Errorf("the more particular rule gives %q", got.URL)
	}
}

func TestKickOff(t *testing.T) {
	data, spread, _, moveNext, kickOff := sample()
	f := parsed(t, data)
	if got, ok := f.KickOff(moveNext); got != kickOff || !ok {
		t.Errorf("kick-off of %#x is %#x, %v; want %#x", moveNext, got, ok, kickOff)
	}
	if got, ok := f.KickOff(spread); ok {
		t.Errorf("%#x is no state machine, and was made from %#x", spread, got)
	}
}

func TestLinks(t *testing.T) {
	tests := []struct{ name, doc, path, want string }{
		{"below", `{"documents":{"C:\\w\\*":"https://h/r/*"}}`, `C:\w\a b\c#.cs`, "https://h/r/a%20b/c%23.cs"},
		{"case", `{"documents":{"c:\\W\\*":"https://h/r/*"}}`, `C:\w\x.cs`, "https://h/r/x.cs"},
		{"elsewhere", `{"documents":{"/w/*":"https://h/r/*"}}`, "/v/x.cs", ""},
		{"no web address", `{"documents":{"/w/*":"javascript:alert(1)//*"}}`, "/w/x.cs", ""},
		{"a file", `{"documents":{"/w/*":"file:///etc/*"}}`, "/w/x.cs", ""},
		{"damaged", `{"documents":`, "/w/x.cs", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := parseLinks([]byte(tt.doc)).url(tt.path); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	tests := []struct {
		name string
		data []byte
		want error
	}{
		{"Windows PDB", []byte("Microsoft C/C++ MSF 7.00\r\n\x1aDS\x00\x00\x00"), ErrWindows},
		{"empty", nil, ErrNotPDB},
		{"text", []byte("Thread (0x1A2B):\n"), ErrNotPDB},
		{"metadata of an assembly", pdbtest.Metadata([]pdbtest.Stream{{Name: "#~", Content: make([]byte, 24)}, {Name: "#Strings"}}), ErrNotPDB},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Parse(tt.data); !errors.Is(err, tt.want) {
				t.Errorf("%v, want %v", err, tt.want)
			}
		})
	}
}

// TestDamageGivesNoWrongLine cuts a PDB at every byte and overwrites each: what is left
// is refused, or names a line that is in it.
func TestDamageGivesNoWrongLine(t *testing.T) {
	data, spread, _, moveNext, _ := sample()
	for n := range data {
		if f, err := Parse(data[:n]); err == nil {
			f.Position(spread, 12)
		}
		damaged := append([]byte(nil), data...)
		damaged[n] ^= 0xFF
		if f, err := Parse(damaged); err == nil {
			f.Position(spread, 200)
			f.KickOff(moveNext)
		}
	}
}

// findCase is files among which a PDB is looked for.
type findCase struct {
	name    string
	files   map[string][]byte
	folders []string
	loaded  Build
	why     string // "" where it is found
}

func TestFind(t *testing.T) {
	pdb, spread, _, _, _ := sample()
	other := append([]byte(nil), pdb...)
	binary.LittleEndian.PutUint32(other[strings.Index(string(pdb), "\x01\x02\x03\x04\x05"):], 99)
	id := pdbtest.ID()
	const at = "srv/app/Shop.dll"
	loaded := Build{GUID: [16]byte(id[:16]), Path: "/build/obj/Shop.pdb"}
	another := Build{GUID: [16]byte{9, 9, 9}, Path: "/build/obj/Shop.pdb"}
	tests := []findCase{
		{
			name: "embedded",
			files: map[string][]byte{
				at: pdbtest.Image(true, pdbtest.CodeView(id, "Shop.pdb", true), embedded(t, pdb)),
			},
		},
		{
			name: "beside",
			files: map[string][]byte{
				at:                 pdbtest.Image(false, pdbtest.CodeView(id, `C:\build\Shop.pdb`, true)),
				"srv/app/Shop.pdb": pdb,
			},
		},
		{
			name: "beside, by its own name",
			files: map[string][]byte{
				at:                 pdbtest.Image(true, pdbtest.CodeView(id, `C:\build\Core.pdb`, true)),
				"srv/app/Core.pdb": pdb,
			},
		},
		{
			name: "where it was built",
			files: map[string][]byte{
				at:                   pdbtest.Image(true, pdbtest.CodeView(id, "/build/obj/Shop.pdb", true)),
				"build/obj/Shop.pdb": pdb,
			},
		},
		{
			name:    "symbols folder",
			folders: []string{"symbols"},
			files: map[string][]byte{
				at:                 pdbtest.Image(true, pdbtest.CodeView(id, "/build/Shop.pdb", true)),
				"symbols/Shop.pdb": pdb,
			},
		},
		{
			name:    "stale beside, right elsewhere",
			folders: []string{"symbols"},
			files: map[string][]byte{
				at:                 pdbtest.Image(true, pdbtest.CodeView(id, "Shop.pdb", true)),
				"srv/app/Shop.pdb": other,
				"symbols/Shop.pdb": pdb,
			},
		},
		{
			name: "stale",
			files: map[string][]byte{
				at:                 pdbtest.Image(true, pdbtest.CodeView(id, "Shop.pdb", true)),
				"srv/app/Shop.pdb": other,
			},
			why: "another build",
		},
		{
			name: "stale embedded",
			files: map[string][]byte{
				at: pdbtest.Image(true, pdbtest.CodeView(id, "Shop.pdb", true), embedded(t, other)),
			},
			why: "another build",
		},
		{
			name: "missing",
			files: map[string][]byte{
				at: pdbtest.Image(true, pdbtest.CodeView(id, "/build/Shop.pdb", true)),
			},
			why: "no PDB beside",
		},
		{
			name: "Windows",
			files: map[string][]byte{
				at: pdbtest.Image(true, pdbtest.CodeView(id, "Shop.pdb", false)),
			},
			why: "Windows PDB",
		},
		{
			name: "Windows under the right name",
			files: map[string][]byte{
				at:                 pdbtest.Image(true, pdbtest.CodeView(id, "Shop.pdb", true)),
				"srv/app/Shop.pdb": []byte("Microsoft C/C++ MSF 7.00"),
			},
			why: "Windows PDB",
		},
		{name: "none", files: map[string][]byte{at: pdbtest.Image(true)}, why: "names no PDB"},
		{name: "no assembly", files: map[string][]byte{at: []byte("#!/bin/sh\n")}, why: "no PE image"},
		{name: "nothing there", files: map[string][]byte{}, why: "cannot be read"},
		{
			name: "climbing path",
			files: map[string][]byte{
				at:           pdbtest.Image(true, pdbtest.CodeView(id, "/../../etc/Shop.pdb", true)),
				"etc/passwd": pdb,
			},
			why: "no PDB beside",
		},
	}
	matching := map[string][]byte{
		at:                 pdbtest.Image(true, pdbtest.CodeView(id, "Shop.pdb", true)),
		"srv/app/Shop.pdb": pdb,
	}
	tests = append(tests, []findCase{
		{name: "the loaded build", loaded: loaded, files: matching},
		{name: "another one is loaded", loaded: another, files: matching, why: "Shop.pdb is of another build"},
		{
			name: "another one is loaded, embedded", loaded: another,
			files: map[string][]byte{at: pdbtest.Image(true, pdbtest.CodeView(id, "Shop.pdb", true), embedded(t, pdb))},
			why:   "Shop.dll is of another build than the process has loaded",
		},
		{
			name: "another one is loaded, embedded without a name", loaded: another,
			files: map[string][]byte{at: pdbtest.Image(true, embedded(t, pdb))}, why: "another build",
		},
		{
			name: "the assembly was replaced, its PDB kept elsewhere", loaded: loaded, folders: []string{"symbols"},
			files: map[string][]byte{
				at:                 pdbtest.Image(true, pdbtest.CodeView([20]byte{7}, "Shop.pdb", true)),
				"symbols/Shop.pdb": pdb,
			},
		},
		{name: "a PDB without its assembly", loaded: loaded, files: map[string][]byte{"srv/app/Shop.pdb": pdb}},
		{
			name: "a PDB without its assembly, where it was built", loaded: loaded,
			files: map[string][]byte{"build/obj/Shop.pdb": pdb},
		},
		{
			name: "a PDB without its assembly, of another build", loaded: another,
			files: map[string][]byte{"srv/app/Shop.pdb": pdb}, why: "Shop.pdb is of another build",
		},
		{name: "neither", loaded: loaded, files: map[string][]byte{}, why: "the assembly cannot be read"},
	}...)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := fstest.MapFS{}
			for name, data := range tt.files {
				files[name] = &fstest.MapFile{Data: data}
			}
			f, err := Find(files, at, tt.loaded, tt.folders...)
			var missing *NotFoundError
			switch {
			case tt.why != "":
				if !errors.As(err, &missing) || !strings.Contains(missing.Reason, tt.why) {
					t.Errorf("%v, want %q", err, tt.why)
				}
			case err != nil:
				t.Error(err)
			default:
				if got, ok := f.Position(spread, 3); !ok || got.Line != 40 {
					t.Errorf("line %+v, %v", got, ok)
				}
			}
		})
	}
}

// TestFindReadsNoDevices gives an assembly that names a folder as its PDB; a
// device is refused by the same check.
func TestFindReadsNoDevices(t *testing.T) {
	dir := t.TempDir()
	app := pdbtest.Image(true, pdbtest.CodeView(pdbtest.ID(), "Shop.pdb", true))
	if err := os.WriteFile(filepath.Join(dir, "Shop.dll"), app, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "Shop.pdb"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Find(os.DirFS(dir), "Shop.dll", Build{}); err == nil {
		t.Error("a folder was read as a PDB")
	}
}

func TestClaimedSizesAreNotBelieved(t *testing.T) {
	pdb, _, _, _, _ := sample()
	lying := embedded(t, pdb)
	binary.LittleEndian.PutUint32(lying.Content[4:], 1<<31)
	files := fstest.MapFS{"a.dll": &fstest.MapFile{Data: pdbtest.Image(true, lying)}}
	if _, err := Find(files, "a.dll", Build{}); err == nil {
		t.Error("a PDB shorter than it claims was read")
	}
}

func embedded(t *testing.T, pdb []byte) pdbtest.Entry {
	t.Helper()
	e, err := pdbtest.Embedded(pdb)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
