package parse

import (
	"bytes"
	"fmt"
	"iter"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// Outputs of several containers come as one text when a tool follows them all at once,
// each line with the name of its source in front: kubectl logs --prefix writes
// "[pod/api-7f/app] ", docker compose logs "api-1  | ". Their lines alternate anywhere,
// so that each source is read on its own.

// maxSources bounds the sources that are told apart.
const maxSources = 256

// sources reads each source of a text with a router of its own.
type sources struct {
	first *router // of the first source
	all   []*namedSource
	names map[string]*namedSource
	cur   *namedSource // of the line before
	full  bool         // more than maxSources were seen
}

// namedSource is one source, and the reading of its lines. The reader asks for lines;
// pushing one lets it go on until it asks for the next.
type namedSource struct {
	name string
	to   *router
	line text.Line
	push func() (struct{}, bool)
	stop func()
}

// severalSources says whether the threads of a text stand behind the names of sources.
func severalSources(head []byte, forms line.Forms) bool {
	for text := range bytes.Lines(head) {
		if at := forms.AnchorIn(text[:min(len(text), longestSource)]); at >= 0 {
			n := len(sourceName(text))
			return n > 0 && n <= at
		}
	}
	return false
}

// longestSource bounds the name of a source and what stands between it and the line.
const longestSource = 300

// sourceName returns the name of the source that text begins with, as it is written;
// nil if there is none.
func sourceName(text []byte) []byte {
	text = text[:min(len(text), longestSource)]
	colours := 0
	for bytes.HasPrefix(text[colours:], []byte("\x1b[")) {
		end := bytes.IndexByte(text[colours:], 'm')
		if end < 0 {
			return nil
		}
		colours += end + 1
	}
	text = text[colours:]
	if bytes.HasPrefix(text, []byte("[pod/")) {
		return kubectlName(text)
	}
	return composeName(text)
}

// kubectlName reads "[pod/api-7f/app]".
func kubectlName(text []byte) []byte {
	end := bytes.IndexByte(text, ']')
	if end < 0 || bytes.ContainsAny(text[:end], " \t") {
		return nil
	}
	return text[:end+1]
}

// composeName reads the "api-1" of "api-1  | ". A number alone is that of a line.
func composeName(text []byte) []byte {
	letters, n := false, 0
	for n < len(text) && (line.IsAlnum(text[n]) || bytes.IndexByte([]byte("-_."), text[n]) >= 0) {
		letters = letters || text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z'
		n++
	}
	rest := bytes.TrimLeft(text[n:], " ")
	if !letters || len(rest) == len(text[n:]) || !bytes.HasPrefix(rest, []byte("|")) {
		return nil
	}
	return text[:n]
}

// readSources reads the lines of a text source by source. It returns the routers of
// all sources but the first, which is to.
func readSources(src text.Lines, to *router, read func(text.Lines, *router)) []*router {
	s := &sources{first: to, names: make(map[string]*namedSource)}
	for l, ok := src.Next(); ok; l, ok = src.Next() {
		s.take(l, read)
	}
	var others []*router
	for i, one := range s.all {
		one.stop()
		if len(s.all) > 1 {
			one.to.b.repair(fmt.Sprintf("lines of %s read apart from other sources", one.name))
			one.to.b.stream = one.name
		}
		if i > 0 {
			others = append(others, one.to)
		}
	}
	return others
}

// take gives a line to its source. A line without a name goes on where the line before
// it stands.
func (s *sources) take(l text.Line, read func(text.Lines, *router)) {
	if name := sourceName(l.Text); !l.Rest && (name != nil || s.cur == nil) {
		s.cur = s.named(name, read)
	}
	s.cur.line = l
	s.cur.push()
}

func (s *sources) named(name []byte, read func(text.Lines, *router)) *namedSource {
	if one := s.names[string(name)]; one != nil {
		return one
	}
	if len(s.all) == maxSources {
		if !s.full {
			s.full = true
			s.cur.to.b.problem(0, nil, fmt.Sprintf("more than %d sources: the lines of others are read as if of these",
				maxSources))
		}
		return s.cur
	}
	one := &namedSource{name: text.Excerpt(name), to: s.first}
	if len(s.all) > 0 {
		one.to = s.first.another()
	}
	s.names[string(name)] = one
	s.all = append(s.all, one)
	one.start(read)
	return one
}

// start begins to read, up to where the first line is needed.
func (s *namedSource) start(read func(text.Lines, *router)) {
	s.push, s.stop = iter.Pull(func(yield func(struct{}) bool) {
		read(&pushed{source: s, wait: yield}, s.to)
	})
	s.push()
}

// pushed is a source of lines that are pushed.
type pushed struct {
	source *namedSource
	wait   func(struct{}) bool
	done   bool
}

func (p *pushed) Next() (text.Line, bool) {
	if p.done || !p.wait(struct{}{}) {
		p.done = true
		return text.Line{}, false
	}
	return p.source.line, true
}

// another returns a router for a further source of the same text. What both remember
// counts together.
func (t *router) another() *router {
	in := newInterner()
	in.kept = t.b.kept
	return newRouter(newBuilder(in, Source{Label: t.b.source.Label, Encoding: t.b.source.Encoding}))
}

// finish ends the reading of all sources of a text and returns their snapshots. What
// was said of a source without threads goes to its neighbour.
func finish(routers []*router) []*Snapshot {
	var snaps []*Snapshot
	var silent []*Snapshot
	for _, t := range routers {
		t.end()
		found := t.b.finish()
		snaps = append(snaps, found...)
		if len(found) == 0 {
			silent = append(silent, t.b.cur)
		}
	}
	for _, s := range silent {
		if len(snaps) > 0 {
			snaps[len(snaps)-1].takeProblems(s)
		}
	}
	return snaps
}
