package chat

import (
	"strings"
	"testing"
	"unicode/utf16"

	"stacktriage/diagnose"
	"stacktriage/wording"
)

func TestGitHubNamesAreCode(t *testing.T) {
	code := func(s string) wording.Code { return wording.Code(s) }
	for _, tt := range []struct {
		text wording.Text
		want string
	}{
		{
			wording.Format("3 on %s in %s (%s): bad", code("Task<T>.Result"), code("Program.<Main>$ lambda"), code("Shop.Web")),
			"3 on ``Task<T>.Result`` in ``Program.<Main>$ lambda`` (``Shop.Web``): bad",
		},
		{wording.Format("Shopping in %s, f@12; done", code("l@27")), "Shopping in ``l@27``, ``f@12``; done"},
		{wording.Plain("List<int> #2 and a`b"), "``List<int>`` ``#2`` and ``a`b``"},
		{wording.Plain("see https://example.org, now"), "see ``https://example.org``, now"},
		{wording.Format("in %s", code("`1")), "in `` `1 ``"},
		{wording.Format("in %s", code("a``b")), "in ```a``b```"},
		{wording.Plain("nothing here"), "nothing here"},
	} {
		if got := codeSpans(tt.text); got != tt.want {
			t.Errorf("%q:\ngot  %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// TestHeadlinesCallNobody: what a program takes for a person, a channel or a link is
// none of them any more.
func TestHeadlinesCallNobody(t *testing.T) {
	for _, tt := range []struct{ preset, text, want string }{
		{"slack", "in <!here>", "in < !here>"},
		{"slack", "in <!channel|x>", "in < !channel|x>"},
		{"slack", "in <#C024BE7LR>", "in < #C024BE7LR>"},
		{"slack", "in <@U024BE7LH>", "in < @ U024BE7LH>"},
		{"slack", "in <https://evil.example|Cart>", "in <https: //evil.example|Cart>"},
		{"discord", "in @everyone", "in @ everyone"},
		{"discord", "in <@&165511591545143296>", "in < @ &165511591545143296>"},
		{"discord", "in <#165511591545143296>", "in < #165511591545143296>"},
		{"discord", "in <:rage:165511591545143296>", "in < :rage:165511591545143296>"},
		{"discord", "in [Cart](https://evil.example)", "in [Cart] (https: //evil.example)"},
		{"teams", "in <at>Ada</at>", "in < at>Ada< /at>"},
		{"jira", "in [~ada]", `in \[~ada]`},
		{"jira", "in {code}", `in \{code}`},
		{"jira", "in !x.png!", `in \!x.png\!`},
		{"github", "in @ada and #12", "in ``@ada`` and ``#12``"},
		{"slack", "on Task<T>.Result in Program.<Main>$", "on Task<T>.Result in Program.<Main>$"},
	} {
		preset, err := PresetOf(tt.preset)
		if err != nil {
			t.Fatal(err)
		}
		m := Message{Headline: wording.Plain(tt.text), Severity: diagnose.Note, NoMark: true, Body: &List{}}
		if got := m.Fit(preset, preset.Limit()); got != "NOTE: "+tt.want+"\n" {
			t.Errorf("%s: got %q, want %q", tt.preset, got, tt.want)
		}
	}
}

// TestHeadlineLosesWhatItCanDoWithout before it is cut.
func TestHeadlineLosesWhatItCanDoWithout(t *testing.T) {
	text := wording.Plain("3 blocked").Then(wording.Plain(" of 12345").Optional(2), wording.Plain("; doubt").Optional(1))
	for limit, want := range map[int]string{30: "3 blocked of 12345; doubt", 20: "3 blocked; doubt", 15: "3 blocked", 5: "3 bl…"} {
		if got := shortened(text, limit).String(); got != want {
			t.Errorf("limit %d: got %q, want %q", limit, got, want)
		}
	}
}

func TestUTF16(t *testing.T) {
	for _, text := range []string{"", "abc", "Größe", "🟥 a", strings.Repeat("🟥é", 50)} {
		if utf16Len(text) != len(utf16.Encode([]rune(text))) {
			t.Errorf("%q: %d, want %d", text, utf16Len(text), len(utf16.Encode([]rune(text))))
		}
		for limit := 1; limit < 20; limit++ {
			got := cutUTF16(text, limit)
			if utf16Len(got) > limit || got != text && !strings.HasSuffix(got, "…") {
				t.Errorf("%q cut at %d: %q", text, limit, got)
			}
		}
	}
}
