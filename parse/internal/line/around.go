package line

import "bytes"

// Boundary is a hint that what follows belongs to another report.
type Boundary uint8

const (
	NoBoundary   Boundary = iota
	HintBoundary          // a line of somebody else, or a rule, between two threads
	WeakBoundary          // text of somebody else between two threads
	HardBoundary          // a command line, a prompt, a comment of the tool
)

// IsRule recognises a line of dashes.
func IsRule(text []byte) bool { return len(text) >= 5 && len(bytes.Trim(text, "-")) == 0 }

// Around recognises lines that often stand around reports and say nothing
// about threads: command lines, comments, fences. They are no loss, and some of them
// separate reports.
func Around(text []byte) (Boundary, bool) {
	switch {
	case isToolComment(text), IsCommandLine(text), isTypescript(text), isFileName(text):
		return HardBoundary, true
	case text[0] == '#':
		return WeakBoundary, true
	case isFence(text), IsRule(text):
		return HintBoundary, true
	case isDebugLine(text), isBracket(text), isDebuggerLine(text):
		return NoBoundary, true
	}
	return NoBoundary, false
}

// isToolComment recognises the comment that dotnet-stack prints before the first
// thread when the rundown took long (dotnet/diagnostics ReportCommand.cs).
func isToolComment(text []byte) bool {
	return bytes.HasPrefix(text, []byte("# Sufficiently large applications"))
}

// isDebugLine recognises "Found 12 stacks for thread 0x1A", which debug builds print.
func isDebugLine(text []byte) bool {
	return bytes.HasPrefix(text, []byte("Found ")) && bytes.Contains(text, []byte(" stacks for thread 0x"))
}

// isBracket recognises a line of JSON that is only a bracket.
func isBracket(text []byte) bool {
	return len(text) <= 2 && bytes.IndexByte([]byte("{}[]"), text[0]) >= 0 && (len(text) == 1 || text[1] == ',')
}

// toolNames are how the tool is called.
var toolNames = []string{"dotnet-stack report", "dotnet stack report", "dotnet-stack.exe", "dotnet-stack ps"}

// IsCommandLine recognises a prompt with a command, or the command alone.
func IsCommandLine(text []byte) bool {
	for _, name := range toolNames {
		if bytes.Contains(text, []byte(name)) {
			return true
		}
	}
	return isPrompt(text)
}

// isPrompt recognises "$ …", "PS C:\>", "C:\dir>…", "user@host:~$ …" and "[root@host dir]# …".
func isPrompt(text []byte) bool {
	if text[0] == '$' && (len(text) == 1 || text[1] == ' ') {
		return true
	}
	if bytes.HasPrefix(text, []byte("PS ")) && bytes.IndexByte(text, '>') > 0 {
		return true
	}
	if len(text) > 3 && text[1] == ':' && text[2] == '\\' && bytes.IndexByte(text, '>') > 0 {
		return true
	}
	end := bytes.IndexAny(text, "$#")
	at := bytes.IndexByte(text, '@')
	return at > 0 && end > at && end < 80 && bytes.IndexByte(text[:at], ' ') < 0 &&
		(end == len(text)-1 || text[end+1] == ' ')
}

// isTypescript recognises the frame of script(1).
func isTypescript(text []byte) bool {
	return bytes.HasPrefix(text, []byte("Script started on ")) || bytes.HasPrefix(text, []byte("Script done on "))
}

// isFileName recognises what head, tail and more print in front of each of several
// files.
func isFileName(text []byte) bool {
	return bytes.HasPrefix(text, []byte("==> ")) && bytes.HasSuffix(text, []byte(" <==")) || bytes.HasPrefix(text,
		[]byte("::::::::::::::"))
}

// fences are the marks around a block of code in Markdown, wikis and trackers.
var fences = []string{"```", "~~~", "{code", "{noformat", "[code", "[/code", "<pre", "</pre", "<code", "</code"}

func isFence(text []byte) bool {
	const longestFence = 40
	if len(text) > longestFence {
		return false
	}
	for _, f := range fences {
		if bytes.HasPrefix(text, []byte(f)) {
			return true
		}
	}
	return false
}
