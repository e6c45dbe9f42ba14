package parse

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// A debugger's session holds the output of many commands. Only that of some is stacks;
// rows of the others, such as gcroot's, look like frames and are none.

// listing is what the lines of a session belong to.
type listing uint8

const (
	noListing     listing = iota // it is not known: a line speaks for itself
	stackListing                 // a command that prints stacks
	staleListing                 // dumpstack or eestack: rows that are no calls any more among the others
	symbolListing                // kc: frames without addresses
	otherListing                 // a command whose rows are no frames
)

// stackCommands print stacks. All others but the blocks do not.
var stackCommands = map[string]listing{
	"clrstack": stackListing, "clrstack2": stackListing, "mk": stackListing, "bt": stackListing,
	"dumpstack": staleListing, "eestack": staleListing,
}

// factCommands print the blocks that sosBlocks reads.
var factCommands = []string{
	"syncblk", "threads", "clrthreads", "threadpool", "tp", "threadpoolqueue", "tpq", "runaway", "dlk", "dumpasync",
	"parallelstacks", "pstacks",
}

// listingOf tells what a command prints.
func listingOf(command string) listing {
	if l, ok := stackCommands[command]; ok {
		return l
	}
	switch {
	case command == "" || slices.Contains(factCommands, command):
		return noListing
	case command[0] == 'k' && strings.Trim(command[1:], "bcdflmnpv0123456789") == "":
		if strings.Contains(command, "c") {
			return symbolListing
		}
		return stackListing
	}
	return otherListing
}

// otherTables begin listings that are no stacks, where the command itself is not in the
// paste.
var otherTables = []string{
	"GC roots:", "HandleTable:", "Async \"stack\":", "StackTrace (generated):", "Exception object:", "Exception type:",
	"SP/REG", "ESP/REG", "RSP/REG", "Found 1 unique root", "Finalizer Queue:",
}

// opensOther recognises the beginning of a listing that is no stack. gcroot names the
// thread of a root "Thread 4b7c:".
func opensOther(text []byte) bool {
	for _, t := range otherTables {
		if bytes.HasPrefix(text, []byte(t)) {
			return true
		}
	}
	id, ok := bytes.CutPrefix(text, []byte("Thread "))
	id, colon := bytes.CutSuffix(id, []byte(":"))
	return ok && colon && len(id) > 0 && len(id) <= 8 && line.Run(id, line.IsHexDigit) == len(id)
}

// nativeTable recognises the head of a table of k and its kin: "# Child-SP RetAddr Call
// Site", "ChildEBP RetAddr Args to Child", "Child-SP RetAddr Caller, Callee".
func nativeTable(text []byte) bool {
	text = bytes.TrimLeft(text, "# \t")
	if isShortTable(text) {
		return true
	}
	for _, first := range [...]string{"ChildEBP", "Child-SP"} {
		if line.HasWords(text, first, "RetAddr") {
			return true
		}
	}
	return line.HasWords(text, "SP", "IP", "Function")
}

// windbgThread is the line in front of each stack of "~*k": an index, the ids of process
// and thread.
var windbgThread = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[.#]?\s*\d+\s+Id: [0-9a-fA-F]+\.([0-9a-fA-F]+) ` +
		"Suspend: -?\\d+ Teb: [0-9a-fA-F`]+")
})

