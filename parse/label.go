package parse

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// label is a line that somebody wrote above a stack to say whose it is: "Worker
// thread:", "Thread 0x24f9:", "=== Thread #5 (UI) ===".
type label struct {
	id   []byte // the thread's number as written; empty without one
	name []byte // the whole label without its decoration
}

// threadWords are what a thread is called in the languages that debuggers speak, in
// lower case.
var threadWords = []string{
	"thread", "fil d'exécution", "subproceso", "hilo", "wątek", "vlákno", "поток", "iş parçacığı", "スレッド", "스레드",
	"线程", "執行緒",
}

const (
	longestLabel   = 100
	mostLabelWords = 9
)

// threadLabel reads a label. A sentence that speaks of threads is none: a label ends in
// a colon, is decorated, or is hardly more than the word and a number.
func threadLabel(text []byte) (label, bool) {
	if name, ok := line.CutPrefixFold(text, "thread\t"); ok && bytes.HasSuffix(name, []byte(":")) &&
		bytes.IndexByte(name, '\t') < 0 {
		return label{name: bytes.TrimSuffix(name, []byte(":"))}, true
	}
	if len(text) == 0 || len(text) > longestLabel || bytes.Count(text, []byte(" ")) >= mostLabelWords {
		return label{}, false
	}
	if h, ok := line.ParseHeader(text); ok && !h.Naked {
		return label{}, false
	}
	name := bytes.TrimRight(bytes.TrimLeft(text, "#=*-_~+<>[]`.: \t"), "#=*-_~+<>`.: \t")
	if bytes.IndexByte(name, '[') < 0 {
		name = bytes.TrimRight(name, "] ")
	}
	word, size := threadWordIn(name)
	if word < 0 || bytes.IndexByte(name, '!') >= 0 || bytes.Contains(name, []byte("...")) {
		return label{}, false
	}
	id, rest := numberBehind(name[word+size:])
	if named, ok := line.CutPrefixFold(text, "thread: "); ok && len(named) < longestLabel/2 && isCaption(named) {
		return label{id: id, name: bytes.TrimSpace(named)}, true
	}
	switch {
	case text[len(text)-1] == ':' && isCaption(name), isDecorated(text, name) && isCaption(name):
	case len(id) == 0 || !isShortLead(name[:word]) || !isShortTail(rest):
		return label{}, false
	}
	return label{id: id, name: name}, true
}

// threadWordIn finds the word for a thread as a word of its own, or at the end of one
// ("ManagedThreadId", "UI-Thread").
func threadWordIn(text []byte) (at, size int) {
	low := bytes.ToLower(text)
	if len(low) != len(text) {
		return -1, 0
	}
	for _, w := range threadWords {
		i := bytes.Index(low, []byte(w))
		if i < 0 {
			continue
		}
		end := i + len(w)
		r, _ := utf8.DecodeRune(low[end:])
		switch before, _ := utf8.DecodeLastRune(low[:i]); {
		case before < utf8.RuneSelf && unicode.IsLetter(before) &&
			!hasAnySuffix(low[:i], "managed", "os", "ui", "main", "worker"):
			continue // "UnstartedThread"
		case bytes.HasPrefix(low[end:], []byte("id")):
			end += len("id")
		case r < utf8.RuneSelf && unicode.IsLetter(r):
			continue // "threadpool", "threads"
		}
		return i, end - i
	}
	return -1, 0
}

func hasAnySuffix(text []byte, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return bytes.HasSuffix(text, []byte(w)) })
}

// numberBehind reads the thread's number behind the word, "id=343a", " #5", ": 0x1a2b".
func numberBehind(text []byte) (id, rest []byte) {
	rest = bytes.TrimLeft(text, " #:=([\"'-")
	for _, w := range [...]string{"id", "no.", "number", "nr.", "№"} {
		if cut, ok := line.CutPrefixFold(rest, w); ok && (len(cut) == 0 || !line.IsAlnum(cut[0])) {
			rest = bytes.TrimLeft(cut, " #:=(\"'")
		}
	}
	n := line.HexIDLength(rest)
	if n == 0 {
		n = line.Run(rest, line.IsHexDigit)
	}
	if n == 0 || n > 18 || !line.HasDigit(rest[:n]) || n < len(rest) &&
		(line.IsAlnum(rest[n]) || rest[n] == '.' && n+1 < len(rest) && line.IsAlnum(rest[n+1])) {
		return nil, rest
	}
	return rest[:n], rest[n:]
}

// isCaption says that a text is no row of data, path or call.
func isCaption(name []byte) bool {
	return !bytes.ContainsAny(name, "\t\\{};|") && !bytes.Contains(name, []byte("://")) &&
		!bytes.Contains(name, []byte("()"))
}

// isDecorated says that a line stands between signs of a heading.
func isDecorated(text, name []byte) bool {
	const least = 3
	return len(text)-len(name) >= least && bytes.IndexByte([]byte("#=*-_~[<"), text[0]) >= 0
}

// isShortLead says that nothing but a word or two stands in front of the word.
func isShortLead(text []byte) bool {
	text = bytes.TrimSpace(text)
	return bytes.Count(text, []byte(" ")) < 2 && !bytes.ContainsAny(text, ".,;:!?()`=\t")
}

// isShortTail says that behind the number stands nothing, or a name set off by a mark.
func isShortTail(text []byte) bool {
	text = bytes.TrimSpace(text)
	return len(text) == 0 || bytes.IndexByte([]byte(":,(\"'[-)]"), text[0]) >= 0 && isCaption(text)
}

// pendingLabel is a label above which no stack was begun yet.
type pendingLabel struct {
	label
	l text.Line
}

// setLabel keeps a label for the thread that begins next.
func (b *builder) setLabel(l text.Line, name label) {
	b.dropLabel()
	b.label = &pendingLabel{
		label: label{id: bytes.Clone(name.id), name: bytes.Clone(name.name)},
		l:     text.Line{Text: bytes.Clone(l.Text), No: l.No},
	}
}

// takeLabel gives the label to a thread.
func (b *builder) takeLabel() (label, bool) {
	if b.label == nil {
		return label{}, false
	}
	taken := b.label.label
	b.label = nil
	return taken, true
}

// dropLabel counts a label as not understood, because no stack followed it.
func (b *builder) dropLabel() {
	if b.label == nil {
		return
	}
	l := b.label.l
	b.label = nil
	b.skip(l, notUnderstood)
}
