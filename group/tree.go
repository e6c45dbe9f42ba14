package group

import (
	"cmp"
	"slices"

	"stacktriage/classify"
	"stacktriage/frame"
)

// Tree is the threads of a snapshot merged on what their stacks share from the root:
// the parallel-stacks view.
type Tree struct {
	Roots   []*Node
	Threads int
	// Stacks is the number of distinct stacks, Branches that of the places where
	// threads end.
	Stacks, Branches int
	Exact            bool
}

// NodeKind says what a node stands for.
type NodeKind uint8

// The kinds of nodes. An exact tree has frames only.
const (
	NodeFrame NodeKind = iota // a frame, and what is folded below it
	NodeRoot                  // a kind of thread
	NodeTop                   // what stands above the innermost own frame: the call, or work
)

// Node is a step that threads share. Count is the sum of its children's counts and of
// the threads that end in it.
type Node struct {
	Kind  NodeKind
	Label string // the kind of thread, or the call; "" where a frame gives the name
	// Spans say for each group which of its frames the node stands for.
	Spans    []Span
	Count    int
	Blocked  int // threads among them that are blocked
	Starving int // pool workers among these
	Children []*Node
	Ends     []*Group // groups whose innermost frame is in this node
}

// Span is the frames [From, To) of a group's stack that a node stands for. At is the
// one that names the node, or -1 where the group's stack does not show it. A group's
// spans from root to leaf are its whole stack, each frame once.
type Span struct {
	Group        *Group
	From, To, At int
}

// Frame returns the frame that names the node: that of the group with the most
// threads; nil where no stack shows it.
func (n *Node) Frame() *frame.Frame {
	for _, s := range n.Spans {
		if s.At >= 0 {
			return s.Group.Stack.Frames[s.At]
		}
	}
	return nil
}

// FrameKind is whose code the naming frame is.
func (n *Node) FrameKind() classify.FrameKind {
	for _, s := range n.Spans {
		if s.At >= 0 {
			return s.Group.Class.Kinds[s.At]
		}
	}
	return classify.KindUser
}

// BuildTree merges the groups, which must be ordered by count, from the root. An exact
// tree has a node for every frame. Otherwise frames that the JIT inlines at one time
// and not at another do not part threads: only own code, compiled delegates and the
// call at the top are steps, and all other frames are folded into these.
func BuildTree(groups []*Group, sites []*Site, exact bool) *Tree {
	b := treeBuilder{site: map[*Group]*Site{}, keys: map[*frame.Frame]string{}, nodes: map[nodeKey]*Node{}}
	for _, s := range sites {
		for _, g := range s.Groups {
			b.site[g] = s
		}
	}
	t := &Tree{Exact: exact, Stacks: len(groups)}
	for _, g := range groups {
		t.Threads += g.Count()
		b.add(g, b.steps(g, exact))
	}
	t.Roots = b.roots
	t.Branches = finishNodes(t.Roots)
	return t
}

// nodeKey finds the child of a node.
type nodeKey struct {
	parent *Node
	kind   NodeKind
	key    string
}

type treeBuilder struct {
	site  map[*Group]*Site
	keys  map[*frame.Frame]string
	nodes map[nodeKey]*Node
	roots []*Node
}

// add lets the threads of a group pass through the nodes of its steps.
func (b *treeBuilder) add(g *Group, steps []step) {
	var at *Node
	for _, s := range steps {
		at = b.child(at, s)
		at.Spans = append(at.Spans, Span{Group: g, From: s.from, To: s.to, At: s.at})
		at.Count += g.Count()
		if g.Class.State == classify.Blocked {
			at.Blocked += g.Count()
			if g.Class.Role == classify.Worker {
				at.Starving += g.Count()
			}
		}
	}
	at.Ends = append(at.Ends, g)
}

func (b *treeBuilder) child(parent *Node, s step) *Node {
	key := nodeKey{parent, s.kind, s.key}
	if n := b.nodes[key]; n != nil {
		return n
	}
	n := &Node{Kind: s.kind, Label: s.label}
	b.nodes[key] = n
	if parent == nil {
		b.roots = append(b.roots, n)
	} else {
		parent.Children = append(parent.Children, n)
	}
	return n
}

// key is a frame's identity, worked out once.
func (b *treeBuilder) key(f *frame.Frame) string {
	k, ok := b.keys[f]
	if !ok {
		k = f.Key()
		b.keys[f] = k
	}
	return k
}

// Chain returns the node and those above it that the same threads pass through: what
// Visual Studio draws as one box.
func (n *Node) Chain() []*Node {
	chain := []*Node{n}
	for len(n.Children) == 1 && len(n.Ends) == 0 {
		n = n.Children[0]
		chain = append(chain, n)
	}
	return chain
}

// finishNodes orders the nodes by what asks for attention and counts the places where
// threads end. It recurs at forks only, since a stack can be of any depth.
func finishNodes(nodes []*Node) int {
	slices.SortFunc(nodes, byAttention)
	branches := 0
	for _, n := range nodes {
		chain := n.Chain()
		n = chain[len(chain)-1]
		if len(n.Ends) > 0 {
			branches++
		}
		branches += finishNodes(n.Children)
	}
	return branches
}

// byAttention puts the most blocked pool workers first, then the most blocked threads,
// then the most threads. The names make the order independent of that of the input.
func byAttention(a, b *Node) int {
	order := cmp.Or(cmp.Compare(b.Starving, a.Starving), cmp.Compare(b.Blocked, a.Blocked),
		cmp.Compare(b.Count, a.Count), cmp.Compare(a.Label, b.Label))
	if order != 0 {
		return order
	}
	return cmp.Or(cmp.Compare(frameName(a), frameName(b)),
		cmp.Compare(a.Spans[0].Group.Stack.ID, b.Spans[0].Group.Stack.ID))
}

func frameName(n *Node) string {
	f := n.Frame()
	if f == nil {
		return ""
	}
	return f.Name()
}

// BuildTopTree builds the tree of the groups that end in the branches with the most
// threads, as many as asked for; 0 is all. It returns the groups that are left out, and
// on how many branches they are.
func BuildTopTree(
	groups []*Group, sites []*Site, exact bool, branches int,
) (tree *Tree, rest []*Group, restBranches int) {
	tree = BuildTree(groups, sites, exact)
	if branches <= 0 || tree.Branches <= branches {
		return tree, nil, 0
	}
	ends := tree.ends()
	slices.SortStableFunc(ends, func(a, b []*Group) int { return threadsOf(b) - threadsOf(a) })
	left := map[*Group]bool{}
	for _, end := range ends[branches:] {
		for _, g := range end {
			left[g] = true
		}
	}
	var kept []*Group
	for _, g := range groups {
		if left[g] {
			rest = append(rest, g)
		} else {
			kept = append(kept, g)
		}
	}
	return BuildTree(kept, sites, exact), rest, len(ends) - branches
}

// ends are the groups of each branch, those that ask for attention first.
func (t *Tree) ends() [][]*Group {
	var all [][]*Group
	var walk func(nodes []*Node)
	walk = func(nodes []*Node) {
		for _, n := range nodes {
			chain := n.Chain()
			top := chain[len(chain)-1]
			if len(top.Ends) > 0 {
				all = append(all, top.Ends)
			}
			walk(top.Children)
		}
	}
	walk(t.Roots)
	return all
}

func threadsOf(groups []*Group) int {
	n := 0
	for _, g := range groups {
		n += g.Count()
	}
	return n
}
