package group

import (
	"slices"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/parse"
)

const (
	taskWait = "System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object,int32)\n" +
		"System.Private.CoreLib!System.Threading.Tasks.Task.InternalWaitCore(int32,value class System.Threading." +
		"CancellationToken)\n" +
		"System.Private.CoreLib!System.Threading.Tasks.Task`1[System.__Canon].GetResultCore(bool)\n"
	delegate2 = "Anonymously Hosted DynamicMethods Assembly!dynamicClass.lambda_method2(pMT: 00007F0000000001," +
		"class System.Object)\n"
	delegate3 = "Anonymously Hosted DynamicMethods Assembly!dynamicClass.lambda_method3(pMT: 00007F0000000001," +
		"class System.Object)\n"
	below = "Microsoft.AspNetCore.Mvc.Core!Microsoft.AspNetCore.Mvc.Infrastructure." +
		"ActionMethodExecutor+SyncObjectResultExecutor.Execute()\n" +
		"System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n" +
		"System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n"
)

func own(method string) string { return "Shop.Web!Shop.Web.CartController." + method + "\n" }

// build groups stacks, each of one thread.
func build(t *testing.T, stacks ...string) *Set {
	t.Helper()
	var b strings.Builder
	for i, stack := range stacks {
		b.WriteString("Thread (0x" + string(rune('1'+i)) + "):\n[Native Frames]\n" + stack + "\n")
	}
	snaps, err := parse.Read(strings.NewReader(b.String()), "made up")
	if err != nil {
		t.Fatal(err)
	}
	return Build(snaps[0], classify.Options{})
}

// culprits are the culprits of the threads, in the order of the input.
func culprits(set *Set) []string {
	out := make([]string, len(set.Snapshot.Threads))
	for _, g := range set.Groups {
		for _, thread := range g.Threads {
			if c := g.Class.Culprit; c != nil {
				out[thread] = string(c.Kind) + " " + c.Short + c.Note
			}
		}
	}
	return out
}

func TestInlinedHandlersAreNamedByOtherStacks(t *testing.T) {
	inlined := taskWait + delegate2 + below
	unknown := "dynamic MVC action inlined into lambda_method2"
	tests := []struct {
		name   string
		stacks []string
		want   string // of the first thread
	}{
		{"nobody shows it", []string{inlined}, unknown},
		{"one stack shows it", []string{inlined, taskWait + own("Buy(int32)") + delegate2 + below},
			"inferred CartController.Buyinferred: seen above lambda_method2 in 1 other stack"},
		{"two stacks show it", []string{inlined, taskWait + own("Buy(int32)") + delegate2 + below, own("Buy(int32)") +
			delegate2 + below},
			"inferred CartController.Buyinferred: seen above lambda_method2 in 2 other stacks"},
		{"they disagree", []string{inlined, taskWait + own("Buy(int32)") + delegate2 + below, taskWait + own("Sell(int32)") + delegate2 + below}, unknown},
		{"above another delegate", []string{inlined, taskWait + own("Buy(int32)") + delegate3 + below}, unknown},
		{"not directly above", []string{inlined, taskWait + own("Buy(int32)") + "Shop.Lib!X.Y()\n" +
			"System.Linq!System.Linq.Enumerable.ToList()\n" + delegate2 + below}, unknown},
		{"a static constructor is no handler", []string{inlined, taskWait + own(".cctor()") + delegate2 + below},
			unknown},
		{"a constructor is no handler", []string{inlined, taskWait + own(".ctor()") + delegate2 + below}, unknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := culprits(build(t, tt.stacks...))[0]; got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestTogether: snapshots of one process name each other's handlers, and stay as they are
// themselves.
func TestTogether(t *testing.T) {
	one := build(t, taskWait+delegate2+below)
	other := build(t, taskWait+own("Buy(int32)")+delegate2+below)
	before := culprits(one)[0]
	joint := Together([]*Set{one, other})
	const want = "inferred CartController.Buyinferred: seen above lambda_method2 in 1 other stack"
	if got := culprits(joint[0])[0]; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := joint[0].Sites[0].Culprit; got.Frame.Raw != "Shop.Web!Shop.Web.CartController.Buy(int32)" ||
		got.Kind != classify.CulpritInferred {
		t.Errorf("the site's culprit is %+v", got)
	}
	if got := culprits(one)[0]; got != before || one.Sites[0].Culprit.Kind != classify.CulpritDynamic {
		t.Errorf("the set itself changed from %s to %s", before, got)
	}
	if got := culprits(joint[1])[0]; !strings.HasPrefix(got, "user CartController.Buy") {
		t.Errorf("what is shown became %s", got)
	}
	if sites := Across(joint); len(sites) != 1 || sites[0].Threads != 2 {
		t.Errorf("%d sites, want the inferred and the shown handler at one", len(sites))
	}
}

// TestInferredHandlerIsAStepOfTheTree: it stands where the delegate hides it.
func TestInferredHandlerIsAStepOfTheTree(t *testing.T) {
	set := build(t, taskWait+delegate2+below, taskWait+own("Buy(int32)")+delegate2+below)
	tree := BuildTree(set.Groups, set.Sites, false)
	delegate := tree.Roots[0].Chain()
	var names []string
	for _, n := range delegate {
		if f := n.Frame(); f != nil {
			names = append(names, f.ShortName())
		}
	}
	if tree.Branches != 1 || !slices.Contains(names, "CartController.Buy") {
		t.Errorf("%d branches, %v: the two handlers are one place", tree.Branches, names)
	}
}
