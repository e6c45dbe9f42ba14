package parse

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// foreign is a kind of input that is recognised in order to be refused by name.
type foreign struct {
	what, cure string
	is         func(head []byte) bool
}

const (
	cureDump = `dump the stacks with "dotnet-dump analyze FILE -c 'clrstack -all' -c exit > stacks.txt" and give that ` +
		`file`
	cureTrace = `record the process with "dotnet-trace collect -p PID" and give the .nettrace file`
	cureOther = `this tool reads .NET stacks only; ` + cureReport
)

// binaries are told by their first bytes, before anything is decoded.
var binaries = []foreign{
	{"this is a .nettrace file, an event trace", "it is no text; " + cureReport, hasPrefix("Nettrace")},
	{"this is a .netperf trace (version 3), as .NET Core 2.1 wrote it", cureTrace, isNetPerf},
	{"this is an .etlx file, PerfView's own form of a trace", "give the .nettrace file it was made from; " +
		cureReport, isETLX},
	{"this is an .etl file, a trace of Windows", cureTrace, isETL},
	{"this is a .gcdump file, a picture of the heap without stacks", cureReport, isGCDump},
	{"this is a core dump", cureDump, isCoreDump},
	{"this is an ELF program or library", cureReport, hasPrefix("\x7fELF")},
	{"this is a Windows minidump", cureDump, hasPrefix("MDMP")},
	{"this is a Windows kernel dump", cureReport, hasPrefix("PAGEDU")},
	{"this is a Windows program or library", cureReport, isPE},
	{"this is a macOS core dump or program", cureDump, hasPrefix("\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe")},
	{"this is a picture", "give the text of the report, not a screenshot of it; " + cureReport, hasPrefix("\x89PNG",
		"\xff\xd8\xff", "GIF8", "RIFF")},
	{"this is a PDF file", "copy the report out of it as text", hasPrefix("%PDF-")},
	{"this is an archive of a kind that is not unpacked here", "unpack it and give the files in it", isArchive},
}

// documents are told by the beginning of their text, before it is read: they hold
// names of methods, but no threads as a report has them.
var documents = []foreign{
	{"this is a speedscope file", "it holds samples over time, not one moment; " + cureReport,
		isJSONWith("speedscope.app/file-format-schema")},
	{"this is a Chromium trace", "it holds samples over time, not one moment; " + cureReport, isJSONWith(`"traceEvents"`)},
	{"this is the .crashreport.json of createdump", "use the dump beside it: " + cureDump, isJSONWith(`"stack_frames"`)},
	{"this is the JSON of dotnet-counters, values without stacks", cureReport, isJSONWith(`"TargetProcess"`, `"Events"`)},
	{"this is a view of PerfView, samples over time", cureSamples, isPerfView},
}

// foreignTexts are told by their text when no thread was found in it.
var foreignTexts = []foreign{
	{"this is the output of dotnet-trace report topN, which has no stacks", cureReport, hasText("Functions (Exclusive)",
		"Functions (Inclusive)")},
	{"this is the CSV of dotnet-counters, values without stacks", cureReport, hasText("Timestamp,Provider,Counter Name")},
	{"this is the display of dotnet-counters, values without stacks", cureReport,
		hasText("Press p to pause, r to resume, q to quit")},
	{"this is a goroutine dump of a Go program", cureOther, isGoDump},
	{"this is a Java thread dump", cureOther, isJavaDump},
	{"this is a Python traceback", cureOther, hasText("(most recent call last)", "(most recent call first)")},
	{"this is the output of py-spy", cureOther, hasText("\nPython v3.", "\nPython v2.")},
	{"this is a native backtrace of Mono", `Mono prints its managed stacks on SIGQUIT ("kill -QUIT PID"): give that text`,
		isMonoNative},
	{"this is a native backtrace of lldb", cureManaged, isLLDB},
	{"this is a native backtrace of gdb", cureManaged, isGDB},
	{"this is the call graph of macOS sample, or a crash report, with native frames", cureManaged, isMacSample},
	{"this is the native stack walk of a minidump", cureDump, isMinidumpStack},
	{"this is the help of dotnet-stack", cureReport,
		hasText("dotnet-stack [command]", "Captures and prints a managed stack")},
}

// leftovers are told last: stacks may stand beside what tells them.
var leftovers = []foreign{
	{"this is the Tasks window of Visual Studio, tasks without stacks",
		`copy the rows of its Call Stack window, or ` + cureReport, isTasksWindow},
	{"this is a summary of DebugDiag without the stacks", `copy the ".NET Call Stack" parts of its report, too`,
		isHangReport},
	{"these are native stacks of WinDbg or cdb", `load SOS and take "~*e !clrstack", or ` + cureReport, isNativeWinDbg},
	{"this is HTML without a report in it", "give the text of the report; " + cureReport, isHTML},
	{"this is a list of folded stacks", "counts of stacks are no threads; " + cureReport, isFolded},
	{"this is the encoded body of a mail (base64)", "save the decoded text and give that file", isBase64},
}

