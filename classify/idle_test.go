package classify

import (
	"testing"

	"stacktriage/frame"
)

func TestPatternOf(t *testing.T) {
	tests := []struct{ raw, want string }{
		{"Acme.Feed!Acme.Feed.Prices.Loop()", "Acme.Feed!Acme.Feed.Prices.Loop"},
		{"Acme.Feed!Acme.Feed.Prices+<RunAsync>d__4.MoveNext()", "Acme.Feed!Acme.Feed.Prices.RunAsync"},
		{"Acme.Feed!Acme.Feed.Prices`1+<RunAsync>d__4[System.__Canon].MoveNext()", "Acme.Feed!Acme.Feed.Prices.RunAsync"},
		{"Acme.Feed!Program+<>c.<<Main>$>b__0_2(int32)", "Acme.Feed!Program+<>c.<<Main>$>b__0_2"},
		{"Acme.Feed!Acme.Feed.Prices+<>c__DisplayClass4_0.<Run>b__1()", "Acme.Feed!Acme.Feed.Prices+<>c__DisplayClass4_0.<Run>b__1"},
		{"Acme.Feed!Program+<>c+<<<Main>$>b__0_1>d.MoveNext()", "Acme.Feed!Program+<>c+<<<Main>$>b__0_1>d.MoveNext"},
		{"Acme.Feed!Program+<<Main>$>d__0.MoveNext()", "Acme.Feed!Program+<<Main>$>d__0.MoveNext"},
	}
	for _, tt := range tests {
		f, ok := frame.Decode(tt.raw)
		if !ok {
			t.Fatalf("%s is no frame", tt.raw)
		}
		got := PatternOf(&f)
		if got != tt.want {
			t.Errorf("PatternOf(%s) = %s, want %s", tt.raw, got, tt.want)
		}
		if p := parsePattern(got); !p.matches("acme.feed", false, namesOf(&f)) {
			t.Errorf("%s does not match the frame it was made of", got)
		}
	}
}
