package parse

import (
	"bytes"
	"strconv"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// sosBlocks reads the tables of syncblk, threadpool and clrthreads. Sources:
// dotnet/diagnostics src/SOS/Strike/strike.cpp and
// src/Microsoft.Diagnostics.ExtensionCommands/ThreadPoolCommand.cs.
type sosBlocks struct {
	b       *builder
	block   pastedKind // that is being read; 0 outside of blocks
	pool    *PoolCounts
	seen    map[string]bool // lines of poolStarts that the block of threadpool has
	queue   int             // rows of work items
	elapsed bool            // rows of runaway say how long threads exist, not what they used
}

// isBlockHeader recognises the first line of a block.
func isBlockHeader(text []byte) bool {
	return isLockTable(text) || isAsyncTable(text) || isAsyncHead(text) || isRunawayHead(text) || isDlkHead(text) ||
		poolStart(text) != "" || bytes.HasPrefix(text, []byte("ThreadCount:")) ||
		isThreadTable(text) || isThreadRow(text)
}

func isLockTable(text []byte) bool { return line.HasWords(text, "Index", "SyncBlock", "MonitorHeld") }

func isThreadTable(text []byte) bool {
	return line.HasWords(text, "DBG", "ID", "OSID", "ThreadOBJ") || line.HasWords(text, "ID", "OSID", "ThreadOBJ")
}

// poolStarts are the lines that a block of threadpool can begin with.
var poolStarts = []string{"Using the Portable thread pool", "Using the Windows thread pool", "logStart:",
	"CPU utilization", "Work Request in Queue:"}

// poolStart finds the line among poolStarts; "" for others.
func poolStart(text []byte) string {
	for _, p := range poolStarts {
		if bytes.HasPrefix(text, []byte(p)) {
			return p
		}
	}
	return ""
}

// line takes a line of a block. It reports false for other lines.
func (s *sosBlocks) line(l text.Line) bool {
	switch text := l.Text; {
	case isLockTable(text):
		s.begin(pastedLocks)
	case isAsyncTable(text), s.block != pastedAsync && isAsyncHead(text):
		s.begin(pastedAsync)
		s.asyncLine(text)
	case isDlkHead(text):
		if s.block != pastedDlk {
			s.begin(pastedDlk)
		}
	case isRunawayHead(text):
		if s.block != pastedCPU {
			s.begin(pastedCPU)
		}
		s.elapsed = bytes.HasPrefix(text, []byte("Elapsed"))
	case bytes.HasPrefix(text, []byte("ThreadCount:")):
		s.begin(pastedRoles)
	case isThreadTable(text):
		if s.block != pastedRoles {
			s.begin(pastedRoles)
		}
	case poolStart(text) != "":
		s.beginPool(poolStart(text))
		s.poolLine(text)
	case s.block == pastedLocks:
		return s.lockLine(text)
	case s.block == pastedRoles:
		return s.threadLine(text)
	case s.block == pastedPool:
		return s.poolLine(text)
	case s.block == pastedAsync:
		return s.asyncLine(text)
	case s.block == pastedDlk:
		return s.dlkLine(text)
	case s.block == pastedCPU:
		return s.runawayLine(text)
	default:
		return isThreadRow(text)
	}
	return true
}

func (s *sosBlocks) begin(kind pastedKind) {
	s.block = kind
	s.b.pasteNew(kind)
}

func (s *sosBlocks) async() *asyncRows {
	p := s.b.paste(pastedAsync)
	if p.async == nil {
		p.async = &asyncRows{}
	}
	return p.async
}

// beginPool begins the block of threadpool, unless it is one already that has no such
// line yet.
func (s *sosBlocks) beginPool(first string) {
	if s.block != pastedPool || s.seen[first] {
		s.block = pastedPool
		s.pool, s.queue, s.seen = &PoolCounts{Queue: -1}, 0, map[string]bool{}
		s.b.pasteNew(pastedPool).pool = s.pool
	}
	s.seen[first] = true
}

// lockLine reads a row of syncblk:
//
//	41 000000000143D038          603         1 00007F2B542D28C0 1dc1d  20   00007f2e90080fb8 System.Object
//
// MonitorHeld is 1 for the owner and 2 for each waiter. A lock without an owner has
// "none" or "orphaned" in place of a thread.
func (s *sosBlocks) lockLine(text []byte) bool {
	if line.IsRule(text) || isCount(text, "Total", "CCW", "RCW", "ComClassFactory", "Free") {
		return true
	}
	words := bytes.Fields(text)
	if len(words) < 6 || !line.IsDecimal(words[0]) || addressLength(words[1]) == 0 || !line.IsDecimal(words[2]) ||
		!line.IsDecimal(words[3]) {
		return false
	}
	held, err := strconv.Atoi(string(words[2]))
	if err != nil {
		return false
	}
	lock := pastedLock{Lock: Lock{Waiters: held / 2}}
	rest := words[5:]
	if n, ok := line.ParseHex(words[5]); ok && addressLength(words[4]) > 0 && len(words) > 6 && len(words[5]) <= 8 {
		lock.owner = n
		rest = words[6:]
	}
	lock.Address, lock.Object = lockedObject(rest)
	if p := s.b.paste(pastedLocks); len(p.locks) < maxLocks {
		p.locks = append(p.locks, lock)
	}
	return true
}

// lockedObject finds the object's address and type behind the owner.
func lockedObject(words [][]byte) (address, typ string) {
	for i, w := range words {
		if addressLength(w) > 0 {
			return text.Excerpt(w), text.Excerpt(bytes.Join(words[i+1:], []byte(" ")))
		}
	}
	return "", ""
}

// threadLine reads a line of clrthreads. Its rows are
//
//	174  232 18109 00007F1220026E10  1021220 Preemptive  …:… 0000000001DB4F80 0 Ukn (Threadpool Worker)
//
// System.IO.IOException 00007f1351af3ec0
func (s *sosBlocks) threadLine(text []byte) bool {
	if isCount(text, "UnstartedThread:", "BackgroundThread:", "PendingThread:", "DeadThread:") || line.HasWords(text,
		"Hosted", "Runtime:") || string(text) == "Lock" ||
		line.HasWords(text, "PreEmptive") {
		return true
	}
	words := bytes.Fields(text)
	if len(words) < 6 || !line.IsDecimal(words[1]) || addressLength(words[3]) == 0 {
		return isThreadRow(text)
	}
	switch string(words[5]) {
	case "Preemptive", "Cooperative", "Enabled", "Disabled": // the latter two until .NET 4
	default:
		return false
	}
	number, ok := line.ParseHex(words[2])
	state, stateOK := line.ParseHex(words[4])
	if !ok || !stateOK {
		return false
	}
	p := s.b.paste(pastedRoles)
	if clr, ok := line.ThreadNumber(words[1]); ok && number != 0 {
		p.setNumber(clr, number)
	}
	if role := threadRole(text, state); role != "" && number != 0 {
		p.setRole(number, role)
	}
	return true
}

// setNumber keeps the operating system's number of a thread of the runtime.
func (p *pasted) setNumber(clr, number uint64) {
	if p.clr == nil {
		p.clr = make(map[uint64]uint64)
	}
	if len(p.clr) < maxRoles {
		p.clr[clr] = number
	}
}

// setRole keeps what a debugger calls a thread.
func (p *pasted) setRole(number uint64, role string) {
	if p.roles == nil {
		p.roles = make(map[uint64]string)
	}
	if len(p.roles) < maxRoles {
		p.roles[number] = role
	}
}

// threadRoles are the words of clrthreads, and the bits of the thread's state that say
// the same. Source: dotnet/runtime src/coreclr/vm/threads.h.
var threadRoles = []struct {
	word string
	bit  uint64
}{
	{"Finalizer", 0},
	{"Threadpool Worker", 0x01000000},
	{"Threadpool Completion Port", 0x08000000},
	{"GC", 0},
}

func threadRole(text []byte, state uint64) string {
	for _, r := range threadRoles {
		if bytes.Contains(text, []byte("("+r.word+")")) {
			return r.word
		}
	}
	for _, r := range threadRoles {
		if state&r.bit != 0 {
			return r.word
		}
	}
	return ""
}

// isThreadRow recognises a row of dotnet-dump's threads: "*1 0x0810 (2064)", and the
// registers that -v adds.
func isThreadRow(text []byte) bool {
	const longest = 60
	if len(text) > longest || !bytes.Contains(text, []byte("0x")) {
		return false
	}
	words := bytes.Fields(text)
	switch len(words) {
	case 2:
		switch string(words[0]) {
		case "IP", "SP", "FP", "TEB":
			return line.IsHexID(words[1])
		}
	case 3:
		number := bytes.TrimPrefix(words[0], []byte("*"))
		id := words[2]
		return line.IsDecimal(number) && line.IsHexID(words[1]) && id[0] == '(' && line.IsDecimal(bytes.Trim(id, "()"))
	}
	return false
}

// isCount recognises a name and a number.
func isCount(text []byte, names ...string) bool {
	for _, n := range names {
		if rest, ok := bytes.CutPrefix(text, []byte(n)); ok {
			return line.IsDecimal(bytes.TrimSpace(rest))
		}
	}
	return false
}