// refuseBinary names binary input by its first bytes; nil if it may be text.
func refuseBinary(head []byte) error {
	if f := find(binaries, head); f != nil {
		return f.refusal()
	}
	if !looksBinary(head) {
		return nil
	}
	return &InputError{Kind: Foreign, What: "this is a binary file", Expected: expectedReport, Cure: cureReport}
}

// refuseZip names a zip that is refused as a whole; other errors stay as they are.
func refuseZip(err error) error {
	switch {
	case errors.Is(err, text.ErrLargeZip):
		return &InputError{Kind: Foreign, What: err.Error(), Cure: "unpack it and give the files in it"}
	case errors.Is(err, text.ErrEmptyZip):
		return &InputError{Kind: Foreign, What: err.Error(), Cure: cureReport}
	}
	return err
}

// refuseDocument names documents that must not be read as text; nil for others.
func refuseDocument(head []byte) error {
	if f := find(documents, head); f != nil && !bytes.Contains(head, []byte(line.ThreadStart)) {
		return f.refusal()
	}
	return nil
}

// refuseLong says what a text is that was given up.
func refuseLong(head []byte) error {
	err := refuseText(head)
	var input *InputError
	switch {
	case !errors.As(err, &input):
	case input.Kind == Empty:
		input.What, input.Cure = "the first part of a long input is blank", cureReport
	case input.Kind == Unknown:
		input.What = "no thread recognised in the first part of a long text that begins with"
		input.Cure = "cut the report out of the text; " + cureReport
	}
	return err
}

// refuseText says what a text is in which no thread was found. head is its beginning,
// cleaned, each line ended by LF.
func refuseText(head []byte) error {
	first := firstLine(head)
	if len(first) == 0 {
		return &InputError{Kind: Empty, What: "the input is empty", Expected: expectedReport, Cure: cureEmpty}
	}
	if err := refuseFailure(head); err != nil {
		return err
	}
	for _, kinds := range [...][]foreign{foreignTexts, leftovers} {
		if f := find(kinds, head); f != nil {
			return f.refusal()
		}
	}
	return &InputError{
		Kind:     Unknown,
		What:     "no thread recognised in text that begins with",
		Quote:    text.Excerpt(first),
		Expected: expectedReport,
		Cure:     cureReport,
	}
}

func (f *foreign) refusal() error {
	return &InputError{Kind: Foreign, What: f.what, Cure: f.cure}
}

func find(kinds []foreign, head []byte) *foreign {
	for i := range kinds {
		if kinds[i].is(head) {
			return &kinds[i]
		}
	}
	return nil
}

func firstLine(head []byte) []byte {
	head = bytes.TrimSpace(head)
	if i := bytes.IndexByte(head, '\n'); i >= 0 {
		head = head[:i]
	}
	return head
}

func hasPrefix(prefixes ...string) func([]byte) bool {
	return func(head []byte) bool {
		for _, p := range prefixes {
			if bytes.HasPrefix(head, []byte(p)) {
				return true
			}
		}
		return false
	}
}

func hasText(texts ...string) func([]byte) bool {
	return func(head []byte) bool {
		for _, t := range texts {
			if bytes.Contains(head, []byte(t)) {
				return true
			}
		}
		return false
	}
}

// isJSONWith recognises JSON whose beginning has all of the texts.
func isJSONWith(texts ...string) func([]byte) bool {
	return func(head []byte) bool {
		head = bytes.TrimSpace(head)
		if len(head) == 0 || head[0] != '{' && head[0] != '[' {
			return false
		}
		for _, t := range texts {
			if !bytes.Contains(head, []byte(t)) {
				return false
			}
		}
		return true
	}
}

// isGCDump recognises the serialised form of TraceEvent that begins with its name
// behind a length (microsoft/perfview FastSerialization); a .nettrace has its own
// magic in front.
func isGCDump(head []byte) bool {
	return len(head) > 4 && bytes.HasPrefix(head[4:], []byte("!FastSerialization"))
}

// isNetPerf recognises the format before .nettrace by its first object.
func isNetPerf(head []byte) bool {
	const nameAt = 24 + 15
	return isGCDump(head) && len(head) > nameAt+5 && string(head[nameAt:nameAt+5]) == "Trace"
}

// isETLX recognises TraceEvent's own file by the type of its first object.
func isETLX(head []byte) bool {
	return isGCDump(head) && bytes.Contains(head[:min(len(head), 200)], []byte("Etlx.TraceLog"))
}

