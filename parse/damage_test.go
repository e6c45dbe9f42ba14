package parse

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

// damage is one way in which reports get damaged on their way, as a function.
type damaging struct {
	name string
	do   func(string) string
	// kinds of damage of which only one can be done to a text
	kind string
	// newIDs says that the ids are printed in another form
	newIDs bool
}

// real returns the first threads of a captured report.
func real(t testing.TB, name string, threads int) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "testdata", "stacks", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.SplitAfter(string(b), "\n\n")
	return strings.Join(blocks[:min(threads, len(blocks))], "")
}

// eachLine changes every line; the last line end stays.
func eachLine(change func(i int, line string) string) func(string) string {
	return func(text string) string {
		body := strings.TrimSuffix(text, "\n")
		ls := strings.Split(body, "\n")
		for i, l := range ls {
			ls[i] = change(i, l)
		}
		return strings.Join(ls, "\n") + text[len(body):]
	}
}

func prefixed(format string, args func(i int) []any) func(string) string {
	return eachLine(func(i int, l string) string { return fmt.Sprintf(format, args(i)...) + l })
}

func constant(prefix string) func(string) string {
	return eachLine(func(_ int, l string) string { return prefix + l })
}

func suffixed(suffix string) func(string) string {
	return eachLine(func(_ int, l string) string {
		if l == "" {
			return l
		}
		return l + suffix
	})
}

func replace(pairs ...string) func(string) string {
	return strings.NewReplacer(pairs...).Replace
}

// folded breaks lines after a number of characters, as fold(1) does.
func folded(width int, indent string) func(string) string {
	return eachLine(func(_ int, l string) string {
		rs := []rune(l)
		var out []string
		for first := true; len(rs) > width; first = false {
			out = append(out, string(rs[:width]))
			rs = rs[width:]
			if first {
				width -= len(indent)
			}
		}
		out = append(out, string(rs))
		if len(out) > 1 {
			width += len(indent)
		}
		return strings.Join(out, "\n"+indent)
	})
}

// wordWrapped breaks lines at blanks, as mail programs do.
func wordWrapped(width int) func(string) string {
	return eachLine(func(_ int, l string) string {
		indent := l[:len(l)-len(strings.TrimLeft(l, " "))]
		var out strings.Builder
		out.WriteString(indent)
		n := len(indent)
		for i, w := range strings.Fields(l) {
			switch {
			case i == 0:
			case n+1+len(w) > width:
				out.WriteString("\n")
				n = 0
			default:
				out.WriteString(" ")
				n++
			}
			out.WriteString(w)
			n += len(w)
		}
		return out.String()
	})
}

func encoded(name string, bom bool) func(string) string {
	return func(text string) string {
		var out bytes.Buffer
		put := func(u uint16) {
			if name == utf16LE {
				out.Write([]byte{byte(u), byte(u >> 8)})
			} else {
				out.Write([]byte{byte(u >> 8), byte(u)})
			}
		}
		if bom {
			put(0xfeff)
		}
		for _, u := range utf16.Encode([]rune(text)) {
			put(u)
		}
		return out.String()
	}
}

func gzipped(text string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write([]byte(text))
	w.Close()
	return out.String()
}

func zipped(text string) string {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	f, _ := w.Create("logs/stack.txt")
	f.Write([]byte(text))
	w.Close()
	return out.String()
}

