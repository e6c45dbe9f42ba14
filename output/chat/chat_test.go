package chat

import (
	"strings"
	"testing"
	"unicode/utf16"
)

func TestGitHubNamesAreCode(t *testing.T) {
	names := LongestFirst([]string{"Task<T>.Result", "Program.<Main>$ lambda", "Shop", "Shop.Web", "l@27"})
	for text, want := range map[string]string{
		"3 on Task<T>.Result in Program.<Main>$ lambda (Shop.Web): bad": "3 on ``Task<T>.Result`` in ``Program.<Main>$ lambda`` (``Shop.Web``): bad",
		"Shopping in l@27, f@12; done":                                  "Shopping in ``l@27``, ``f@12``; done",
		"List<int> #2 and a`b":                                          "``List<int>`` ``#2`` and ``a`b``",
		"nothing here":                                                  "nothing here",
	} {
		if got := codeSpans(text, names); got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", text, got, want)
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
