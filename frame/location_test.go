package frame

import "testing"

func TestLocation(t *testing.T) {
	tests := []struct {
		raw, file string
		first     int
	}{
		{"Acme.Store.Load(Int32 id) in /src/Store.cs:line 12", "/src/Store.cs", 12},
		{`Acme.Store.Load(Int32 id) in C:\my src\Store.cs:line 12`, `C:\my src\Store.cs`, 12},
		{"Acme.Store.Load(Int32 id) in /src/Store.cs:Zeile 7", "/src/Store.cs", 7},
		{"Acme.Store.Load(Int32) [/src/Store.cs @ 17]", "/src/Store.cs", 17},
		{`Acme.dll!Acme.Store.Load(Int32) [C:\src\[x]\Store.cs @ 17]`, `C:\src\[x]\Store.cs`, 17},
		{"Acme.Store.Load(Int32 id) in /src/\x1bStore.cs:line 12", "/src/\ufffdStore.cs", 12},
		{"Acme.Store.Load(Int32 id)", "", 0},
		{"Acme.Store.Load(Int32 id) in App.dll:token 0x6000001+0x10", "", 0},
		{"Acme.Store.Load(Int32 id) in /src/Store.cs:line 99999999999999999999", "", 0},
		{"Acme.Store.Load(Int32 id) in :line 3", "", 0},
		{"Acme.Store.Load(Int32 id) in /src/Store.cs", "", 0},
		{"Acme.Store.Load(Int32) [/src/Store.cs]", "", 0},
		{"App!Acme.Store.Load(int32)", "", 0},
		{"", "", 0},
	}
	for _, tt := range tests {
		f := Frame{Raw: tt.raw}
		at, ok := f.Location()
		if want := (Location{tt.file, tt.first, tt.first}); at != want || ok != (tt.file != "") {
			t.Errorf("%q: %+v, %v", tt.raw, at, ok)
		}
	}
}

func TestLocationOfSeveralLines(t *testing.T) {
	for _, tt := range []struct {
		text        string
		first, last int
	}{
		{"17-19", 17, 19}, {"17-17", 17, 17}, {"19-17", 0, 0}, {"0-3", 0, 0}, {"17-", 0, 0}, {"-17", 0, 0}, {"1-2-3", 0, 0},
	} {
		f, _ := Decode("Acme!Acme.Store.Load(int32) [/src/Store.cs @ " + tt.text + "]")
		at, ok := f.Location()
		if at.First != tt.first || at.Last != tt.last || ok != (tt.first > 0) {
			t.Errorf("%s: %+v, %v", tt.text, at, ok)
		}
		if plain := len(f.Params) > 0 && f.Method == "Load"; ok && !plain {
			t.Errorf("%s: %+v", tt.text, f)
		}
	}
}
