package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// mutant is one change: what stands at [from, to) of a file is wrapped so that it behaves
// otherwise while the mutant is the active one, and as before while it is not.
type mutant struct {
	file        *source
	line        int
	from, to    int
	open, close string
	token       edit   // an operator within that is replaced, if any
	block       *edit  // the word const that has to become var for the change to compile, if any
	was, is     string // what a reader is told
	id          int    // 1 and more; the change is active while $MUTANT says so
}

// edit puts a text in place of the bytes [from, to).
type edit struct {
	from, to int
	text     string
}

// String is "classify/rule.go:36: x && y → x || y".
func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d: %s → %s", m.file.name, m.line, oneLine(m.was), oneLine(m.is))
}

func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > 80 {
		return string(runes[:77]) + "…"
	}
	return s
}

// piece is a step of rewriting a file: closing texts come before replaced tokens and
// opening texts of the same place, and wrappers nest as the code does.
type piece struct {
	edit
	kind   int // 0 closes, 1 replaces, 2 opens
	reach  int // the other end of what is wrapped
	order  int
	mutant *mutant
}

// rewrite returns the file with all of the mutants in it, and where each of them is then.
func rewrite(text []byte, mutants []*mutant) (out []byte, at map[*mutant]edit) {
	var pieces []piece
	blocks := map[*edit]bool{}
	for i, m := range mutants {
		pieces = append(pieces,
			piece{edit{m.from, m.from, m.fill(m.open)}, 2, -m.to, i, m},
			piece{edit{m.to, m.to, m.fill(m.close)}, 0, -m.from, -i, m})
		if m.token.text != "" {
			pieces = append(pieces, piece{edit{m.token.from, m.token.to, m.fill(m.token.text)}, 1, 0, 0, m})
		}
		if m.block != nil && !blocks[m.block] {
			blocks[m.block] = true
			pieces = append(pieces, piece{*m.block, 1, 0, 0, m})
		}
	}
	slices.SortFunc(pieces, func(a, b piece) int {
		return cmp.Or(a.from-b.from, a.kind-b.kind, a.reach-b.reach, a.order-b.order)
	})
	at = map[*mutant]edit{}
	done := 0
	for _, p := range pieces {
		out = append(out, text[done:p.from]...)
		switch where := at[p.mutant]; p.kind {
		case 2:
			at[p.mutant] = edit{from: len(out)}
		case 0:
			where.to = len(out) + len(p.text)
			at[p.mutant] = where
		}
		out = append(out, p.text...)
		done = p.to
	}
	return append(out, text[done:]...), at
}

// fill writes the number of the mutant where $ stands.
func (m *mutant) fill(text string) string {
	return strings.ReplaceAll(text, "$", fmt.Sprint(m.id))
}

// switches is what the rewritten package needs beside its files. A mutant that eats memory
// without end is stopped before it takes the machine with it.
const switches = `package PACKAGE

import (
	"cmp"
	"os"
	"runtime/metrics"
	"strconv"
	"time"
)

var mutantActive, _ = strconv.Atoi(os.Getenv("MUTANT"))

func init() {
	if mutantActive != 0 {
		go mutantLimit()
	}
}

func mutantLimit() {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	for ; ; time.Sleep(20 * time.Millisecond) {
		if metrics.Read(sample); sample[0].Value.Uint64() > 1<<30 {
			os.Exit(3)
		}
	}
}

type mutantNumber interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr |
		~float32 | ~float64
}

func mutantOn(id int) bool { return id == mutantActive }

func mutantLess[T cmp.Ordered](id int, a, b T) bool {
	return a < b || mutantOn(id) && a == b
}

func mutantLessEqual[T cmp.Ordered](id int, a, b T) bool {
	return a < b || !mutantOn(id) && a == b
}

func mutantAdd[T mutantNumber](id int, a, b T) T {
	if mutantOn(id) {
		return a - b
	}
	return a + b
}

func mutantSub[T mutantNumber](id int, a, b T) T {
	if mutantOn(id) {
		return a + b
	}
	return a - b
}

func mutantMul[T mutantNumber](id int, a, b T) T {
	if mutantOn(id) {
		return a + b
	}
	return a * b
}

func mutantNext[T mutantNumber](id int, a T) T {
	if mutantOn(id) {
		return a + 1
	}
	return a
}

func mutantText[T ~string](id int, a T) T {
	if mutantOn(id) {
		return a + "Zz"
	}
	return a
}

func mutantZero[T any](id int, a T) T {
	if mutantOn(id) {
		var zero T
		return zero
	}
	return a
}
`