// isETL recognises a trace of Event Tracing for Windows. It begins with a buffer, whose
// first event, of a system header's kind, repeats the buffer's size (WMI_BUFFER_HEADER,
// SYSTEM_TRACE_HEADER and TRACE_LOGFILE_HEADER of the Windows SDK).
func isETL(head []byte) bool {
	const markerAt, sizeAt, system = 75, 104, 0xC0
	return len(head) >= sizeAt+4 && head[markerAt] == system && !bytes.Equal(head[:4], make([]byte, 4)) &&
		bytes.Equal(head[:4], head[sizeAt:sizeAt+4])
}

func isCoreDump(head []byte) bool {
	const typeAt, core = 16, 4
	if len(head) < typeAt+2 || !bytes.HasPrefix(head, []byte("\x7fELF")) {
		return false
	}
	return head[typeAt] == core && head[typeAt+1] == 0 || head[typeAt] == 0 && head[typeAt+1] == core
}

func isPE(head []byte) bool {
	return bytes.HasPrefix(head, []byte("MZ")) && bytes.IndexByte(head, 0) >= 0
}

func isArchive(head []byte) bool {
	const tarMagicAt = 257
	return hasPrefix("7z\xbc\xaf\x27\x1c", "\xfd7zXZ\x00", "BZh", "\x28\xb5\x2f\xfd", "Rar!")(head) ||
		len(head) > tarMagicAt+5 && bytes.HasPrefix(head[tarMagicAt:], []byte("ustar"))
}

// looksBinary recognises control characters that no encoding of text has so many of,
// or some of them among bytes that are no UTF-8. Text in an old code page has none.
func looksBinary(head []byte) bool {
	if name, _ := text.DetectEncoding(head); name != text.UTF8 {
		return false
	}
	controls, wrong, runes := 0, 0, 0
	for rest := head; len(rest) > 0; runes++ {
		r, size := utf8.DecodeRune(rest)
		switch {
		case r == utf8.RuneError && size == 1:
			wrong++
		case r < '\t' || r > '\r' && r < ' ' && r != 0x1b:
			controls++
		}
		rest = rest[size:]
	}
	if controls > runes/8 {
		return true
	}
	const least = 16
	return controls > runes/100 && controls+wrong > max(least, runes/20) && !bytes.Contains(head, []byte(line.ThreadStart))
}

// isBase64 recognises the body of a mail in base64 (RFC 2045, 6.8).
func isBase64(head []byte) bool {
	if _, ok := line.CutPrefixFold(head, "content-transfer-encoding: base64"); ok {
		return true
	}
	const least, narrowest = 3, 60
	lines, width := 0, 0
	for text := range bytes.Lines(head) {
		text = bytes.TrimRight(text, "\r\n")
		if len(text) < narrowest || bytes.ContainsFunc(text, func(r rune) bool {
			return r >= utf8.RuneSelf || !line.IsAlnum(byte(r)) && r != '+' && r != '/'
		}) {
			lines = 0
			continue
		}
		if len(text) != width {
			lines = 0
		}
		width = len(text)
		if lines++; lines == least {
			return true
		}
	}
	return false
}

// isAccident says that a text was read as a stack because one line of it looks like a
// frame: it has no header, and nearly nothing else was understood.
func isAccident(snaps []*Snapshot) bool {
	if len(snaps) != 1 {
		return false
	}
	s := snaps[0]
	return s.HeadMissing && len(s.Threads) == 1 && s.Frames < 2 && s.SkippedLines > 10
}

func isGoDump(head []byte) bool {
	i := bytes.Index(head, []byte("goroutine "))
	if i < 0 {
		return false
	}
	state := head[i:min(len(head), i+40)]
	return bytes.Contains(state, []byte(" ["))
}

func isJavaDump(head []byte) bool {
	return bytes.Contains(head, []byte("Full thread dump Java")) ||
		bytes.Contains(head, []byte("Full thread dump OpenJDK")) ||
		bytes.Contains(head, []byte("Full thread dump ")) && bytes.Contains(head, []byte("java")) ||
		bytes.Contains(head, []byte("java.lang.Thread.State:")) ||
		bytes.Contains(head, []byte(" tid=0x")) && bytes.Contains(head, []byte(" nid="))
}

func isHTML(head []byte) bool {
	for _, tag := range [...]string{"<!doctype html", "<html", "<head", "<body"} {
		if _, ok := line.CutPrefixFold(bytes.TrimSpace(head), tag); ok {
			return true
		}
	}
	return false
}

// isFolded recognises "root;…;leaf 12" lines.
func isFolded(head []byte) bool {
	first := firstLine(head)
	blank := bytes.LastIndexByte(first, ' ')
	if blank < 0 || bytes.Count(first, []byte(";")) < 2 {
		return false
	}
	_, number := line.ThreadNumber(first[blank+1:])
	return number
}
