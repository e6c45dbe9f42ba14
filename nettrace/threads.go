package nettrace

// maxThreads bounds the threads of a stream that are told apart.
const maxThreads = 1 << 18

// threadIndex numbers threads in the order in which they are seen. A sampler goes through
// the threads in the same order each time, so that the next one is looked for first.
type threadIndex struct {
	ids    []uint64
	number map[uint64]int
	next   int
}

// find gives the number of a thread; false if it has none.
func (t *threadIndex) find(id uint64) (int, bool) {
	i := t.next
	if i >= len(t.ids) {
		i = 0
	}
	known := i < len(t.ids) && t.ids[i] == id
	if !known {
		if i, known = t.number[id]; !known {
			return 0, false
		}
	}
	t.next = i + 1
	return i, true
}

// add numbers a thread that has no number; -1 if there is no room.
func (t *threadIndex) add(id uint64) int {
	if len(t.ids) == maxThreads {
		return -1
	}
	if t.number == nil {
		t.number = map[uint64]int{}
	}
	i := len(t.ids)
	t.ids = append(t.ids, id)
	t.number[id] = i
	t.next = i + 1
	return i
}
