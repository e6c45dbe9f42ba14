package group_test

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/internal/corpus"
	"stacktriage/parse"
)

const stacks = "../testdata/stacks"

// sets builds the groups of every snapshot in the corpus; what is no report is left
// out.
func sets(t *testing.T, each func(name string, set *group.Set)) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(stacks, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".txt") {
			return err
		}
		snaps, err := parse.Read(bytes.NewReader(corpus.Report(t, "", path)), path)
		if err != nil {
			return nil
		}
		for _, s := range snaps {
			seen++
			each(path, group.Build(s, classify.Options{}))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 100 {
		t.Fatalf("only %d snapshots in %s", seen, stacks)
	}
}

// TestTreeAddsUp: at every node the threads are those of its branches and those that
// end in it, and along the way of every group each of its frames is there once.
func TestTreeAddsUp(t *testing.T) {
	sets(t, func(name string, set *group.Set) { checkTrees(t, name, set) })
}

func checkTrees(t *testing.T, name string, set *group.Set) {
	t.Helper()
	for _, exact := range []bool{false, true} {
		tree := group.BuildTree(set.Groups, set.Sites, exact)
		c := treeCheck{t: t, name: name, next: map[*group.Group]int{}, ended: map[*group.Group]bool{}}
		total := 0
		for _, root := range tree.Roots {
			total += root.Count
			c.node(root)
		}
		if total != len(set.Snapshot.Threads) || tree.Threads != total {
			t.Errorf("%s: the roots hold %d of %d threads", name, total, len(set.Snapshot.Threads))
		}
		if len(c.ended) != len(set.Groups) || c.branches != tree.Branches {
			t.Errorf("%s: %d of %d groups end in %d of %d branches", name, len(c.ended), len(set.Groups),
				c.branches, tree.Branches)
		}
	}
}

type treeCheck struct {
	t        *testing.T
	name     string
	next     map[*group.Group]int // frames that the way down to here has not covered
	ended    map[*group.Group]bool
	branches int
}

func (c *treeCheck) node(n *group.Node) {
	sum, through, blocked := 0, 0, 0
	for _, s := range n.Spans {
		through += s.Group.Count()
		if s.Group.Class.State == classify.Blocked {
			blocked += s.Group.Count()
		}
		c.span(s)
	}
	for _, child := range n.Children {
		sum += child.Count
		c.node(child)
	}
	for _, g := range n.Ends {
		sum += g.Count()
		if c.ended[g] || c.next[g] != 0 {
			c.t.Errorf("%s: group %s ends twice, or before its leaf: %d frames left", c.name, g.Stack.ID, c.next[g])
		}
		c.ended[g] = true
	}
	if len(n.Ends) > 0 {
		c.branches++
	}
	if sum != n.Count || through != n.Count || blocked != n.Blocked {
		c.t.Errorf("%s: a node of %d threads, %d pass through and %d go on or end", c.name, n.Count, through, sum)
	}
}

// span takes the frames of a span off those that its group has left.
func (c *treeCheck) span(s group.Span) {
	if _, ok := c.next[s.Group]; !ok {
		c.next[s.Group] = len(s.Group.Stack.Frames)
	}
	if s.To != c.next[s.Group] || s.From > s.To || s.At >= 0 && (s.At < s.From || s.At >= s.To) {
		c.t.Errorf("%s: group %s: span [%d, %d) named by %d where %d frames are left", c.name,
			s.Group.Stack.ID, s.From, s.To, s.At, c.next[s.Group])
	}
	c.next[s.Group] = s.From
}

// TestInliningDoesNotPartThreads: groups of one site that show the same own frames end
// in one node.
func TestInliningDoesNotPartThreads(t *testing.T) {
	sets(t, func(name string, set *group.Set) {
		tree := group.BuildTree(set.Groups, set.Sites, false)
		end := map[*group.Group]*group.Node{}
		var walk func(n *group.Node)
		walk = func(n *group.Node) {
			for _, g := range n.Ends {
				end[g] = n
			}
			for _, child := range n.Children {
				walk(child)
			}
		}
		for _, root := range tree.Roots {
			walk(root)
		}
		for _, site := range set.Sites {
			byOwn := map[string]*group.Node{}
			for _, g := range site.Groups {
				own := ownFrames(g)
				if own == "" {
					continue
				}
				if first, ok := byOwn[own]; ok && first != end[g] {
					t.Errorf("%s: %s is parted though the own frames are %s", name, g.Stack.ID, own)
				}
				byOwn[own] = end[g]
			}
		}
	})
}

// ownFrames are the own frames of a stack, without the innermost ones where the whole
// stack is own code: whether something stands above them is no inlining.
func ownFrames(g *group.Group) string {
	var b strings.Builder
	for i, f := range g.Stack.Frames {
		switch g.Class.Kinds[i] {
		case classify.KindUser, classify.KindDynamic:
			if i == 0 {
				return ""
			}
			b.WriteString(f.Key() + " ")
		}
	}
	return b.String()
}

// TestOneSiteIsOneBranch: the 60 workers at one source line stand in nine forms.
func TestOneSiteIsOneBranch(t *testing.T) {
	path := stacks + "/web/stack-bad.txt"
	snaps, err := parse.Read(bytes.NewReader(corpus.Report(t, "", path)), path)
	if err != nil {
		t.Fatal(err)
	}
	set := group.Build(snaps[0], classify.Options{})
	branches := func(exact bool) int {
		worker := group.BuildTree(set.Groups, set.Sites, exact).Roots[0]
		n := 0
		var walk func(n *group.Node)
		walk = func(node *group.Node) {
			if len(node.Ends) > 0 && node.Blocked > 0 {
				n++
			}
			for _, child := range node.Children {
				walk(child)
			}
		}
		walk(worker)
		return n
	}
	if got := branches(false); got != 1 {
		t.Errorf("merged: %d branches, want 1", got)
	}
	if got := branches(true); got != 9 {
		t.Errorf("exact: %d branches, want 9", got)
	}
}

// FuzzTree builds the trees of whatever can be read as a report and adds them up.
func FuzzTree(f *testing.F) {
	const worker = "  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n  System.Private." +
		"CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n"
	f.Add([]byte("Thread (0x1):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Thread." +
		"Sleep(int32)\n  Shop!Cart.Total()\n" + worker))
	f.Add([]byte("Thread (0x1):\n  CPU_TIME\n  Shop!Cart.Total()\n  Shop!Cart.Total()\n" + worker +
		"\nThread (0x2):\n  [Native Frames]\n\nThread (0x3):\n  CPU_TIME\n  Shop!Cart+<Go>d__1." +
		"MoveNext()\n  Shop!Cart.Go()\n"))
	f.Add([]byte("Thread (0x1):\n  [Native Frames]\n  ?!?\n  Shop!Program.<Main>$(class System." +
		"String[])\n  Shop!Program.<Main>(class System.String[])\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		snaps, err := parse.Read(bytes.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		for _, s := range snaps {
			checkTrees(t, "fuzz", group.Build(s, classify.Options{}))
		}
	})
}
