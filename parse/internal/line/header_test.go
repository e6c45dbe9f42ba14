package line

import "testing"

func TestHeaders(t *testing.T) {
	tests := []struct {
		line, id, name string
		damaged        bool
	}{
		{"Thread (0x1A2B):", "0x1A2B", "", false},
		{"thread (0x1a2b):", "0x1a2b", "", false},
		{"THREAD(0X1A2B)", "0X1A2B", "", false},
		{"Thread (12345):", "12345", "", false},
		{"Thread (0xFFFFFFF0):", "0xFFFFFFF0", "", false},
		{"Thread (0x5hf3):", "0x5hf3", "", false},
		{"Thread (0x1A) (.NET TP Worker):", "0x1A", ".NET TP Worker", false},
		{"Thread (0x1A): .NET TP Worker", "0x1A", ".NET TP Worker", false},
		{"Stack for Thread (2207382):", "2207382", "", false},
		{"Thxead (0x1A):", "0x1A", "", true},
		{"hread (0x1A):", "0x1A", "", true},
		{"TThread (0x1A):", "0x1A", "", true},
		{"Thread [0x1A):", "0x1A", "", true},
		{"Thread (0x1A?:", "0x1A", "", true},
		{"Thread (0x1A", "0x1A", "", true},
		{"Thr\ufffdad (0x1A):", "0x1A", "", true},
	}
	for _, tt := range tests {
		h, ok := ParseHeader([]byte(tt.line))
		if !ok || string(h.Id) != tt.id || string(h.Name) != tt.name || h.Damaged != tt.damaged {
			t.Errorf("%q: %v, id %q, name %q, damaged %v", tt.line, ok, h.Id, h.Name, h.Damaged)
		}
	}
	for _, line := range []string{
		"", "Thread", "Thread ()", "Thread (main)", "Thread (see issue 12) hangs", "Threads (12)", "Threading (0x1)",
		"The thread (0x1A):", "Thxexd (0x1A):", "Lab!Acme.Thread (0x1A):", "  ", "Thread 3 (Thread 0x7f (LWP 1)):",
	} {
		if h, ok := ParseHeader([]byte(line)); ok {
			t.Errorf("%q has the id %q", line, h.Id)
		}
	}
}

func TestFrameLikeness(t *testing.T) {
	tests := map[string]Likeness{
		"?!?":   WholeFrame,
		"Lab!?": WholeFrame,
		"Lab!Acme.Program.Main(class System.String[])":                                              WholeFrame,
		"Anonymously Hosted DynamicMethods Assembly!dynamicClass.lambda_method1(pMT: 0x7f01,int32)": WholeFrame,
		"X.il!A.B.Pointers(int32*,fnptr void(int32),value class System.Span`1<int8>)":               WholeFrame,
		"Acme.Tests!Acme.Tests.my test name()":                                                      WholeFrame,
		"Lab!Acme.Box`1[System.__Canon]..ctor()":                                                    WholeFrame,
		"Größe!Öl.Faß.Läuft(int32)":                                                                 WholeFrame,
		"Lab!Acme.Program.Main":                                                                     bareFrame,
		"Lab!Acme.Program.Main(class System.Str":                                                    OpenFrame,
		"Lab!Acme.Box`1[System.__Ca":                                                                OpenFrame,
		"Lab!Acme.Program.Main() <-- here":                                                          NotFrame,
		"Hello World! How are you? (fine)":                                                          NotFrame,
		"Done!":                                                                                     NotFrame,
		"!Acme.Program.Main()":                                                                      NotFrame,
		"2026-11-30 09:17:00  Lab!Acme.Program.Main()":                                              NotFrame,
		"   2\t  Lab!Acme.Program.Main()":                                                           NotFrame,
		"a != b":                                                                                    NotFrame,
		"no exclamation mark":                                                                       NotFrame,
	}
	for line, want := range tests {
		if got := LikenessOf([]byte(line)); got != want {
			t.Errorf("%q: got %d, want %d", line, got, want)
		}
	}
}
