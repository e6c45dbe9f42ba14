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
	if _, ok := debuggerPrompt(text); ok {
		return true
	}
	return isDebuggerCommand(text)
}

// IsPromptMark says that the marks in front of a text is the prompt of dotnet-dump.
func IsPromptMark(marks, text []byte) bool {
	return string(bytes.TrimSpace(marks)) == ">" && isDebuggerCommand(text)
}

// DebuggerCommand reads a line of a session in which somebody gave a command:
// "0:012> ~*e !clrstack", "> clrstack -all", "(lldb) bt". marks stood in front of text.
// The command is its name in lower case, without "!" and the threads that it is for;
// empty where the prompt stands alone.
func DebuggerCommand(marks, text []byte) (name string, ok bool) {
	command, ok := debuggerPrompt(text)
	if !ok && !IsPromptMark(marks, text) {
		return "", false
	}
	return commandName(command), true
}

// commandName is the name of a command, "clrstack" of "~*e !clrstack -a".
func commandName(command []byte) string {
	words := bytes.Fields(command)
	if len(words) == 0 {
		return ""
	}
	word := words[0]
	if word[0] == '~' {
		word = bytes.TrimLeft(word[1:], "*.#0123456789")
		if (string(word) == "e" || len(word) == 0) && len(words) > 1 {
			word = words[1]
		}
	}
	word = bytes.TrimLeft(word, "!")
	if i := bytes.LastIndexAny(word, ".!"); i >= 0 &&
		(bytes.HasPrefix(word, []byte("sos")) || bytes.HasPrefix(word, []byte("ext"))) {
		word = word[i+1:]
	}
	return string(bytes.ToLower(word))
}

// debuggerNoise are beginnings of lines that dotnet-dump, WinDbg and lldb print on
// their own.
var debuggerNoise = []string{
	"Loading core dump:", "Ready to process analysis commands", "Type 'help' to list", "Type 'quit' or 'exit'",
	"Use 'help' ", "SOS Warning:",
	"Core file '", "Current thread is ", "*** WARNING:", "*** ERROR:", "Loaded sos", "SOS_HOSTING:",
	"Microsoft (R) Windows Debugger", "Loading Dump File [",
}

// debuggerPrompt cuts the prompt: "> ", "(lldb) ", "0:000> ", "0:000:x86> ". The first is
// a mark that cleaning has cut already, mostly.
func debuggerPrompt(text []byte) (command []byte, ok bool) {
	for _, prompt := range [...]string{"(lldb)", "(gdb)", "> "} {
		if rest, ok := bytes.CutPrefix(text, []byte(prompt)); ok {
			return bytes.TrimSpace(rest), prompt != "> " || isDebuggerCommand(rest)
		}
	}
	end := bytes.IndexByte(text, '>')
	if end < 3 || end > 12 || bytes.IndexByte(text[:end], ':') < 0 {
		return text, false
	}
	for _, c := range bytes.TrimSuffix(text[:end], []byte(":x86")) {
		if c != ':' && !IsHexDigit(c) {
			return text, false
		}
	}
	return bytes.TrimSpace(text[end+1:]), true
}

// debuggerCommands are commands of SOS and of the debuggers around it that stand near
// stacks.
var debuggerCommands = map[string]bool{
	"analyzeoom": true, "bt": true, "clrstack": true, "clrstack2": true, "clrthreads": true, "dlk": true, "do": true,
	"dotnet-dump": true, "dso": true, "dumpasync": true, "dumpheap": true, "dumpobj": true, "dumpstack": true,
	"dumpstackobjects": true, "eeheap": true, "eestack": true, "eeversion": true, "exit": true, "finalizequeue": true,
	"gcroot": true, "help": true, "loadsymbols": true, "mk": true, "objsize": true, "parallelstacks": true, "pe": true,
	"printexception": true, "pstacks": true, "q": true, "quit": true, "runaway": true, "runtimes": true,
	"setsymbolserver": true, "setthread": true, "sos": true, "syncblk": true, "threadpool": true,
	"threadpoolqueue": true, "threads": true, "threadstate": true, "timerinfo": true, "tp": true, "tpq": true,
}

// isDebuggerCommand recognises a command with at most a few arguments.
func isDebuggerCommand(text []byte) bool {
	const mostWords = 8
	if len(text) == 0 {
		return true
	}
	if words := bytes.Fields(text); len(words) > mostWords {
		return false
	}
	return debuggerCommands[commandName(text)]
}
