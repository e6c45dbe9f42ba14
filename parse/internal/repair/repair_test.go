package repair

import (
	"encoding/json"
	"fmt"
	"html"
	"mime/quotedprintable"
	"slices"
	"strings"
	"testing"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// report is what every case damages, and what has to come back.
const report = `Thread (0x1A2B):
  [Native Frames]
  System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object,int32)
  Bookstore.Api!Bookstore.Orders+<>c__DisplayClass3_0.<Load>b__1(class System.String[])
  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()

Thread (0x1A2C):
  CPU_TIME
  Bookstore.Api!Bookstore.Prices.Sum(int32,int32)
  Bookstore.Api!Bookstore.Prices+<All>d__7.MoveNext()
  System.Private.CoreLib!System.Threading.Thread.StartCallback()
`

// forms are those of dotnet-stack alone: which dialect a text has is not tested here.
func forms() line.Forms {
	return line.Forms{{
		Anchors: []string{"Thread (0x"},
		Fits:    func(text []byte) bool { return line.ReadDotnetStack(text).Kind != line.OtherLine },
	}}
}

// mended are the lines after Mend that hold anything, without indentation, and what was
// undone.
func mended(input string) (lines, repairs []string) {
	src := &text.Slice{}
	for i, l := range strings.Split(strings.TrimSuffix(input, "\n"), "\n") {
		src.Head = append(src.Head, text.Line{Text: []byte(l), No: i + 1})
	}
	m := Mend(src, forms())
	for l, ok := m.Lines.Next(); ok; l, ok = m.Lines.Next() {
		if t := strings.TrimSpace(string(l.Text)); t != "" {
			lines = append(lines, t)
		}
	}
	return lines, m.Repairs
}

// each changes all lines of a text.
func each(input string, change func(string) string) string {
	lines := strings.Split(strings.TrimSuffix(input, "\n"), "\n")
	for i, l := range lines {
		lines[i] = change(l)
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestMend(t *testing.T) {
	clean, repairs := mended(report)
	if len(repairs) != 0 || len(clean) != 10 {
		t.Fatalf("a clean report: %d lines, repairs %q", len(clean), repairs)
	}
	for _, c := range []struct {
		name    string
		damaged string
		repair  string
	}{
		{"spaced", each(report, spaced), "blanks between letters removed"},
		{"quote of a mail", each(report, func(l string) string { return "> " + l }), "marks around lines (>) removed"},
		{"cells", each(report, func(l string) string { return "| " + l + " |" }), "marks around lines (| |) removed"},
		{"fold", folded(report, 60), "lines wrapped at 60 columns joined"},
		{"json string", `{"log":` + jsonString(t, report) + "}\n", "text taken out of JSON"},
		{"json lines", jsonLines(t, report), "text taken out of JSON"},
		{"entities", html.EscapeString(report), "HTML entities decoded"},
		{"entities twice", html.EscapeString(html.EscapeString(report)), "HTML entities decoded"},
		{"escaped", "log " + strings.ReplaceAll(report, "\n", `\n`) + "\n", `line ends written as \n restored`},
		{"markdown", markdown(report), "Markdown escapes removed"},
		{"colours", each(report, func(l string) string { return "^[[36m" + l + "^[[0m" }), "printed colour codes removed"},
		{"links", strings.ReplaceAll(report, "System.Private", "System.Private<http://System.Private>"),
			"links of a mail program removed"},
		{"html", "<pre>\n" + each(report, func(l string) string { return "<div>" + l + "</div>" }) + "</pre>\n",
			"HTML tags removed"},
		{"log headers", each(report, func(l string) string { return "info: Dump[0]\n      " + l }),
			"headers of log messages removed"},
		{"prefix", each(report, func(l string) string { return "2026-03-01T10:00:00.123Z web-1 | " + l }),
			"prefix"},
		{"run together", strings.ReplaceAll(report, "\n", "  "), "lines that ran together parted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, repairs := mended(c.damaged)
			if !slices.Equal(got, clean) {
				t.Errorf("lines\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(clean, "\n"))
			}
			if !slices.ContainsFunc(repairs, func(r string) bool { return strings.Contains(r, c.repair) }) {
				t.Errorf("repairs %q, want %q", repairs, c.repair)
			}
		})
	}
}

// Two broken lines are no sign yet, for a line of code can end in "=", too; the four of
// two reports are.
func TestMendQuotedPrintable(t *testing.T) {
	want, _ := mended(report + report)
	got, repairs := mended(quoted(t, report+report))
	if !slices.Equal(got, want) || !slices.Equal(repairs, []string{"quoted-printable decoded"}) {
		t.Errorf("repairs %q, lines\n%s", repairs, strings.Join(got, "\n"))
	}
}

// Damage on damage is undone, the last first.
func TestMendTwoDamages(t *testing.T) {
	clean, _ := mended(report)
	for _, c := range []struct{ name, damaged string }{
		{"JSON in a quote", each(jsonLines(t, report), func(l string) string { return "> " + l })},
		{"entities in a quote", each(html.EscapeString(report), func(l string) string { return "> " + l })},
		{"entities in JSON", jsonLines(t, html.EscapeString(report))},
	} {
		got, repairs := mended(c.damaged)
		if !slices.Equal(got, clean) || len(repairs) < 2 {
			t.Errorf("%s: repairs %q, lines\n%s", c.name, repairs, strings.Join(got, "\n"))
		}
	}
}

// Text that holds no report is left alone, whatever it is in.
func TestMendLeavesOthersAlone(t *testing.T) {
	prose := strings.Repeat("The service was slow again, and nobody knew why.\n", 8)
	for name, input := range map[string]string{
		"prose": prose,
		"html":  each(prose, func(l string) string { return "<p>" + l + "</p>" }),
		"json":  `{"message":"disk full","level":"error"}` + "\n",
		"csv":   "id,name\n1,first\n2,second\n3,third\n",
	} {
		got, repairs := mended(input)
		if joined := strings.Join(got, "\n") + "\n"; joined != input || len(repairs) != 0 {
			t.Errorf("%s: repairs %q, lines\n%s", name, repairs, joined)
		}
	}
}

// Each line keeps the number that it has in the input.
func TestMendKeepsLineNumbers(t *testing.T) {
	src := &text.Slice{}
	for i, l := range strings.Split(jsonLines(t, report), "\n") {
		src.Head = append(src.Head, text.Line{Text: []byte(l), No: i + 1})
	}
	m := Mend(src, forms())
	no := 0
	for l, ok := m.Lines.Next(); ok; l, ok = m.Lines.Next() {
		if string(l.Text) == "Thread (0x1A2C):" {
			no = l.No
		}
	}
	if no != 7 {
		t.Errorf("the header of line 7 has number %d", no)
	}
}

func quoted(t *testing.T, s string) string {
	t.Helper()
	var b strings.Builder
	w := quotedprintable.NewWriter(&b)
	if _, err := w.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(b.String(), "\r\n", "\n")
}

// spaced puts a blank behind each character, as UTF-16 read as Latin-1 looks.
func spaced(l string) string {
	var b strings.Builder
	for _, r := range l {
		fmt.Fprintf(&b, "%c ", r)
	}
	return b.String()
}

// folded breaks all lines that are wider.
func folded(s string, width int) string {
	return each(s, func(l string) string {
		var parts []string
		for len(l) > width {
			parts, l = append(parts, l[:width]), l[width:]
		}
		return strings.Join(append(parts, l), "\n")
	})
}

func jsonString(t *testing.T, s string) string {
	t.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func jsonLines(t *testing.T, s string) string {
	t.Helper()
	return each(s, func(l string) string {
		return `{"time":"2026-03-01T10:00:00Z","log":` + jsonString(t, l) + `,"stream":"stdout"}`
	})
}

func markdown(s string) string {
	return strings.NewReplacer("_", `\_`, "<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`).Replace(s)
}