func quotedJSON(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

func jsonPerLine(format string, lineEnd string) func(string) string {
	return func(text string) string {
		return eachLine(func(i int, l string) string {
			return fmt.Sprintf(format, quotedJSON(l+lineEnd), i%60)
		})(text)
	}
}

func quotedPrintable(text string) string {
	var safe strings.Builder
	for _, c := range []byte(text) {
		if c == '=' || c >= 0x7f || c < ' ' && c != '\n' {
			fmt.Fprintf(&safe, "=%02X", c)
		} else {
			safe.WriteByte(c)
		}
	}
	text = safe.String()
	return eachLine(func(_ int, l string) string {
		var out []string
		for len(l) > 75 {
			n := 75
			for strings.Contains(l[n-2:n], "=") {
				n--
			}
			out = append(out, l[:n]+"=")
			l = l[n:]
		}
		return strings.Join(append(out, l), "\n")
	})(text)
}

// frameNumbers puts a number in front of each frame of a thread.
func frameNumbers(format string) func(string) string {
	return func(text string) string {
		n := 0
		return eachLine(func(_ int, l string) string {
			frame, ok := strings.CutPrefix(l, "  ")
			if !ok {
				n = 0
				return l
			}
			n++
			return fmt.Sprintf(format, n-1) + frame
		})(text)
	}
}

func decimalIDs(text string) string {
	return eachLine(func(_ int, l string) string {
		if id, ok := strings.CutPrefix(l, "Thread (0x"); ok {
			digits, rest, _ := strings.Cut(id, ")")
			n, _ := strconv.ParseUint(digits, 16, 64)
			return fmt.Sprintf("Thread (%d)%s", n, rest)
		}
		return l
	})(text)
}

var headerPattern = regexp.MustCompile(`Thread \((0x[0-9A-F]+)\)`)

func lowerIDs(text string) string {
	return eachLine(func(_ int, l string) string {
		if id, ok := strings.CutPrefix(l, "Thread (0x"); ok {
			digits, rest, _ := strings.Cut(id, ")")
			return "Thread (0x" + strings.ToLower(digits) + ")" + rest
		}
		return l
	})(text)
}

func clock(i int) []any {
	return []any{17 + i/3600, i / 60 % 60, i % 60, 123456 + i*137%800000}
}

func number(i int) []any { return []any{i + 1} }

// damagings are all ways of damaging that lose nothing: what is read must be the same.
var damagings = []damaging{
	{"crlf", replace("\n", "\r\n"), "eol", false},
	{"cr", replace("\n", "\r"), "eol", false},
	{"crcrlf", replace("\n", "\r\r\n"), "eol", false},
	{"no-final-newline", func(s string) string { return strings.TrimRight(s, "\r\n") }, "end", false},

	{"indent-2", constant("  "), "indent", false},
	{"indent-4", constant("    "), "indent", false},
	{"tabs", replace("\n  ", "\n\t"), "indent", false},
	{"indent-lost", eachLine(func(_ int, l string) string { return strings.TrimLeft(l, " ") }), "indent", false},
	{"nbsp-indent", replace("\n  ", "\n\u00a0\u00a0"), "indent", false},
	{"no-blank-lines", replace("\n\n", "\n"), "blank", false},
	{"double-spaced", replace("\n", "\n\n"), "blank", false},
	{"trailing-blanks", suffixed("  "), "tail", false},
	{"trailing-backslash", suffixed(`\`), "tail", false},

	{"quote", constant("> "), "quote", false},
	{"quote-tight", constant(">"), "quote", false},
	{"quote-twice", constant("> > "), "quote", false},
	{"quote-trimmed", eachLine(func(_ int, l string) string { return strings.TrimRight("> "+l, " ") }), "quote", false},
	{"bullets", eachLine(func(_ int, l string) string {
		rest := strings.TrimLeft(l, " ")
		if rest == "" {
			return l
		}
		return l[:len(l)-len(rest)] + "- " + rest
	}), "quote", false},
	{"numbered", eachLine(func(i int, l string) string {
		if l == "" {
			return l
		}
		return strconv.Itoa(i%40+1) + ". " + l
	}), "quote", false},
	{"comment-slashes", constant("// "), "quote", false},
	{"table", eachLine(func(_ int, l string) string { return "| " + l + " |" }), "quote", false},
	{"fence", func(s string) string { return "```text\n" + s + "```\n" }, "around", false},
	{"noformat", func(s string) string { return "{noformat}\n" + s + "{noformat}\n" }, "around", false},

	{"entities", html.EscapeString, "html", false},
	{"entities-twice", func(s string) string { return html.EscapeString(html.EscapeString(s)) }, "html", false},
	{"pre", func(s string) string {
		return "<html><body>\n<pre>" + html.EscapeString(s) + "</pre>\n</body></html>\n"
	}, "html", false},
	{"br", func(s string) string { return strings.ReplaceAll(html.EscapeString(s), "\n", "<br>\n") }, "html", false},
	{"br-one-line", func(s string) string {
		return "<p>" + strings.ReplaceAll(html.EscapeString(s), "\n", "<br/>") + "</p>\n"
	}, "html", false},
	{"div-per-line", func(s string) string {
		return eachLine(func(_ int, l string) string { return `<div class="line">` + html.EscapeString(l) + `</div>` })(s)
	}, "html", false},
	{"markdown-escapes", replace("_", `\_`, "<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`), "html", false},

	{"ansi", eachLine(func(_ int, l string) string { return "\x1b[1;33m" + l + "\x1b[0m" }), "ansi", false},
	{"osc", eachLine(func(_ int, l string) string { return "\x1b]0;title\x07\x1b[?2004l" + l + "\x1b[K" }), "ansi", false},
	{"ansi-caret", eachLine(func(_ int, l string) string { return "^[[36m" + l + "^[[0m" }), "ansi", false},
	{"ansi-bare", eachLine(func(_ int, l string) string { return "[36m" + l + "[0m" }), "ansi", false},
	{"zero-width", eachLine(func(_ int, l string) string { return "\u200b" + l + "\u200b" }), "ansi", false},
	{"bom-misread", func(s string) string { return "ï»¿" + s }, "bom", false},
	{"bom", func(s string) string { return "\ufeff" + s }, "bom", false},

	{"iso-time", prefixed("2026-11-30T%02d:%02d:%02d.%06dZ ", clock), "prefix", false},
	{"iso-time-offset", prefixed("2026-11-30T%02d:%02d:%02d.%06d+01:00 ", clock), "prefix", false},
	{"syslog", prefixed("Nov 30 %02d:%02d:%02d web-3 orders[%[4]d]: ", clock), "prefix", false},
	{"actions", prefixed("2026-11-30T%02d:%02d:%02d.%06d4Z ", clock), "prefix", false},
	{"kubectl", prefixed("[pod/orders-7c9f8d6b5-x2k9q/app] 2026-11-30T%02d:%02d:%02d.%06dZ ", clock), "prefix", false},
	{"stern", constant("orders-7c9f8d6b5-x2k9q app "), "prefix", false},
	{"compose", constant("web-1  | "), "prefix", false},
	{"compose-ansi", constant("\x1b[36mweb-1  |\x1b[0m "), "prefix", false},
	{"serilog", prefixed("[%02d:%02d:%02d INF] ", func(i int) []any { return clock(i)[:3] }), "prefix", false},
	{"log4net", prefixed("2026-11-30 %02d:%02d:%02d,%03.3d [12] INFO  Acme.Diag - ", func(i int) []any { return append(clock(i)[:3], i%1000) }), "prefix", false},
	{"klog", prefixed("I1130 %02d:%02d:%02d.%06d       1 diag.go:12] ", clock), "prefix", false},
	{"level", constant("INFO: "), "prefix", false},
	{"logger-single-line", constant("info: Acme.Diag[0] "), "prefix", false},
	{"logger", eachLine(func(_ int, l string) string { return "info: Acme.Diag[0]\n      " + l }), "prefix", false},
	{"nl", prefixed("%6d\t", number), "prefix", false},
	{"grep-n", prefixed("%d:", number), "prefix", false},
	{"csv", eachLine(func(i int, l string) string { return fmt.Sprintf(`"2026-11-30T09:17:%02dZ","%s"`, i%60, l) }), "prefix", false},

	{"fold-40", folded(40, ""), "wrap", false},
	{"fold-72", folded(72, ""), "wrap", false},
	{"fold-80", folded(80, ""), "wrap", false},
	{"fold-100", folded(100, ""), "wrap", false},
	{"fold-120", folded(120, ""), "wrap", false},
	{"fold-80-indent", folded(80, "    "), "wrap", false},
	{"words-72", wordWrapped(72), "wrap", false},
	{"words-80", wordWrapped(80), "wrap", false},
	{"quoted-printable", quotedPrintable, "wrap", false},

	{"json-string", func(s string) string { return `{"log": ` + quotedJSON(s) + "}\n" }, "json", false},
	{"json-pretty", func(s string) string {
		return "{\n  \"host\": \"web-3\",\n  \"lines\": 12,\n  \"message\": " + quotedJSON(s) + ",\n  \"level\": \"info\"\n}\n"
	}, "json", false},
	{"json-array", func(s string) string {
		b, _ := json.MarshalIndent(strings.Split(s, "\n"), "", "  ")
		return string(b) + "\n"
	}, "json", false},
	{"json-bare", func(s string) string { return quotedJSON(s) + "\n" }, "json", false},
	{"docker-json", jsonPerLine(`{"log":%s,"stream":"stdout","time":"2026-11-30T09:17:%02d.123456789Z"}`, "\n"), "json", false},
	{"clef", jsonPerLine(`{"@t":"2026-11-30T09:17:%02[2]d.1Z","@m":%[1]s,"SourceContext":"Acme.Diag"}`, ""), "json", false},
	{"json-in-json", func(s string) string { return `{"log": ` + quotedJSON(`{"message": `+quotedJSON(s)+`}`) + "}\n" }, "json", false},
	{"log-with-string", func(s string) string {
		return "2026-11-30 09:17:00 INFO Diag: report=" + quotedJSON(s) + " done\n"
	}, "json", false},
	{"python-bytes", func(s string) string { return "b'" + strings.ReplaceAll(s, "\n", `\n`) + "'\n" }, "json", false},
	{"crlf-literal", func(s string) string { return strings.ReplaceAll(s, "\n", `\r\n`) }, "json", false},

	{"lower-case-header", replace("Thread (", "thread ("), "header", false},
	{"lower-case-hex", lowerIDs, "header", true},
	{"decimal-ids", decimalIDs, "header", true},
	{"named", replace("):\n", ") (.NET TP Worker):\n"), "header", false},
	{"named-behind-colon", replace("):\n", "): .NET TP Worker\n"), "header", false},
	{"no-colon", replace("):\n", ")\n"), "header", false},
	{"bold-header", eachLine(func(_ int, l string) string {
		if strings.HasPrefix(l, "Thread (0x") {
			return "**" + l + "**"
		}
		return l
	}), "header", false},
	{"no-parentheses", func(s string) string { return headerPattern.ReplaceAllString(s, "Thread $1") }, "header", false},
	{"heading", replace("Thread (", "### Thread ("), "header", false},
	{"frame-numbers", frameNumbers("  #%d "), "quote", false},
	{"frame-numbers-colon", frameNumbers("  %02d: "), "quote", false},
	{"frame-numbers-brackets", frameNumbers("[%d] "), "quote", false},
	{"at", replace("\n  ", "\n   at "), "quote", false},
	{"cat-A", suffixed("$"), "tail", false},
	{"spaced-out", func(s string) string {
		var b strings.Builder
		for _, r := range s {
			b.WriteRune(r)
			if r != '\n' {
				b.WriteByte(' ')
			}
		}
		return b.String()
	}, "ansi", false},
	{"logfmt", eachLine(func(i int, l string) string {
		return fmt.Sprintf("time=2026-11-30T09:17:%02dZ level=info msg=%s pid=1", i%60, quotedJSON(l))
	}), "json", false},
	{"source-string", eachLine(func(_ int, l string) string { return "    " + quotedJSON(l+"\n") + " +" }), "json", false},
	{"tsv", prefixed("2026-11-30T%02d:%02d:%02d.%06dZ\tweb-1\tinfo\t", clock), "prefix", false},
	{"grep-file", prefixed("logs/stack-bad.txt:%d:", number), "prefix", false},
	{"vim-numbers", prefixed("%4d ", number), "prefix", false},
	{"git-diff", constant("+"), "quote", false},
	{"marker-without-marks", replace("[Native Frames]", "Native Frames", "CPU_TIME", "CPU TIME"), "marker", false},
	{"old-marker", replace("[Native Frames]", "UNMANAGED_CODE_TIME"), "marker", false},
	{"monitor-marker", replace("[Native Frames]", "[NativeFrame]"), "marker", false},
}

// encodings are damages that turn the text into other bytes; they come last.
var encodings = []damaging{
	{"plain", func(s string) string { return s }, "", false},
	{"utf-8-bom", func(s string) string { return "\xef\xbb\xbf" + s }, "", false},
	{"utf-16le", encoded(utf16LE, true), "", false},
	{"utf-16be", encoded(utf16BE, true), "", false},
	{"utf-16le-no-bom", encoded(utf16LE, false), "", false},
	{"utf-16be-no-bom", encoded(utf16BE, false), "", false},
	{"gzip", gzipped, "", false},
	{"zip", zipped, "", false},
}

// picture is what must be the same in a clean and in a damaged report: the threads in
// order, each with its id and its stack.
func picture(snaps []*Snapshot, ids bool) string {
	var b strings.Builder
	for i, s := range snaps {
		fmt.Fprintf(&b, "snapshot %d\n", i+1)
		for j, th := range s.Threads {
			id := s.ID(j)
			if !ids {
				n, _ := threadNumber([]byte(id))
				id = strconv.FormatUint(n, 10)
			}
			fmt.Fprintf(&b, "%s %s\n", id, s.Stacks[th.Stack].ID)
		}
	}
	return b.String()
}

func readString(text string) ([]*Snapshot, error) { return Read(strings.NewReader(text), "test") }

// checkSame compares what is read from damaged text with what is read from clean text.
func checkSame(t *testing.T, clean, damaged string, newIDs bool) {
	t.Helper()
	want, err := readString(clean)
	if err != nil {
		t.Fatal(err)
	}
	got, err := readString(damaged)
	if err != nil {
		t.Errorf("not read: %v", err)
		return
	}
	if w, g := picture(want, !newIDs), picture(got, !newIDs); w != g {
		t.Errorf("%s", firstDifference(w, g, got))
		return
	}
	for _, s := range got {
		if s.Truncated || s.HeadMissing {
			t.Errorf("truncated %v, head missing %v: %v", s.Truncated, s.HeadMissing, s.Problems)
		}
	}
}

func firstDifference(want, got string, snaps []*Snapshot) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range w {
		if i >= len(g) || w[i] != g[i] {
			have := "nothing"
			if i < len(g) {
				have = g[i]
			}
			return fmt.Sprintf("line %d of %d: want %s, got %s; %s", i, len(w), w[i], have, describe(snaps))
		}
	}
	return fmt.Sprintf("more than wanted: %s; %s", g[len(w)], describe(snaps))
}

