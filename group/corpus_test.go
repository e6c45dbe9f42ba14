package group_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stacktriage/group"
)

var update = flag.Bool("update", false, "rewrite the golden file")

const grouped = "testdata/corpus.golden"

// TestCorpusIsGroupedAsBefore puts the threads of the captured reports into sites and
// trees. What a changed rule does to real reports is seen in the difference.
func TestCorpusIsGroupedAsBefore(t *testing.T) {
	var got bytes.Buffer
	sets(t, func(name string, set *group.Set) {
		name, _ = filepath.Rel(stacks, name)
		tree := group.BuildTree(set.Groups, set.Sites, false)
		fmt.Fprintf(&got, "%s: %d threads, %d stacks, %d branches\n", filepath.ToSlash(name),
			tree.Threads, tree.Stacks, tree.Branches)
		for _, s := range set.Sites {
			fmt.Fprintf(&got, "  %s\n", describe(s))
		}
		drawn(&got, tree.Roots, "  ")
	})
	if *update {
		if err := os.WriteFile(grouped, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(grouped)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(want, got.Bytes()) {
		return
	}
	t.Error("where the difference is meant, go test ./group -run TestCorpus -update makes it the new golden file")
	was, is := strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")
	for i, n := 0, 0; i < len(was) && i < len(is) && n < 20; i++ {
		if was[i] != is[i] {
			t.Errorf("line %d\n- %s\n+ %s", i+1, was[i], is[i])
			n++
		}
	}
}

func describe(s *group.Site) string {
	text := fmt.Sprintf("%d %s %s", s.Threads, s.Role, s.State)
	if s.Cause != nil {
		text += fmt.Sprintf(" %s (%s)", s.Cause.Rule, s.Cause.API)
	}
	if s.Culprit != nil {
		text += " in " + s.Culprit.Short + " " + s.Culprit.Note
	}
	ids := make([]string, len(s.Groups))
	for i, g := range s.Groups {
		ids[i] = g.Stack.ID[:6]
	}
	return fmt.Sprintf("%s, via %q, callers %v, stacks %v", text, s.Via, s.Callers, ids)
}

// drawn writes the nodes of a tree at which threads part or end.
func drawn(w *bytes.Buffer, nodes []*group.Node, indent string) {
	for _, n := range nodes {
		chain := n.Chain()
		top := chain[len(chain)-1]
		name := top.Label
		if f := top.Frame(); f != nil && name == "" {
			name = f.ShortName()
		}
		fmt.Fprintf(w, "%s%d+%d of %d in %d steps: %s, %d end\n", indent, n.Blocked, n.Starving, n.Count,
			len(chain), name, len(top.Ends))
		drawn(w, top.Children, indent+"  ")
	}
}
