package parse

import (
	"bytes"
	"regexp"
	"sync"

	"stacktriage/parse/internal/line"
)

const (
	cureManaged = `it shows no managed methods: in lldb with SOS loaded take "clrstack -all", ` +
		`or, on the running process, ` + cureReport
	cureSamples = `it holds samples over time, not the stacks of one moment; ` + cureReport
)

// perfViewRow is a row of a view of PerfView: a name, then at least four columns of
// numbers.
var perfViewRow = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ |+0-9]*\S.*?\s+-?[\d.,]+\s+-?[\d.,]+\s+-?[\d.,]+\s+-?[\d.,]+` +
		`(?:\s+-?[\d.,]+)*(?:\s+[_.oO0-9*A-Z]{4,})?(?:\s+-?[\d.,]+)*\s*$`)
})

// isPerfView recognises what is copied from a view of PerfView. Its rows look like
// frames, and some of them like headers of threads.
func isPerfView(head []byte) bool {
	if bytes.Contains(head, []byte("Inc %")) && bytes.Contains(head, []byte("Exc %")) {
		return true
	}
	const least = 2
	rows, others := 0, 0
	for text := range bytes.Lines(head) {
		text = bytes.TrimRight(text, "\r\n")
		switch {
		case bytes.IndexByte(text, '!') <= 0:
		case bytes.HasSuffix(text, []byte(")")):
			others++ // a frame: rows end in numbers
		case perfViewRow().Match(text):
			rows++
		default:
			others++
		}
	}
	return rows >= least && rows > others
}

// isLLDB recognises the backtraces of lldb.
func isLLDB(head []byte) bool {
	if bytes.Contains(head, []byte("(lldb) bt")) || bytes.Contains(head, []byte("(lldb) thread backtrace")) {
		return true
	}
	return lldbFrame().Match(head)
}

// lldbFrame is "frame #0: 0x00007f28a119f629 libpthread.so.0`__pthread_cond_timedwait + 761".
var lldbFrame = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?m)^[* \t]*frame #\\d+: 0x[0-9a-fA-F]+(?: |$)")
})

// gdbFrame is "#1  0x00007f28a050193b in CLREventBase::WaitEx () from libcoreclr.so".
var gdbFrame = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^#\d+ +(?:0x[0-9a-fA-F]+ in )?[^\s(]+.*\(.*\).*(?: at | from |$)`)
})

// isGDB recognises the backtraces of gdb and of pstack.
func isGDB(head []byte) bool {
	return bytes.Contains(head, []byte("(LWP ")) || bytes.Contains(head, []byte("#0  0x")) ||
		bytes.Contains(head, []byte("(gdb)")) && gdbFrame().Match(head)
}

// isMacSample recognises the call graph of macOS's sample and spindump, and the reports
// of crashes that print threads in the same way.
func isMacSample(head []byte) bool {
	if bytes.Contains(head, []byte("Call graph:")) && bytes.Contains(head, []byte("Thread_")) {
		return true
	}
	return macFrame().Match(head) && macThread().Match(head)
}

var (
	macThread = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^Thread \d+(?: Crashed)?::? ?.*$`) })
	macFrame  = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^\d+\s+\S+\s+0x[0-9a-fA-F]{8,16} \S.* \+ \d+`)
	})
)

// isMinidumpStack recognises minidump_stackwalk and Breakpad, which print native frames
// with their registers.
func isMinidumpStack(head []byte) bool {
	return bytes.Contains(head, []byte("Found by: ")) && bytes.Contains(head, []byte("Thread "))
}

// isMonoNative recognises the native half of Mono's report of a crash.
func isMonoNative(head []byte) bool {
	return bytes.Contains(head, []byte("mono_")) && (isLLDB(head) || isGDB(head)) ||
		bytes.Contains(head, []byte("Native Crash Reporting"))
}

// isTasksWindow recognises rows of Visual Studio's Tasks window.
func isTasksWindow(head []byte) bool {
	const least = 2
	rows := 0
	for text := range bytes.Lines(head) {
		fields := bytes.Split(bytes.TrimRight(text, "\r\n"), []byte("\t"))
		if len(fields) < 3 {
			continue
		}
		states := 0
		for _, f := range fields {
			switch string(bytes.TrimSpace(f)) {
			case "Status", "Start Time", "Start Time (sec)", "Duration (sec)", "Duration", "Thread Assignment", "Task":
				states++
			case "Active", "Awaiting", "Scheduled", "Blocked", "Deadlocked", "Completed":
				states += least
			}
		}
		if states >= least {
			rows++
		}
	}
	return rows >= least
}

// isHangReport recognises the summaries of DebugDiag without its stacks.
func isHangReport(head []byte) bool {
	return bytes.Contains(head, []byte("waiting to enter a .NET Lock")) ||
		bytes.Contains(head, []byte("Debug Diag")) || bytes.Contains(head, []byte("DebugDiag"))
}

// isNativeWinDbg recognises the stacks of WinDbg without a managed frame in them.
func isNativeWinDbg(head []byte) bool {
	if bytes.Contains(head, []byte("ChildEBP")) || bytes.Contains(head, []byte("Child-SP")) &&
		bytes.Contains(head, []byte("RetAddr")) {
		return true
	}
	const least = 2
	rows := 0
	for text := range bytes.Lines(head) {
		text = bytes.TrimSpace(text)
		front := len(listFront().Find(text))
		if module, _, ok := line.CutModule(text[front:]); ok && front > 0 && line.IsModule(module) {
			rows++
		}
	}
	return rows >= least
}
