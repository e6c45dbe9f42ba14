package parse

import (
	"bytes"

	"stacktriage/frame"
	"stacktriage/parse/internal/line"
)

// sosRow cuts stack pointer and instruction pointer from a row of frames. Rows of
// internal frames may have no instruction pointer (clrstack -f).
func sosRow(text []byte) (site []byte, ok bool) {
	n := addressLength(text)
	if n == 0 {
		return nil, false
	}
	rest := bytes.TrimLeft(text[n:], " \t")
	if len(rest) == len(text)-n {
		return nil, false
	}
	if rest[0] == '[' {
		return rest, isInternalFrame(rest)
	}
	n = addressLength(rest)
	if n == 0 {
		return nil, false
	}
	site = bytes.TrimLeft(rest[n:], " \t")
	return site, n == len(rest) || len(site) < len(rest)-n
}

// addressLength measures the address at the front of text: 8 to 16 hexadecimal digits,
// in two halves under WinDbg; 0 if there is none.
func addressLength(text []byte) int {
	digits := 0
	for i, c := range text {
		switch {
		case line.IsHexDigit(c):
			digits++
		case c == '`' && digits == 8:
		case c == ' ' || c == '\t':
			if digits < 8 || digits > 16 {
				return 0
			}
			return i
		default:
			return 0
		}
	}
	if digits < 8 || digits > 16 {
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
	switch {
	case len(site) == 0:
		return noSite, nil
	case string(site) == "<unknown>":
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
	if open <= 0 || line.ParamsEnd(site[open:]) < 0 {
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

// isNativeSite recognises a native frame: "libcoreclr.so!JIT_MonEnter + 12".
func isNativeSite(site []byte) bool {
	module, member, ok := line.CutModule(site)
	return ok && len(member) > 0 && bytes.IndexByte(module, ' ') < 0
}

// trimOffset cuts " + 61" and what follows it from behind the parameters. A source
// line alone stays.
func trimOffset(site []byte) []byte {
	open := bytes.IndexByte(site, '(')
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
