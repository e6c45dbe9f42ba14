package wording

import (
	"slices"
	"testing"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/parse"
)

func TestCount(t *testing.T) {
	for _, tt := range []struct {
		n                    int
		count, counted, form string
	}{
		{0, "0 threads", "0 threads wait", "wait"},
		{1, "1 thread", "1 thread waits", "waits"},
		{2, "2 threads", "2 threads wait", "wait"},
	} {
		count, counted := Count(tt.n, "thread"), Counted(tt.n, "thread waits", "threads wait")
		if form := Form(tt.n, "waits", "wait"); count != tt.count || counted != tt.counted || form != tt.form {
			t.Errorf("%d: got %q, %q, %q", tt.n, count, counted, form)
		}
	}
}

func TestTitle(t *testing.T) {
	if got := Title(parse.Source{Label: "a.txt", Index: 1, Of: 1}); got != "a.txt" {
		t.Errorf("got %q", got)
	}
	if got := Title(parse.Source{Label: "a.txt", Index: 2, Of: 3}); got != "a.txt (2 of 3)" {
		t.Errorf("got %q", got)
	}
}

func TestPlace(t *testing.T) {
	result := &classify.Cause{API: "Task<T>.Result"}
	load := &classify.Culprit{Kind: classify.CulpritUser, Short: "Orders.Load", Frame: &frame.Frame{Module: "Acme"}}
	seen := &classify.Culprit{Kind: classify.CulpritInferred, Short: "Orders.Load", Frame: load.Frame}
	action := &classify.Culprit{Kind: classify.CulpritDynamic, Short: "MVC action inlined into lambda_method9", Frame: &frame.Frame{Module: "Anonymous"}}
	for _, tt := range []struct {
		site        group.Site
		text, whole string
	}{
		{group.Site{State: classify.Blocked, Cause: result, Culprit: load}, "Task<T>.Result in Orders.Load", "Task<T>.Result in Orders.Load (Acme)"},
		{group.Site{State: classify.Blocked, Cause: result, Culprit: seen}, "Task<T>.Result in Orders.Load", "Task<T>.Result in Orders.Load (Acme, inferred)"},
		{group.Site{State: classify.Running, Cause: result, Culprit: load}, "Orders.Load", "Orders.Load (Acme)"},
		{group.Site{State: classify.Blocked, Culprit: load}, "Orders.Load", "Orders.Load (Acme)"},
		{
			group.Site{State: classify.Blocked, Cause: result, Culprit: action},
			"Task<T>.Result in MVC action inlined into lambda_method9", "Task<T>.Result in MVC action inlined into lambda_method9",
		},
		{group.Site{State: classify.Running, Cause: result}, "Task<T>.Result", "Task<T>.Result"},
		{group.Site{State: classify.Running}, "code without a name of its own", "code without a name of its own"},
		{group.Site{State: classify.Unclear}, "a wait that no rule explains", "a wait that no rule explains"},
	} {
		p := PlaceOf(&tt.site)
		if p.String() != tt.text || p.WithModule().String() != tt.whole {
			t.Errorf("got %q and %q, want %q and %q", p, p.WithModule(), tt.text, tt.whole)
		}
	}
}

func TestFormat(t *testing.T) {
	got := Format("%d of %s wait in %s; %s", 3, "4 workers", Code("Orders.Load"), Format("see %s", Code("Save"))).Thenf(" 100%")
	want := Text{{Text: "3 of 4 workers wait in "}, {Text: "Orders.Load", Code: true}, {Text: "; see "}, {Text: "Save", Code: true}, {Text: " 100%"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if s := got.String(); s != "3 of 4 workers wait in Orders.Load; see Save 100%" {
		t.Errorf("got %q", s)
	}
}

// TestTextsShareNothing: what is put behind a text does not show in another one that
// began with the same parts.
func TestTextsShareNothing(t *testing.T) {
	head := append(make(Text, 0, 8), Part{Text: "a"})
	one, two := head.Thenf("b %s", Code("c")), head.Thenf("x %s", Code("y"))
	if one.String() != "ab c" || two.String() != "ax y" || head.String() != "a" {
		t.Errorf("got %q, %q, %q", one, two, head)
	}
}

func TestShorten(t *testing.T) {
	text := Plain("a").Then(Plain(", b").Optional(1), Format(", %s", Code("c")).Optional(2), Plain(", d").Optional(1))
	for _, want := range []string{"a, b, c, d", "a, b, d", "a"} {
		if text.String() != want {
			t.Fatalf("got %q, want %q", text, want)
		}
		text, _ = text.Shorten()
	}
	if _, more := text.Shorten(); more {
		t.Error("what must stay can be left out")
	}
}

func TestJoin(t *testing.T) {
	if got := Join("; ", nil, Plain("a"), Text{}, Plain("b")).String(); got != "a; b" {
		t.Errorf("got %q", got)
	}
}