// clrstack2Thread is the row above a stack of clrstack2: the debugger's index, the
// thread's id, its apartment and its kind.
var clrstack2Thread = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*\d+\s+([0-9a-fA-F]{1,8})\s+(?:STA|MTA|NTA|Unk\w*|None)\s+(\w+)\s+v\d`)
})

// sessionThread reads the headers of threads that WinDbg and its extensions print.
func sessionThread(text []byte) (id, kind []byte, ok bool) {
	const shortest, longest = 12, 200
	if len(text) < shortest || len(text) > longest {
		return nil, nil, false
	}
	if bytes.Contains(text, []byte("Suspend: ")) {
		if m := windbgThread().FindSubmatch(text); m != nil {
			return hexIDOf(m[1]), nil, true
		}
	}
	if bytes.Contains(text, []byte(" v")) {
		if m := clrstack2Thread().FindSubmatch(text); m != nil {
			return hexIDOf(m[1]), m[2], true
		}
	}
	return nil, nil, false
}

func hexIDOf(digits []byte) []byte {
	n, _ := line.ParseHex(digits)
	return []byte(line.HexID(n))
}

// isClrstack2Table recognises the head above that row.
func isClrstack2Table(text []byte) bool { return line.HasWords(text, "DbgId", "ThreadId") }

// isShortTable recognises the head of mk and of the first versions of clrstack: "ESP EIP".
func isShortTable(text []byte) bool {
	words := bytes.Fields(text)
	return len(words) == 2 && bytes.HasSuffix(words[0], []byte("SP")) && bytes.HasSuffix(words[1], []byte("IP"))
}

// isSymbolTable recognises the head of kc, which prints no addresses.
func isSymbolTable(text []byte) bool {
	return string(bytes.TrimLeft(text, "# \t")) == "Call Site"
}

// opensSession recognises the lines of a session that stand in front of stacks.
func opensSession(text []byte) bool {
	if _, _, ok := sessionThread(text); ok || nativeTable(text) || isClrstack2Table(text) || isBareFrame(text) {
		return true
	}
	if _, ok := line.DebuggerCommand(nil, text); ok || isBareCommand(text) {
		return true
	}
	for _, t := range otherTables {
		if bytes.HasPrefix(text, []byte(t)) {
			return true
		}
	}
	return false
}

// isBareCommand recognises a command whose prompt is not there, or was a mark that
// cleaning has cut: "clrstack -all", "gcroot 00007f372b981268". Other commands have names
// that are words of English, too.
func isBareCommand(text []byte) bool {
	words := bytes.Fields(text)
	const most = 5
	if len(words) == 0 || len(words) > most {
		return false
	}
	switch string(bytes.ToLower(bytes.TrimPrefix(words[0], []byte("!")))) {
	case "clrstack", "clrthreads", "dso", "dumpasync", "dumpheap", "dumpobj", "dumpstack", "dumpstackobjects",
		"eestack", "gcroot", "printexception", "syncblk":
	default:
		return false
	}
	return !slices.ContainsFunc(words[1:], func(w []byte) bool {
		return w[0] != '-' && addressLength(w) == 0 && !line.IsDecimal(w)
	})
}

// idle says that nothing was read yet but prompts.
func (r *sosReader) idle() bool {
	return !r.open && r.b.threads == 0 && r.blocks.block == 0 && r.listing != otherListing
}

// isBareFrame recognises a frame of the runtime's own that stands without an address in
// front: "[HelperMethodFrame: 000000cd8925e358] System.Threading.Monitor.Enter(…)".
func isBareFrame(text []byte) bool {
	if !isInternalFrame(text) {
		return false
	}
	_, rest, ok := bytes.Cut(text[:bytes.IndexByte(text, ']')], []byte(": "))
	return ok && addressLength(rest) == len(rest)
}

// session takes the lines that say what the following ones are: prompts, heads of
// tables, threads. It reports false for others.
func (r *sosReader) session(l text.Line) bool {
	command, ok := line.DebuggerCommand(l.Marks, l.Text)
	if !ok && isBareCommand(l.Text) {
		command, ok = line.DebuggerCommand([]byte(">"), l.Text)
	}
	if ok {
		r.finish()
		r.listing, r.command = listingOf(command), command
		r.blocks.block = 0
		if command == "dumpasync" {
			r.blocks.begin(pastedAsync)
		}
		return true
	}
	if id, kind, ok := sessionThread(l.Text); ok {
		r.finish()
		if r.listing == otherListing {
			r.listing = noListing
		}
		r.b.whole = false
		r.begin(l.No, id)
		r.mixed = kind == nil
		if number, ok := line.ParseHex(id[2:]); ok && string(kind) == "Worker" {
			r.b.paste(pastedRoles).setRole(number, "Threadpool Worker")
		}
		return true
	}
	if isClrstack2Table(l.Text) {
		r.finish()
		r.listing = stackListing
		return true
	}
	if r.listing == otherListing && !isShortTable(l.Text) {
		return opensOther(l.Text)
	}
	if r.listing == otherListing {
		r.listing = stackListing
	}
	if isSymbolTable(l.Text) {
		r.listing = symbolListing
		return true
	}
	if nativeTable(l.Text) {
		r.listing = max(r.listing, stackListing)
		r.table(l)
		r.mixed = true
		return true
	}
	if bytes.HasPrefix(l.Text, []byte("Current frame:")) {
		r.listing = staleListing
		r.dropEmptyHeadless()
		return true
	}
	if r.command == "mk" && opensOther(l.Text) {
		r.finish()
		return true
	}
	if opensOther(l.Text) {
		r.dropEmpty()
		r.finish()
		r.listing = otherListing
		return true
	}
	return false
}

// dropEmpty forgets a thread of which only the header was read: dso prints the header,
// too, and then objects.
func (r *sosReader) dropEmpty() {
	if r.open && len(r.frames) == 0 && !r.walked {
		r.open = false
	}
}

// dropEmptyHeadless ends the thread before, unless it has nothing but its header: the
// line belongs to it then.
func (r *sosReader) dropEmptyHeadless() {
	if r.open && (len(r.frames) > 0 || r.walked) {
		r.finish()
	}
}

// siteOf reads the call site of a row, in the forms that the listing has.
func (r *sosReader) siteOf(raw []byte) ([]byte, bool) {
	if site, ok := sosRow(raw); ok {
		r.mixed = r.mixed || r.listing != noListing && isNativeSite(site) && !looksManaged(debuggerSymbol(site))
		return site, true
	}
	if isBareFrame(raw) {
		r.bare = true
		return raw, true
	}
	if r.listing == symbolListing {
		site := raw[frameNumberEnd(raw):]
		if r.mixed = isNativeSite(site) || looksManaged(site); r.mixed {
			return site, true
		}
	}
	if !r.open {
		return nil, false
	}
	if r.bare && looksManaged(raw) {
		return raw, true
	}
	return shortRow(raw)
}

// oddRow takes a row of an open table of which a copy left too little. The frame is kept
// as one without a name, so that nothing is concluded from its absence.
func (r *sosReader) oddRow(l text.Line) bool {
	const shortest = 4
	if !r.open || !r.walked || r.closed {
		return false
	}
	digits := line.Run(l.Text, line.IsHexDigit)
	if digits < shortest || !line.HasDigit(l.Text[:digits]) {
		return false
	}
	r.oddFrame(l)
	return true
}

func (r *sosReader) oddFrame(l text.Line) {
	r.unresolved(l.Text)
	r.b.lost(l.No, l.Text, LostLine, "the row of this frame cannot be read")
}

// isStale says whether a row of dumpstack stands behind the innermost managed calls.
// dumpstack shows every return address that it finds on a stack; calls that are over
// leave theirs there, too.
func (r *sosReader) isStale(l text.Line, site []byte) bool {
	if looksManaged(debuggerSymbol(site)) {
		return r.stale
	}
	if len(r.frames) > 0 && !r.stale {
		r.stale = true
		r.b.problem(l.No, l.Text, "what follows in this listing may be calls that are over, and is not read")
	}
	r.mixed = true
	return r.stale
}

// again says that another command of the session showed this thread already.
func (r *sosReader) again() bool {
	if len(r.id) == 0 || r.command == "" {
		return false
	}
	if r.shown == nil {
		r.shown = make(map[string]string)
	}
	before, ok := r.shown[string(r.id)]
	if ok && before != r.command {
		return true
	}
	if len(r.shown) < maxRoles {
		r.shown[string(r.id)] = r.command
	}
	return false
}
