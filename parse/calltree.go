package parse

// callTree puts stacks together from a tree of calls whose nodes come children first.
type callTree struct {
	nodes   []treeNode
	ends    []treeEnd
	pending []subtree // not below a common caller yet
}

// treeNode is a frame and the node that called it.
type treeNode struct {
	frame  frameNumber
	caller int32 // -1 for a root
}

// treeEnd is threads whose innermost frame is one node.
type treeEnd struct {
	node  int32
	count int
	ids   [][]byte // of the first of them
}

// subtree is a node whose caller is not known yet, or the ids of threads whose node is
// not known yet.
type subtree struct {
	root   int32 // -1 for ids alone
	count  int
	indent int
	ids    [][]byte
}

// maxTreeThreads bounds the threads of all nodes together, which are told by numbers
// and cost no input.
const maxTreeThreads = 1 << 20

func (t *callTree) empty() bool { return len(t.nodes) == 0 && len(t.pending) == 0 }

// open says that something is not below a common root.
func (t *callTree) open() bool { return len(t.pending) != 1 || t.pending[0].root < 0 }

// ids takes the ids that stand above a leaf, or beside the frames in which a thread
// ends before a fork.
func (t *callTree) ids(ids [][]byte, indent int) {
	own := make([][]byte, len(ids))
	for i, id := range ids {
		own[i] = append([]byte("0x"), id...)
	}
	t.pending = append(t.pending, subtree{root: -1, count: len(own), indent: indent, ids: own})
}

// node takes a frame through which count threads pass. It returns how many more
// threads stand above it. Where the indentation is lost, the counts tell what stands
// above.
func (t *callTree) node(f frameNumber, count, indent int, lost bool) (excess int) {
	n := int32(len(t.nodes))
	t.nodes = append(t.nodes, treeNode{frame: f, caller: -1})
	from := t.childrenByIndent(count, indent)
	if lost {
		from = t.childrenByCount(count)
	}
	sum := 0
	var ids [][]byte
	for _, s := range t.pending[from:] {
		if s.root < 0 {
			ids = append(ids, s.ids...)
			continue
		}
		t.nodes[s.root].caller = n
		sum += s.count
	}
	t.pending = append(t.pending[:from], subtree{root: n, count: max(count, sum), indent: indent})
	if here := count - sum; here > 0 {
		t.ends = append(t.ends, treeEnd{node: n, count: here, ids: ids})
	}
	return max(sum-count, 0)
}

// childrenByIndent finds where the children of a node begin among the pending: what is
// indented more, ids at the node's own column, or the one subtree through which the
// same threads pass.
func (t *callTree) childrenByIndent(count, indent int) int {
	from := len(t.pending)
	if from > 0 {
		if top := t.pending[from-1]; top.root >= 0 && top.indent == indent && top.count == count {
			return from - 1
		}
	}
	for from > 0 {
		top := t.pending[from-1]
		if top.indent < indent || top.indent == indent && top.root >= 0 {
			break
		}
		from--
	}
	return from
}

// childrenByCount finds them where only the counts are left. Ids right above a frame
// make it a leaf.
func (t *callTree) childrenByCount(count int) int {
	from := len(t.pending)
	if from > 0 && t.pending[from-1].root < 0 {
		return from - 1
	}
	sum := 0
	for from > 0 && sum+t.pending[from-1].count <= count && sum < count {
		from--
		sum += t.pending[from].count
	}
	return from
}

// hand gives all threads to the builder, and returns their number.
func (t *callTree) hand(b *builder, no int) int {
	total := 0
	var frames []frameNumber
	for _, e := range t.ends {
		frames = frames[:0]
		if !b.full() {
			for n := e.node; n >= 0 && len(frames) < maxFrames; n = t.nodes[n].caller {
				frames = append(frames, t.nodes[n].frame)
			}
		}
		count := min(e.count, maxTreeThreads-total)
		if count < e.count {
			b.problemf(no, nil, "%d threads not kept: no process has so many", e.count-count)
		}
		d := b.stack(frames, false)
		for i := range count {
			th := thread{line: no}
			if i < len(e.ids) {
				th.id = e.ids[i]
			}
			b.threads++
			b.place(th, d)
		}
		total += count
	}
	return total
}
