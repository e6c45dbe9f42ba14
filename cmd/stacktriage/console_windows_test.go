package main

import (
	"os"
	"testing"
	"time"
)

// TestConsoleAsInput: CON is the keyboard. Without a console it is an input that cannot be
// read, in one sentence, and no wait for one.
func TestConsoleAsInput(t *testing.T) {
	if console, err := os.Open("CONIN$"); err == nil {
		console.Close()
		t.Skip("somebody sits at a console: CON would wait for a line")
	}
	for _, name := range []string{"CON", "con", `\\.\CON`} {
		ended := make(chan result, 1)
		go func() { ended <- execute(t, piped(), "", "report", name) }()
		select {
		case got := <-ended:
			assertTrouble(t, got, name+": cannot be opened")
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: no end", name)
		}
	}
}

// TestUnicodeOnConsoles: a console gets its own letters whatever its code page is, since
// the program writes UTF-16 to it; a pipe is read in the code page, so that it gets ASCII.
func TestUnicodeOnConsoles(t *testing.T) {
	for name, tt := range map[string]struct{ console, want bool }{"console": {true, true}, "pipe": {false, false}} {
		env := fakeEnvironment()
		env.windows, env.stdoutTerminal = true, tt.console
		if got := wantUnicode(env); got != tt.want {
			t.Errorf("%s: Unicode %v, want %v", name, got, tt.want)
		}
	}
}
