package parse

import (
	"strings"
	"testing"
)

func TestSafeAddress(t *testing.T) {
	for _, tt := range []struct{ address, want string }{
		{
			"https://raw.githubusercontent.com/acme/shop/0123abc/src/Orders.cs",
			"https://raw.githubusercontent.com/acme/shop/0123abc/src/Orders.cs",
		},
		{"http://git.acme.example:8080/raw/Orders.cs", "http://git.acme.example:8080/raw/Orders.cs"},
		{
			"https://dev.azure.com/acme/_apis/git/items?api-version=1.0&version=0123abc&path=/src/Orders.cs",
			"https://dev.azure.com/acme/_apis/git/items?api-version=1.0&version=0123abc&path=/src/Orders.cs",
		},
		{"https://h/a b.cs", "https://h/a%20b.cs"},
		{"https://h/a%20b.cs", "https://h/a%20b.cs"},
		{"https://h/x)](javascript:alert`1`)", "https://h/x%29%5D%28javascript:alert%601%60%29"},
		{"https://h/<img src=x>", "https://h/%3Cimg%20src=x%3E"},
		{"https://h/@here?@everyone|*bold*", "https://h/%40here?%40everyone%7C%2Abold%2A"},
		{`https://h/"onclick="x`, "https://h/%22onclick=%22x"},
		{"https://h/größe.cs", "https://h/gr%C3%B6%C3%9Fe.cs"},
		{"https://h/\u202egro", "https://h/%E2%80%AEgro"},
		{"https://h/#fragment", "https://h/"},
		{"javascript:alert(1)", ""},
		{"JavaScript://h/%0aalert(1)", ""},
		{"file:///etc/passwd", ""},
		{"ftp://h/x", ""},
		{"data:text/html,x", ""},
		{"//h/x", ""},
		{"https:///x", ""},
		{"https:opaque", ""},
		{"https://user:secret@h/x", ""},
		{"https://h\x1b]8;;/x", ""},
		{"https://h/\x07x", ""},
		{"https://h/\nx", ""},
		{"https://bücher.example/x", ""},
		{"https://h;rm/x", ""},
		{"https://h/" + strings.Repeat("x", longestAddress), ""},
		{"https://h/" + strings.Repeat("<", longestAddress/2), ""},
		{"", ""},
	} {
		if got := SafeAddress(tt.address); got != tt.want {
			t.Errorf("SafeAddress(%q) = %q, want %q", tt.address, got, tt.want)
		}
	}
}

func TestLink(t *testing.T) {
	l := &Lines{URLs: map[string]string{
		"/src/a.cs": "https://raw.githubusercontent.com/acme/shop/0123abc/src/a.cs",
		"/src/b.cs": "https://gitlab.acme.example/shop/-/raw/0123abc/b.cs",
		"/src/c.cs": "javascript:alert(1)",
		"/src/d.cs": "https://raw.githubusercontent.com/acme",
	}}
	for _, tt := range []struct {
		lines *Lines
		file  string
		want  string
	}{
		{l, "/src/a.cs", "https://github.com/acme/shop/blob/0123abc/src/a.cs#L42"},
		{l, "/src/b.cs", "https://gitlab.acme.example/shop/-/raw/0123abc/b.cs"},
		{l, "/src/c.cs", ""},
		{l, "/src/d.cs", "https://raw.githubusercontent.com/acme"},
		{l, "/src/unknown.cs", ""},
		{nil, "/src/a.cs", ""},
	} {
		if got := tt.lines.Link(Location{File: tt.file, First: 42, Last: 42}); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.file, got, tt.want)
		}
	}
}

func TestLinkToSeveralLines(t *testing.T) {
	l := &Lines{URLs: map[string]string{"/a.cs": "https://raw.githubusercontent.com/acme/shop/0123abc/a.cs"}}
	const want = "https://github.com/acme/shop/blob/0123abc/a.cs#L42-L44"
	if got := l.Link(Location{File: "/a.cs", First: 42, Last: 44}); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// FuzzSafeAddress: what is accepted is of the web, and holds nothing that any output
// would take for more than an address.
func FuzzSafeAddress(f *testing.F) {
	for _, seed := range []string{
		"https://h/a?b#c", "http://[::1]:80/x y", "javascript:x", "https://h/%zz", "https://h/\x1b]8;;",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		got := SafeAddress(address)
		if got == "" {
			return
		}
		if !strings.HasPrefix(got, "https://") && !strings.HasPrefix(got, "http://") {
			t.Errorf("%q: no address of the web: %q", address, got)
		}
		harmful := func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("<>\"'`()@|*\\{}", r) }
		if i := strings.IndexFunc(got, harmful); i >= 0 {
			t.Errorf("%q: %q in %q", address, got[i], got)
		}
		if again := SafeAddress(got); again != got {
			t.Errorf("%q: %q, and %q the second time", address, got, again)
		}
	})
}
