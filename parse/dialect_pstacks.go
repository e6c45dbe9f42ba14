package parse

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"stacktriage/parse/internal/line"
	"stacktriage/parse/internal/text"
)

// parallelStacks is the tree that dotnet-dump's parallelstacks (pstacks) prints: the
// innermost frames first, each with the number of threads that pass through it, and
// the ids of at most four threads at each leaf. Source: dotnet/diagnostics
// src/Microsoft.Diagnostics.ExtensionCommands/ParallelStacks.Runtime/RendererHelpers.cs.
var parallelStacks = &dialect{
	name:    "parallelstacks",
	anchors: []string{"~~~~ "},
	claims: func(text []byte) bool {
		_, ids := treeIDs(text)
		return ids || isTreeRule(text)
	},
	fits: func(text []byte) bool {
		_, ids := treeIDs(text)
		_, _, frame := treeFrame(text)
		return ids || frame || isTreeRule(text)
	},
	ownFront: func(l text.Line) bool { return len(l.Marks) == 0 || isArrow(l.Marks) },
	open: func(b *builder) dialectReader {
		return &treeReader{b: b, blocks: sosBlocks{b: b}}
	},
}

// isTreeRule recognises the line in front of a tree.
func isTreeRule(text []byte) bool {
	return len(text) >= 20 && len(bytes.Trim(text, "_")) == 0
}

// treeIDs reads "~~~~ 148f,14a4,14a7,14ba...".
func treeIDs(text []byte) (ids [][]byte, ok bool) {
	rest, ok := bytes.CutPrefix(text, []byte("~~~~"))
	if !ok {
		return nil, false
	}
	rest = bytes.TrimSpace(rest)
	rest = bytes.TrimSuffix(rest, []byte("..."))
	for len(rest) > 0 {
		id, more, _ := bytes.Cut(rest, []byte(","))
		if id = bytes.TrimSpace(id); len(id) == 0 || len(id) > 16 || line.Run(id, line.IsHexDigit) != len(id) {
			return nil, false
		}
		ids = append(ids, id)
		rest = more
	}
	return ids, true
}

// treeFrame reads "25 Type.Method(Parameters)".
func treeFrame(text []byte) (count int, frame []byte, ok bool) {
	const longest = 9
	n := line.Run(text, func(c byte) bool { return c >= '0' && c <= '9' })
	if n == 0 || n > longest || n == len(text) || text[n] != ' ' {
		return 0, nil, false
	}
	frame = bytes.TrimLeft(text[n:], " \t")
	if open := bytes.IndexByte(frame, '('); open <= 0 || frame[len(frame)-1] != ')' || frame[open-1] == ' ' {
		return 0, nil, false
	}
	count, err := strconv.Atoi(string(text[:n]))
	return count, frame, err == nil && count > 0
}

// treeTotal reads "==> 68 threads with 2 roots", whose arrow cleaning may have cut.
func treeTotal(text []byte) (threads int, ok bool) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("==>")))
	words := bytes.Fields(text)
	if len(words) != 5 || string(words[1]) != "threads" || string(words[2]) != "with" || string(words[4]) != "roots" {
		return 0, false
	}
	n, err := strconv.Atoi(string(words[0]))
	return n, err == nil
}

// treeReader reads trees line by line. Lines come in the order of a walk that visits
// the children of a node before it.
type treeReader struct {
	b      *builder
	blocks sosBlocks
	tree   callTree
	before int  // threads of the trees before
	lost   bool // the indentation is lost: only the counts tell the tree
	first  int  // line of the tree
	tail   part
	closed bool
}

func (r *treeReader) line(l text.Line) bool {
	if len(l.Text) == 0 {
		return true
	}
	if ids, ok := treeIDs(l.Text); ok {
		r.see(l)
		r.tree.ids(ids, r.column(l, l.Text)-1)
		return true
	}
	if count, frame, ok := treeFrame(l.Text); ok {
		r.see(l)
		r.frame(l, count, frame)
		return true
	}
	if isTreeRule(l.Text) {
		r.finish()
		return true
	}
	if total, ok := treeTotal(l.Text); ok {
		r.finish()
		r.check(l, total)
		return true
	}
	return r.blocks.line(l)
}

func (r *treeReader) see(l text.Line) {
	if r.tree.empty() {
		r.first = l.No
	}
	r.closed = false
	r.tail = partOf(l)
}

// column is where text begins in its line, counted in characters.
func (r *treeReader) column(l text.Line, text []byte) int {
	return l.Width - utf8.RuneCount(text)
}

// frame adds a node. Counts are right-aligned in five columns behind the indentation.
func (r *treeReader) frame(l text.Line, count int, text []byte) {
	const countWidth = 5
	indent := r.column(l, text) - countWidth - 1
	if indent < 0 {
		r.lost = true
	}
	if missing := r.tree.node(r.b.bareFrame(text), count, indent, r.lost); missing > 0 {
		r.b.problemf(l.No, l.Text, "the counts do not add up: %d threads too many above this frame", missing)
	}
}

// finish hands over the threads of the tree.
func (r *treeReader) finish() {
	if r.tree.empty() {
		return
	}
	r.before += r.tree.hand(r.b, r.first)
	r.tree = callTree{}
	r.closed = true
}

// check compares the total with what was read.
func (r *treeReader) check(l text.Line, total int) {
	if r.before != total {
		r.b.problemf(l.No, l.Text, "%d threads were read", r.before)
	}
	r.before = 0
	r.b.bound(line.HardBoundary, l.No)
}

func (r *treeReader) skipped(text.Line) { r.closed = true }

func (r *treeReader) end() {
	cut := !r.tree.empty() && r.tail.last && !r.closed && r.tree.open()
	r.finish()
	if cut {
		r.b.truncated(r.tail)
	}
}
