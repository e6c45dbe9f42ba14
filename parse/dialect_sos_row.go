package parse

import (
	"bytes"

	"stacktriage/frame"
	"stacktriage/parse/internal/line"
)

// sosRow cuts what stands in front of the call site from a row of a debugger's stack:
// the frame's number, the stack pointer, and the instruction pointer (SOS) or the return
// address and arguments (k, kb, kv). Rows of internal frames and of inlined functions
// have fewer addresses.
func sosRow(text []byte) (site []byte, ok bool) {
	if rest := frameNumberEnd(text); rest > 0 {
		if site, ok := addressedSite(text[rest:]); ok {
			return site, true
		}
	}
	return addressedSite(text)
}

// frameNumberEnd measures the number of a frame: "0b " under k, "01:M " under mk; 0 where
// there is none.
func frameNumberEnd(text []byte) int {
	n := line.Run(text, line.IsHexDigit)
	if n < 1 || n > 4 || n == len(text) {
		return 0
	}
	if bytes.HasPrefix(text[n:], []byte(":M ")) || bytes.HasPrefix(text[n:], []byte(":U ")) {
		n += 2
	}
	if blanks := line.Run(text[n:], line.IsBlankByte); blanks > 0 && n+blanks < len(text) {
		return n + blanks
	}
	return 0
}

// inlineMarks stand in place of the addresses of a function that was inlined; the second
// is that of 32-bit processes.
var inlineMarks = [...]string{"(Inline Function) --", "(Inline) --"}

func addressedSite(text []byte) (site []byte, ok bool) {
	for _, mark := range inlineMarks {
		if rest, ok := bytes.CutPrefix(text, []byte(mark)); ok {
			return bytes.TrimLeft(rest, " \t-`:"), true
		}
	}
	n := addressLength(text)
	if n == 0 || n == len(text) {
		return nil, false
	}
	rest := bytes.TrimLeft(text[n:], " \t")
	if rest[0] == '[' {
		return rest, isInternalFrame(rest)
	}
	n = addressLength(rest)
	if n == 0 {
		return nil, false
	}
	if n == len(rest) {
		return nil, true
	}
	return pastArguments(bytes.TrimLeft(rest[n:], " \t")), true
}

// pastArguments cuts the arguments that kb and kv print, "00000001 0b3206a8 00000001" or
// ": 00000000`00000001 …: ".
func pastArguments(rest []byte) []byte {
	args := rest
	for {
		word := args[:line.Run(args, func(c byte) bool { return !line.IsBlankByte(c) })]
		number := bytes.TrimSuffix(word, []byte(":"))
		if len(word) == 0 || len(number) > 0 && addressLength(number) == 0 || bytes.HasPrefix(word, []byte("0x")) {
			return args
		}
		args = bytes.TrimLeft(args[len(word):], " \t")
	}
}

// shortRow reads a row of which a copy lost the left end: what is left of the addresses,
// and a call site that is managed. It is asked for within a thread only.
func shortRow(text []byte) (site []byte, ok bool) {
	const most, shortest = 2, 2
	rest := text
	for range most {
		n := line.Run(rest, func(c byte) bool { return line.IsHexDigit(c) || c == '`' })
		if n < shortest || n == len(rest) || !line.IsBlankByte(rest[n]) {
			break
		}
		rest = bytes.TrimLeft(rest[n:], " \t")
	}
	return rest, len(rest) < len(text) && (looksManaged(rest) || isInternalFrame(rest))
}

// addressLength measures the address at the front of text: 8 to 16 hexadecimal digits,
// in two halves under WinDbg; 0 if there is none.
func addressLength(text []byte) int {
	const shortest, longest = 8, 16
	digits := 0
	for i, c := range text {
		if i < 2 && bytes.HasPrefix(text, []byte("0x")) {
			continue
		}
		switch {
		case line.IsHexDigit(c):
			digits++
		case c == '`' && digits > 0 && digits <= 8:
		case c == ' ' || c == '\t':
			if digits < shortest || digits > longest {
				return 0
			}
			return i
		default:
			return 0
		}
	}
	if digits < shortest || digits > longest {
		return 0
	}
	return len(text)
}

// siteKind is what a call site shows.
type siteKind uint8

const (
	noSite      siteKind = iota // nothing: an internal frame that says nothing
	nativeSite                  // native code, or the transition to it
	managedSite                 // a managed method
	stubSite                    // the method that an internal frame calls
	unknownSite                 // managed code without a name
	oddSite                     // something else
)

// readCallSite tells what a call site shows, and its method.
func readCallSite(site []byte) (siteKind, []byte) {
	site = debuggerSymbol(site)
	switch {
	case len(site) == 0:
		return noSite, nil
	case string(site) == "<unknown>", bytes.HasPrefix(site, []byte("0x")) && addressLength(site) == len(site):
		return unknownSite, site
	case isInternalFrame(site):
		method := bytes.TrimSpace(site[bytes.IndexByte(site, ']')+1:])
		if len(method) == 0 || isPInvokeStub(method) || !looksManaged(method) {
			return transition(site), nil
		}
		return stubSite, trimOffset(method)
	case looksManaged(site):
		return managedSite, trimOffset(site)
	case isNativeSite(site):
		return nativeSite, nil
	}
	return oddSite, site
}

