package parse

import (
	"bytes"
	"regexp"
	"sync"

	"stacktriage/parse/internal/line"
)

// riderFrame is "Type.Method() in Namespace, Module.dll".
var riderFrame = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\S.*?) in (?:([\w.<>]+), )?([\w.+-]+\.(?:dll|exe))$`)
})

// riderHeader is ".NET TP Worker @3993196".
var riderHeader = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:"([^"]{1,80})",? ?|([\pL\d_.#][\pL\d_ .#:()-]{0,80}?) )@(\d{1,20})(?:[ ,:].*)?$`)
})

// riderLine reads a thread's header, or a frame with its module.
func riderLine(text []byte) copied {
	const longest = 2000
	frame, header := bytes.Contains(text, []byte(") in ")), bytes.IndexByte(text, '@') > 0
	if len(text) > longest || !frame && !header {
		return copied{}
	}
	if m := riderFrame().FindSubmatch(text); m != nil && bytes.IndexByte(m[1], '(') > 0 {
		member := m[1]
		if len(m[2]) > 0 {
			member = bytes.Join([][]byte{m[2], m[1]}, []byte("."))
		}
		return copied{kind: copyFrame, sure: true, raw: text, module: m[3], member: member}
	}
	if m := riderHeader().FindSubmatch(text); m != nil {
		return copied{kind: copyHeader, name: append(m[1], m[2]...), id: m[3]}
	}
	return copied{}
}

// riderShortFrame reads a frame below Rider's header that has neither namespace nor
// module, "Monitor.Enter()", perhaps with its source line behind it.
func riderShortFrame(text []byte) copied {
	open := bytes.IndexByte(text, '(')
	if open <= 0 || !looksManaged(text) || bytes.ContainsAny(text[:open], " \t!") {
		return copied{}
	}
	end := open + line.ParamsEnd(text[open:])
	if rest := bytes.TrimSpace(text[end:]); len(rest) > 0 && !isSourcePlace(rest) {
		return copied{}
	}
	return copied{kind: copyFrame, raw: text[:end], member: text[:end]}
}

// isSourcePlace recognises what debuggers print behind a frame for its source: "at
// /src/Store.cs:line 12", "in Store.cs:12", "Store.cs:12".
func isSourcePlace(rest []byte) bool {
	for _, w := range [...]string{"in ", "at ", "Line ", "["} {
		if bytes.HasPrefix(rest, []byte(w)) {
			return true
		}
	}
	colon := bytes.LastIndexByte(rest, ':')
	return colon > 0 && bytes.IndexByte(rest, ' ') < 0 && line.IsDecimal(rest[colon+1:])
}
