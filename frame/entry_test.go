package frame

import "testing"

func TestEntry(t *testing.T) {
	for text, want := range map[string]Entry{
		"App!App.Program.Main(class System.String[])":             EntryByName,
		"App!App.Program.Main()":                                  EntryByName,
		"App!App.Program.Main":                                    EntryByName,
		"App!Program.<Main>$(class System.String[])":              EntryByName,
		"App!App.Program.<Main>(class System.String[])":           EntryByName,
		"App!Program.main@()":                                     EntryByName,
		"App!Program.main(class System.String[])":                 EntryByName,
		"App!App.Shell.Start(class System.String[])":              EntryByShape,
		"App!App.Program.Main(int32)":                             NoEntry,
		"App!App.Program+<>c.<Main>b__0_0(class System.String[])": NoEntry,
		"App!App.Program+Inner.Run(class System.String[])":        NoEntry,
		"App!App.Program.Domain(class System.String)":             NoEntry,
	} {
		f, ok := Decode(text)
		if !ok || f.Entry() != want {
			t.Errorf("%s: %d, want %d", text, f.Entry(), want)
		}
	}
}
