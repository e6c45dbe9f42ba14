package line

import "bytes"

// isDebuggerLine recognises what stands around the output of commands in a debugger's
// session: prompts with a command, and what the debugger says when it starts. A new
// command is no new report: its output is of the same dump.
func isDebuggerLine(text []byte) bool {
	for _, n := range debuggerNoise {
		if bytes.HasPrefix(text, []byte(n)) {
			return true
		}
	}
	return isDebuggerCommand(debuggerPrompt(text))
}

// IsPromptMark says that the marks in front of a text is the prompt of dotnet-dump.
func IsPromptMark(marks, text []byte) bool {
	return string(bytes.TrimSpace(marks)) == ">" && isDebuggerCommand(text)
}

// debuggerNoise are beginnings of lines that dotnet-dump, WinDbg and lldb print on
// their own.
var debuggerNoise = []string{
	"Loading core dump:", "Ready to process analysis commands", "Type 'help' to list", "Type 'quit' or 'exit'",
	"Use 'help' ", "SOS Warning:",
	"Core file '", "Current thread is ", "*** WARNING:", "*** ERROR:", "Loaded sos", "SOS_HOSTING:",
	"Microsoft (R) Windows Debugger", "Loading Dump File [",
}

// debuggerPrompt cuts the prompt: "> ", "(lldb) ", "0:000> ". The first is a mark that
// cleaning has cut already.
func debuggerPrompt(text []byte) []byte {
	if rest, ok := bytes.CutPrefix(text, []byte("(lldb)")); ok {
		return bytes.TrimSpace(rest)
	}
	if rest, ok := bytes.CutPrefix(text, []byte("> ")); ok {
		return bytes.TrimSpace(rest)
	}
	end := bytes.IndexByte(text, '>')
	if end < 3 || end > 12 || bytes.IndexByte(text[:end], ':') < 0 {
		return text
	}
	for _, c := range text[:end] {
		if c != ':' && !IsHexDigit(c) {
			return text
		}
	}
	return bytes.TrimSpace(text[end+1:])
}

// debuggerCommands are commands of SOS and of the debuggers around it that stand near
// stacks.
var debuggerCommands = map[string]bool{
	"clrstack": true, "clrthreads": true, "threads": true, "setthread": true, "threadpool": true, "tp": true,
	"syncblk": true, "parallelstacks": true, "pstacks": true,
	"dumpstack": true, "eestack": true, "dumpasync": true, "dumpheap": true, "dumpobj": true, "do": true, "dso": true,
	"eeversion": true, "runtimes": true, "sos": true,
	"pe": true, "printexception": true, "exit": true, "quit": true, "q": true, "help": true, "setsymbolserver": true,
	"loadsymbols": true, "threadpoolqueue": true, "tpq": true,
	"dotnet-dump": true,
}

// isDebuggerCommand recognises a command with at most a few arguments.
func isDebuggerCommand(text []byte) bool {
	const mostWords = 8
	if len(text) == 0 {
		return true
	}
	words := bytes.Fields(text)
	if len(words) > mostWords {
		return false
	}
	if words[0][0] == '~' && len(words) > 1 {
		words = words[1:]
	}
	word := bytes.TrimPrefix(words[0], []byte("!"))
	if i := bytes.LastIndexByte(word, '.'); i >= 0 && bytes.HasPrefix(word, []byte("sos.")) {
		word = word[i+1:]
	}
	return debuggerCommands[string(bytes.ToLower(word))]
}
