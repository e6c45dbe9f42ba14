package frame

import "testing"

func TestLocation(t *testing.T) {
	tests := []struct {
		raw, file string
		line      int
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
		file, line, ok := f.Location()
		if file != tt.file || line != tt.line || ok != (tt.file != "") {
			t.Errorf("%q: %q, %d, %v", tt.raw, file, line, ok)
		}
	}
}
