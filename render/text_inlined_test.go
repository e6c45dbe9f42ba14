package render

import (
	"strings"
	"testing"
)

// TestLostCallIsNoAPI: "Task wait" reads like Task.Wait. The stack says that it is no
// call; so does the place where that costs no line.
func TestLostCallIsNoAPI(t *testing.T) {
	tests := []struct {
		width int
		place string
	}{
		{60, "35 workers   Task wait   in   "},
		{80, "35 workers   Task wait   in   "},
		{100, "35 workers   Task wait (which call was inlined away)   in   "},
	}
	for _, tt := range tests {
		var out strings.Builder
		if err := Text(&out, analyzed(t, "real/knob-tieredcompilation-0.txt"), Options{Width: tt.width, Unicode: true}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{tt.place, "API ▸ ┃ Task wait (which call was inlined away)\n"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("width %d: no %q in\n%s", tt.width, want, out.String())
			}
		}
	}
}