// debuggerSymbol brings a call site into the form of clrstack: what clrstack2, dumpstack,
// mk and WinDbg's own k write around a method is cut.
func debuggerSymbol(site []byte) []byte {
	if method, ok := methodDesc(site); ok {
		return method
	}
	if i := bytes.Index(site, []byte(", calling ")); i > 0 {
		site = site[:i]
	}
	if i := bytes.Index(site, []byte("$##")); i > 0 {
		site = site[:i] // the token behind a method of a native image
	}
	if i := bytes.Index(site, []byte("(+0x")); i > 0 {
		site = site[:i] // the offsets of mk
	}
	if len(site) == 0 || site[0] == '[' {
		return site
	}
	// "HelperMethodFrame_1OBJ [Method()]"
	if name, rest, ok := bytes.Cut(site, []byte(" [")); ok && bytes.HasSuffix(rest, []byte("]")) &&
		isInternalFrame([]byte("["+string(name)+"]")) {
		return []byte("[" + string(name) + "] " + string(rest[:len(rest)-1]))
	}
	if isInternalFrame([]byte("[" + string(site) + "]")) {
		return []byte("[" + string(site) + "]")
	}
	return site
}

// methodDesc reads the method of a row of dumpstack,
// "(MethodDesc 00007fb9954d11b8 + 0x73 Acme.Worker.Run()), calling …".
func methodDesc(site []byte) (method []byte, ok bool) {
	rest, ok := bytes.CutPrefix(site, []byte("(MethodDesc "))
	if !ok {
		return nil, false
	}
	if i := bytes.Index(rest, []byte("), calling ")); i >= 0 {
		rest = rest[:i]
	} else {
		rest = bytes.TrimSuffix(bytes.TrimSpace(rest), []byte(")"))
	}
	for range 3 { // address, "+", offset
		word, more, _ := bytes.Cut(rest, []byte(" "))
		if _, hex := line.ParseHex(bytes.TrimPrefix(bytes.TrimPrefix(word, []byte("+")), []byte("0x"))); !hex &&
			string(word) != "+" {
			break
		}
		rest = bytes.TrimLeft(more, " ")
	}
	return rest, looksManaged(rest)
}

// transition tells frames that the runtime leaves when managed code calls native code
// from those that mark a managed call from native code, or roots of the collector.
func transition(site []byte) siteKind {
	for _, name := range [...]string{"[InlinedCallFrame", "[HelperMethodFrame", "[NDirectMethodFrame"} {
		if bytes.HasPrefix(site, []byte(name)) {
			return nativeSite
		}
	}
	return noSite
}

// isInternalFrame recognises "[HelperMethodFrame_1OBJ: 00007ffe…] Method()" and
// "[GCFrame]": marks that the runtime leaves on the stack.
func isInternalFrame(site []byte) bool {
	if len(site) < 3 || site[0] != '[' {
		return false
	}
	end := bytes.IndexByte(site, ']')
	if end < 0 {
		return false
	}
	name, _, _ := bytes.Cut(site[1:end], []byte(":"))
	name, _, _ = bytes.Cut(name, []byte("_"))
	return bytes.HasSuffix(name, []byte("Frame")) && bytes.IndexByte(name, ' ') < 0
}

// isPInvokeStub recognises the inner method of a generated P/Invoke. The method around
// it stands in the next row; dotnet-stack does not show it either.
func isPInvokeStub(method []byte) bool {
	return bytes.Contains(method, []byte(">g____PInvoke|"))
}

// looksManaged recognises "Type.Method(Parameters)", with a module in front or not.
func looksManaged(site []byte) bool {
	open := bytes.IndexByte(site, '(')
	if open < 0 {
		return isBareManaged(site)
	}
	if open == 0 || line.ParamsEnd(site[open:]) < 0 {
		return false
	}
	head := site[:open]
	if module, member, ok := line.CutModule(head); ok {
		return line.IsModule(module) && !line.IsNativeMember(member) && bytes.IndexByte(member, '.') >= 0
	}
	if bytes.IndexByte(head, ' ') >= 0 && !bytes.Contains(head, []byte("[[")) {
		return false
	}
	return bytes.IndexByte(head, '.') >= 0
}

// isBareManaged recognises "Harbor_Core!Harbor.Core.Berths.Reserve+0x12": newer WinDbg
// prints managed methods without parameters. A name of C++ has "::" in place of dots.
func isBareManaged(site []byte) bool {
	module, member, ok := line.CutModule(site)
	if !ok || !line.IsModule(module) || line.IsNativeMember(member) {
		return false
	}
	member, _, offset := bytes.Cut(member, []byte("+0x"))
	return offset && bytes.IndexByte(member, '.') > 0 && !bytes.ContainsAny(member, " \t'")
}

// isNativeSite recognises a native frame: "libcoreclr.so!JIT_MonEnter + 12".
func isNativeSite(site []byte) bool {
	module, member, ok := line.CutModule(site)
	return ok && len(member) > 0 && bytes.IndexByte(module, ' ') < 0
}

// trimOffset cuts " + 61" and what follows it from behind the parameters. A source
// line alone stays.
func trimOffset(site []byte) []byte {
	open := bytes.IndexByte(site, '(')
	if open < 0 {
		bare, _, _ := bytes.Cut(site, []byte("+0x"))
		return bare
	}
	end := open + line.ParamsEnd(site[open:])
	if _, _, ok := line.CutModule(site); ok || bytes.HasPrefix(site[end:], []byte(" +")) {
		return site[:end]
	}
	return site
}

// moduleFrame returns the number of a frame of a module whose member is in the
// spelling of a debugger.
func (b *builder) moduleFrame(text, module, member []byte) frameNumber {
	if n, ok := b.known(text); ok {
		return n
	}
	f := frame.DecodeBare(string(member))
	f.Raw = string(text)
	f.Module = frame.Clean(frame.TrimModule(string(debuggerModule(module))))
	return b.add(f)
}
