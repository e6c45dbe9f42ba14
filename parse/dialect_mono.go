package parse

import (
	"bytes"
	"regexp"
	"sync"

	"stacktriage/parse/internal/text"
)

// monoDump is what Mono prints on SIGQUIT, and in its reports of crashes. Source:
// mono/mono mono/metadata/threads.c, dump_thread.
//
//	"Threadpool worker" tid=0x0x7f0a2c8700 this=0x0x7f0a331c30 , thread handle : 0x7f0a1, state : waiting
//	  at <unknown> <0xffffffff>
//	  at (wrapper managed-to-native) System.Threading.Monitor.Monitor_wait (object,int) [0x0000b] in <f2e6809acb14476a>:0
//	  at Acme.Store.Load (int) <0x0003f>
var monoDump = &dialect{
	name: "mono",
	claims: func(text []byte) bool {
		_, _, ok := monoHeader(text)
		return ok || isMonoFrame(text) || string(text) == monoTitle
	},
	fits: func(text []byte) bool {
		_, _, ok := monoHeader(text)
		return ok || isMonoFrame(text)
	},
	open: func(b *builder) dialectReader { return &monoReader{threadMaker: threadMaker{b: b}} },
}

// monoTitle stands in front of all threads; Java's names its virtual machine.
const monoTitle = "Full thread dump:"

// monoThread is the header of a thread. Java's has "nid=" or "prio=" besides.
var monoThread = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^"(.*)"(?: at 0x[0-9a-fA-F]+)?,? tid=(?:0x)*([0-9a-fA-F]+)\b`)
})

func monoHeader(text []byte) (id, name []byte, ok bool) {
	if len(text) == 0 || text[0] != '"' || bytes.Contains(text, []byte(" nid=")) ||
		bytes.Contains(text, []byte(" prio=")) {
		return nil, nil, false
	}
	m := monoThread().FindSubmatch(text)
	if m == nil {
		return nil, nil, false
	}
	if name = m[1]; string(name) == "<unnamed thread>" {
		name = nil
	}
	return append([]byte("0x"), m[2]...), name, true
}

// monoCall is a frame: the kind of code that the runtime generated around it, the method
// and its parameters.
var monoCall = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:at )+(?:\(wrapper ([a-z-]+)\) )?(\S.*?) ?(\(.*\)|\(\))? ?` +
		`(?:\[0x[0-9a-fA-F]+\](?: in.*)?|<0x[0-9a-fA-F]+(?: \+ 0x[0-9a-fA-F]+)?>.*)$`)
})

// isMonoFrame recognises a frame by the offset in brackets behind it.
func isMonoFrame(text []byte) bool {
	return bytes.HasPrefix(text, []byte("at ")) &&
		(bytes.Contains(text, []byte("<0x")) || bytes.Contains(text, []byte("[0x"))) && monoCall().Match(text)
}

type monoReader struct {
	threadMaker
	broken unfinished
	rows   int // lines of the current thread that were understood
	closed bool
	tail   part
}

func (r *monoReader) line(l text.Line) bool {
	if len(l.Text) == 0 {
		r.closed = r.rows > 0
		return true
	}
	if id, name, ok := monoHeader(l.Text); ok {
		r.finish()
		r.start(l.No, id, name)
		r.rows, r.closed = 0, false
		r.tail = partOf(l)
		return true
	}
	if string(l.Text) == monoTitle {
		return true
	}
	if !r.broken.empty() {
		if !isMonoFrame(l.Text) && r.broken.parts < mostParts {
			l = r.broken.join(l)
		} else {
			r.broken.giveUp(r.b)
		}
	}
	if !isMonoFrame(l.Text) {
		return r.rest(l)
	}
	r.broken.clear()
	if r.closed && r.open && len(r.id) == 0 {
		r.finish()
	}
	r.headless(l)
	r.rows++
	r.closed = false
	r.tail = partOf(l)
	r.frame(l.Text)
	return true
}

// rest takes what is a part of a line that was broken: the beginning of a frame, or what
// stands behind a frame or in a header.
func (r *monoReader) rest(l text.Line) bool {
	switch {
	case !r.broken.empty():
		return true
	case isMonoStart(l.Text):
		r.broken.begin(l)
		return true
	case !r.open || r.closed:
		return false
	}
	return bytes.Contains(l.Text, []byte("state :")) || bytes.HasPrefix(l.Text, []byte("<")) &&
		bytes.Contains(l.Text, []byte(">:")) || bytes.HasPrefix(l.Text, []byte("in <"))
}

// isMonoStart recognises the beginning of a frame that goes on in the next line.
func isMonoStart(text []byte) bool {
	call, ok := bytes.CutPrefix(text, []byte("at "))
	call, _, _ = bytes.Cut(call, []byte(" "))
	return ok && isCallHead(bytes.ReplaceAll(call, []byte("/"), []byte("+"))) || string(text) == "at"
}

// frame adds a frame, unless it is one of the runtime's own.
func (r *monoReader) frame(text []byte) {
	at := monoCall().FindSubmatchIndex(text)
	part := func(i int) []byte {
		if at[2*i] < 0 {
			return nil
		}
		return text[at[2*i]:at[2*i+1]]
	}
	wrapper, call, params := string(part(1)), part(2), part(3)
	raw := text[at[4]:max(at[5], at[7])]
	switch {
	case string(call) == "<unknown>":
		r.native()
		return
	case wrapper == "managed-to-native":
		r.native()
	case wrapper != "" && wrapper != "synchronized" && wrapper != "remoting-invoke-with-check":
		return // what the runtime generates to call a method
	}
	if n, ok := r.b.known(raw); ok {
		r.add(n)
		return
	}
	r.add(r.b.moduleFrame(raw, nil, monoMember(call, params)))
}

func (r *monoReader) native() {
	if len(r.frames) == 0 {
		r.cur.marker = MarkerNative
	}
}

// monoMember is a method in the words of the other debuggers: "+" in front of a nested
// type where Mono prints "/", and "." in front of the method where its reports of
// crashes print ":".
func monoMember(call, params []byte) []byte {
	member := bytes.ReplaceAll(call, []byte("/"), []byte("+"))
	if i := bytes.LastIndexByte(member, ':'); i > 0 {
		member = append(append(bytes.Clone(member[:i]), '.'), member[i+1:]...)
	}
	if len(params) == 0 {
		params = []byte("()")
	}
	return plainWords(append(bytes.Clone(member), params...))
}

// finish hands over the thread that is open. One without a managed frame is counted
// beside the others.
func (r *monoReader) finish() {
	r.broken.giveUp(r.b)
	if r.open && len(r.frames) == 0 {
		r.open = false
		r.b.paste(pastedNative).native++
		return
	}
	r.flush()
}

func (r *monoReader) skipped(text.Line) { r.closed = true }

func (r *monoReader) end() {
	cut := r.open && r.tail.last && !r.closed && (len(r.frames) == 0 || !r.b.isRoot(r.frames))
	if cut && len(r.frames) > 0 {
		r.threadMaker.end(true, r.tail)
		return
	}
	r.finish()
}