func describe(snaps []*Snapshot) string {
	var b strings.Builder
	for _, s := range snaps {
		fmt.Fprintf(&b, "%d threads, %d skipped, %q", len(s.Threads), s.SkippedLines, s.Repairs)
		for i, p := range s.Problems {
			if i == 3 {
				break
			}
			fmt.Fprintf(&b, " [%d: %s: %q]", p.Line, p.Reason, p.Text)
		}
	}
	return b.String()
}

func TestDamageIsUndone(t *testing.T) {
	for _, base := range []string{"web/stack-bad.txt", "real/variant-base.txt"} {
		clean := real(t, base, 1000)
		for _, d := range damagings {
			t.Run(base+"/"+d.name, func(t *testing.T) { checkSame(t, clean, d.do(clean), d.newIDs) })
		}
		for _, e := range encodings {
			t.Run(base+"/"+e.name, func(t *testing.T) { checkSame(t, clean, e.do(clean), false) })
		}
	}
}

// allPairs makes the test of pairs complete; without it, a part of them is tested.
var allPairs = flag.Bool("pairs", false, "test all pairs of damage")

// TestPairsOfDamageAreUndone does one damage after another.
func TestPairsOfDamageAreUndone(t *testing.T) {
	const part = 7
	clean := real(t, "web/stack-bad.txt", 7)
	for i, first := range damagings {
		for j, second := range damagings {
			if first.kind == second.kind || nonsense(first, second) || !*allPairs && (i*5+j)%part != 0 {
				continue
			}
			t.Run(first.name+"/"+second.name, func(t *testing.T) {
				checkSame(t, clean, second.do(first.do(clean)), first.newIDs || second.newIDs)
			})
		}
	}
}

