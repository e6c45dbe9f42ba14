package parse

import (
	"encoding/json"
	"fmt"
	"html"
	"strconv"
	"strings"

	"stacktriage/parse/internal/text"
)

// damaging is one way in which reports get damaged on their way, as a function.
type damaging struct {
	name string
	do   func(string) string
	// kinds of damage of which only one can be done to a text
	kind string
	// newIDs says that the ids are printed in another form
	newIDs bool
}

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
	{"log4net", prefixed("2026-11-30 %02d:%02d:%02d,%03.3d [12] INFO  Acme.Diag - ",
		func(i int) []any { return append(clock(i)[:3], i%1000) }), "prefix", false},
	{"klog", prefixed("I1130 %02d:%02d:%02d.%06d       1 diag.go:12] ", clock), "prefix", false},
	{"level", constant("INFO: "), "prefix", false},
	{"logger-single-line", constant("info: Acme.Diag[0] "), "prefix", false},
	{"logger", eachLine(func(_ int, l string) string { return "info: Acme.Diag[0]\n      " + l }), "prefix", false},
	{"nl", prefixed("%6d\t", number), "prefix", false},
	{"grep-n", prefixed("%d:", number), "prefix", false},
	{"csv", eachLine(func(i int, l string) string { return fmt.Sprintf(`"2026-11-30T09:17:%02dZ","%s"`, i%60, l) }),
		"prefix", false},

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
		return "{\n  \"host\": \"web-3\",\n  \"lines\": 12,\n  \"message\": " + quotedJSON(s) +
			",\n  \"level\": \"info\"\n}\n"
	}, "json", false},
	{"json-array", func(s string) string {
		b, _ := json.MarshalIndent(strings.Split(s, "\n"), "", "  ")
		return string(b) + "\n"
	}, "json", false},
	{"json-bare", func(s string) string { return quotedJSON(s) + "\n" }, "json", false},
	{"docker-json", jsonPerLine(`{"log":%s,"stream":"stdout","time":"2026-11-30T09:17:%02d.123456789Z"}`, "\n"),
		"json", false},
	{"clef", jsonPerLine(`{"@t":"2026-11-30T09:17:%02[2]d.1Z","@m":%[1]s,"SourceContext":"Acme.Diag"}`, ""),
		"json", false},
	{"json-in-json", func(s string) string { return `{"log": ` + quotedJSON(`{"message": `+quotedJSON(s)+`}`) + "}\n" },
		"json", false},
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
	{"utf-16le", encoded(text.UTF16LE, true), "", false},
	{"utf-16be", encoded(text.UTF16BE, true), "", false},
	{"utf-16le-no-bom", encoded(text.UTF16LE, false), "", false},
	{"utf-16be-no-bom", encoded(text.UTF16BE, false), "", false},
	{"gzip", gzipped, "", false},
	{"zip", zipped, "", false},
}
