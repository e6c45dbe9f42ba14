package render

import (
	"bytes"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/internal/corpus"
	"stacktriage/parse"
	"stacktriage/redact"
)

const thrown = `Unhandled exception. System.InvalidOperationException: Sequence contains no elements
   at System.Linq.Enumerable.First[TSource](IEnumerable` + "`" + `1 source)
   at Acme.Store.Load(Int32 id) in /src/Store.cs:line 12
   at Acme.Api.Main(String[] args) in C:\src\Api\Program.cs:line 40
`

// TestSourceLines: a few forms of report say in which line a frame stands, which is
// what the reader is looking for.
func TestSourceLines(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"exception", thrown, []string{
			"in   Store.Load\n                at /src/Store.cs:12\n", "Api.Main(string[])  Program.cs:40\n",
			"Thrown  System.InvalidOperationException: Sequence contains no elements\n",
		}},
		{
			"clrstack", string(corpus.Report(t, stacks, "dialects/bad-clrstack.txt")),
			[]string{"\n               at /app/Bookstore.Api/Program.cs:17\n"},
		},
		{
			"one too long", strings.Replace(thrown, "Api\\Program", strings.Repeat("P", 70), 1),
			[]string{"Api.Main(string[])\n"},
		},
	}
	for _, tt := range tests {
		got := textOf(t, diagnose.Analyze(parsed(t, tt.text), diagnose.Options{}))
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", tt.name, want, got)
			}
		}
		redacted := textOf(t, redact.New("").Analyze(parsed(t, tt.text), diagnose.Options{}))
		for _, secret := range []string{".cs", "/src", "/app", "Sequence"} {
			if strings.Contains(redacted, secret) {
				t.Errorf("%s: %q is not redacted in\n%s", tt.name, secret, redacted)
			}
		}
	}
}

func TestReportsWithoutSourceLinesShowNone(t *testing.T) {
	if got := textOf(t, analyzed(t, "stack-bad.txt")); strings.Contains(got, "\n               at ") ||
		strings.Contains(got, "Thrown") {
		t.Errorf("a source line from nowhere:\n%s", got)
	}
}

func parsed(t *testing.T, text string) []*parse.Snapshot {
	t.Helper()
	snaps, err := parse.Read(strings.NewReader(text), "input.txt")
	if err != nil {
		t.Fatal(err)
	}
	return snaps
}

func textOf(t *testing.T, r *diagnose.Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := Text(&out, r, Options{Width: 80, Unicode: true}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
