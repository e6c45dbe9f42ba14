package parse

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
		h, ok := parseHeader([]byte(tt.line))
		if !ok || string(h.id) != tt.id || string(h.name) != tt.name || h.damaged != tt.damaged {
			t.Errorf("%q: %v, id %q, name %q, damaged %v", tt.line, ok, h.id, h.name, h.damaged)
		}
	}
	for _, line := range []string{
		"", "Thread", "Thread ()", "Thread (main)", "Thread (see issue 12) hangs", "Threads (12)", "Threading (0x1)",
		"The thread (0x1A):", "Thxexd (0x1A):", "Lab!Acme.Thread (0x1A):", "  ", "Thread 3 (Thread 0x7f (LWP 1)):",
	} {
		if h, ok := parseHeader([]byte(line)); ok {
			t.Errorf("%q has the id %q", line, h.id)
		}
	}
}

func TestFrameLikeness(t *testing.T) {
	tests := map[string]likeness{
		"?!?":   wholeFrame,
		"Lab!?": wholeFrame,
		"Lab!Acme.Program.Main(class System.String[])":                                              wholeFrame,
		"Anonymously Hosted DynamicMethods Assembly!dynamicClass.lambda_method1(pMT: 0x7f01,int32)": wholeFrame,
		"X.il!A.B.Pointers(int32*,fnptr void(int32),value class System.Span`1<int8>)":               wholeFrame,
		"Acme.Tests!Acme.Tests.my test name()":                                                      wholeFrame,
		"Lab!Acme.Box`1[System.__Canon]..ctor()":                                                    wholeFrame,
		"Größe!Öl.Faß.Läuft(int32)":                                                                 wholeFrame,
		"Lab!Acme.Program.Main":                                                                     bareFrame,
		"Lab!Acme.Program.Main(class System.Str":                                                    openFrame,
		"Lab!Acme.Box`1[System.__Ca":                                                                openFrame,
		"Lab!Acme.Program.Main() <-- here":                                                          notFrame,
		"Hello World! How are you? (fine)":                                                          notFrame,
		"Done!":                                                                                     notFrame,
		"!Acme.Program.Main()":                                                                      notFrame,
		"2026-11-30 09:17:00  Lab!Acme.Program.Main()":                                              notFrame,
		"   2\t  Lab!Acme.Program.Main()":                                                           notFrame,
		"a != b":                                                                                    notFrame,
		"no exclamation mark":                                                                       notFrame,
	}
	for line, want := range tests {
		if got := frameLikeness([]byte(line)); got != want {
			t.Errorf("%q: got %d, want %d", line, got, want)
		}
	}
}
