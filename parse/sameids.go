package parse

import "bytes"

// loneThread is the only thread of the last finished snapshot.
type loneThread struct {
	id    []byte
	stack *distinct
}

// beginAgain takes a thread with the id of the first one: the same report begins once more.
// If that leaves one snapshot of one thread after another, all of one id, somebody
// overwrote the ids, and they part nothing.
func (b *builder) beginAgain(t thread, d *distinct) {
	if b.overwritten(t, d) {
		b.join(t.id)
		b.put(t, d)
		return
	}
	var lone *loneThread
	if len(b.cur.Threads) == 1 {
		lone = &loneThread{[]byte(b.cur.ID(0)), b.stacks[0]}
	}
	b.cut()
	b.lone = lone
	b.put(t, d)
}

// overwritten says whether a thread is the third in a row of one id. A thread alone
// that stands three times in the same stack is the same report three times.
func (b *builder) overwritten(t thread, d *distinct) bool {
	if b.lone == nil || len(b.cur.Threads) != 1 || !bytes.Equal(b.lone.id, t.id) {
		return false
	}
	return b.lone.stack != b.stacks[0] || b.stacks[0] != d
}

// join makes one snapshot of the last finished one and the current one, each of a
// thread with the same id.
func (b *builder) join(id []byte) {
	first, second, stacks := b.done[len(b.done)-1], b.cur, []*distinct{b.lone.stack, b.stacks[0]}
	b.done = b.done[:len(b.done)-1]
	b.begin()
	b.cur.HeadMissing, b.cur.firstLine = first.HeadMissing, first.firstLine
	for i, s := range []*Snapshot{first, second} {
		b.put(thread{id: id, name: []byte(s.Name(0)), marker: s.Threads[0].Marker}, stacks[i])
		b.cur.takeProblems(s)
	}
	b.sameID = bytes.Clone(id)
	b.problem(0, nil, "thread ids are all the same: they do not tell threads apart")
}
