package parse

import (
	"fmt"
	"strings"
	"testing"
)

const treeRule = "\n________________________________________________\n"

func TestParallelStacks(t *testing.T) {
	const fork = treeRule +
		"           ~~~~ 1b\n" +
		"              1 System.Threading.Monitor.Wait(Object, Int32)\n" +
		"           ~~~~ 1c,1d,1e,1f...\n" +
		"              6 System.Threading.Tasks.Task<System.__Canon>.GetResultCore(Boolean)\n" +
		"         7 Acme.Store.Load(Int32)\n" +
		"      ~~~~ 2a\n" +
		"         1 Acme.Store.Save(String ByRef)\n" +
		"    8 Program.<Main>$(String[])\n\n\n"
	const forkStacks = `
parallelstacks
0x1b: Monitor.Wait < Store.Load < Program.Main
0x1c: Task<T>.GetResultCore < Store.Load < Program.Main
0x1d: Task<T>.GetResultCore < Store.Load < Program.Main
0x1e: Task<T>.GetResultCore < Store.Load < Program.Main
0x1f: Task<T>.GetResultCore < Store.Load < Program.Main
-: Task<T>.GetResultCore < Store.Load < Program.Main
-: Task<T>.GetResultCore < Store.Load < Program.Main
0x2a: Store.Save < Program.Main
`
	const inner = treeRule +
		" ~~~~ a,b\n" +
		"      ~~~~ c\n" +
		"         1 Acme.Leaf.One()\n" +
		"      ~~~~ d\n" +
		"         1 Acme.Leaf.Two()\n" +
		"    4 Acme.Inner.Go()\n" +
		"    4 Program.Main(String[])\n"
	const innerStacks = `
parallelstacks
0xc: Leaf.One < Inner.Go < Program.Main
0xd: Leaf.Two < Inner.Go < Program.Main
0xa: Inner.Go < Program.Main
0xb: Inner.Go < Program.Main
`
	runDialectTests(t, []dialectTest{
		{name: "a fork", text: "> pstacks\n" + fork + "==> 8 threads with 1 roots\n", want: forkStacks},
		{name: "indentation lost", text: unindent(fork), want: forkStacks},
		{name: "threads that end before a fork", text: inner, want: innerStacks},
		{name: "the same without indentation", text: unindent(inner), want: innerStacks},
		{
			name: "versions that lose their ids",
			text: treeRule + "      ~~~~ c\n         1 Acme.Leaf.One()\n ~~~~ \n    3 Acme.Inner.Go()\n",
			want: `
parallelstacks
0xc: Leaf.One < Inner.Go
-: Inner.Go
-: Inner.Go
`,
		},
		{
			name: "two trees, then the same dump again",
			text: strings.Repeat(treeRule+" ~~~~ a\n    1 Program.Main(String[])\n"+treeRule+" ~~~~ b\n    1 lambda_method2(Closure)\n==> 2 threads with 2 roots\n", 2),
			want: strings.Repeat("parallelstacks\n0xa: Program.Main\n0xb: lambda_method2\n", 2),
		},
		{
			name: "a total that does not fit, and remarks",
			text: treeRule + " ~~~~ a\n    1 Program.Main(String[])\nlook here\n==> 7 threads with 1 roots\n",
			want: "parallelstacks\n0xa: Program.Main\n", problems: []string{"5: not understood", "6: 1 threads were read"}, skipped: 1,
		},
		{
			name: "counts that do not add up",
			text: treeRule + "      ~~~~ a,b,c\n         3 Acme.Leaf.One()\n    2 Program.Main(String[])\n",
			want: `
parallelstacks
0xa: Leaf.One < Program.Main
0xb: Leaf.One < Program.Main
0xc: Leaf.One < Program.Main
`,
			problems: []string{"5: the counts do not add up: 1 threads too many above this frame"},
		},
		{
			name: "cut",
			text: treeRule + "      ~~~~ a\n         1 Acme.Leaf.One()\n      ~~~~ b\n         1 Acme.Leaf.Two()",
			want: "parallelstacks\n0xa: Leaf.One\n0xb: Leaf.Two\n", problems: []string{"6: input ends in the middle of a thread"},
		},
	})
}

// unindent removes the blanks in front of all lines.
func unindent(text string) string {
	var b strings.Builder
	for l := range strings.Lines(text) {
		b.WriteString(strings.TrimLeft(l, " "))
	}
	return b.String()
}

// Numbers of threads cost no input, so they must not cost memory without a bound.
func TestParallelStacksBounds(t *testing.T) {
	snaps := read(t, treeRule+" ~~~~ a,b...\n999999999 Acme.Leaf.One()\n")
	if n := len(snaps[0].Threads); n != maxTreeThreads {
		t.Errorf("%d threads, want %d", n, maxTreeThreads)
	}
	want := fmt.Sprintf("%d threads not kept: no process has so many", 999999999-maxTreeThreads)
	if p := snaps[0].Problems; len(p) != 1 || p[0].Reason != want {
		t.Errorf("problems %v, want %q", p, want)
	}
}
