package line

import "testing"

func TestSourceLineBehindFrame(t *testing.T) {
	const frame = "Shop!Shop.Orders.Summary(int32)"
	tests := []struct{ behind, kept string }{
		{" [/src/Orders.cs @ 42]", " [/src/Orders.cs @ 42]"},
		{` [C:\src\My Orders.cs @ 1]`, ` [C:\src\My Orders.cs @ 1]`},
		{" [/src/Orders.cs @ ]", ""},
		{" [/src/Orders.cs @ 4x]", ""},
		{" [ @ 42]", ""},
		{" [blocked]", ""},
	}
	for _, tt := range tests {
		got := ReadDotnetStack([]byte("    " + frame + tt.behind))
		if got.Kind != FrameLine || string(got.Text) != frame+tt.kept || got.Words != (tt.kept == "") {
			t.Errorf("%q is read as %q, kind %v, words %v", tt.behind, got.Text, got.Kind, got.Words)
		}
	}
}