// perLine are marks that nobody puts in front of parts of lines, or that could be a
// part of a name there.
var perLine = []string{"bullets", "numbered", "table", "at", "git-diff"}

// nonsense says that two damages do not happen in this order, or that the second one
// destroys what the first one left.
func nonsense(first, second damaging) bool {
	words := strings.HasPrefix(second.name, "words")
	switch {
	case first.name == "cr":
		return true // what works line by line sees a single line
	case first.name == "quoted-printable", first.name == "spaced-out":
		return true // this is done to a whole text, last
	case second.name == "spaced-out":
		return first.name == "bom-misread" || strings.Contains(first.name, "ansi") || first.name == "osc"
	case strings.HasPrefix(first.name, "frame-numbers"), first.name == "at":
		return words // the number is left alone
	case first.name == "source-string" && second.name == "csv":
		return true // quotes within quotes
	case first.name == "br-one-line", first.kind == "json", first.name == "csv", first.name == "kubectl":
		return words || first.name == "br-one-line" && second.kind == "wrap" // blanks and line ends are lost
	case first.kind == "wrap":
		// marks at each broken line, or bytes behind each, are no longer those of frames
		return second.kind == "tail" || slices.Contains(perLine, second.name) || strings.HasPrefix(second.name, "frame-numbers") ||
			strings.HasPrefix(first.name, "words") && (second.name == "csv" || second.name == "logfmt")
	case strings.Contains(first.name, "ansi") && second.kind == "wrap", first.kind == "ansi" && second.kind == "wrap":
		return strings.HasPrefix(second.name, "fold") // terminals do not count the sequences
	case first.kind == "ansi":
		return second.name == "markdown-escapes" // escapes within the sequences
	case first.kind == "tail":
		return second.kind == "wrap" || second.name == "csv" // the backslash escapes what follows
	}
	return false
}

// TestEncodedDamageIsUndone does each damage to a text and encodes the result.
func TestEncodedDamageIsUndone(t *testing.T) {
	clean := real(t, "real/variant-base.txt", 5)
	for _, d := range damagings {
		for _, e := range encodings {
			t.Run(d.name+"/"+e.name, func(t *testing.T) { checkSame(t, clean, e.do(d.do(clean)), d.newIDs) })
		}
	}
}
