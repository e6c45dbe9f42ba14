package render

import (
	"fmt"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/parse"
	"stacktriage/wording"
)

// stackSpec describes the threads of one stack of a hand-made model.
type stackSpec struct {
	threads int
	role    classify.Role
	state   classify.State
	cause   *classify.Cause
	frames  []string // innermost first; a leading "A ", "C " or "R " marks API, culprit and root
}

// syncOverAsync is a request handler blocked on a task.
func syncOverAsync(threads int) stackSpec {
	return stackSpec{
		threads: threads, role: classify.Worker, state: classify.Blocked,
		cause: &classify.Cause{
			Rule: classify.RuleTaskResult, API: "Task<T>.Result",
			Category: classify.CategorySyncOverAsync, Mechanism: classify.MechanismTaskWait,
		},
		frames: []string{
			"System.Private.CoreLib!System.Threading.ManualResetEventSlim.Wait(int32,value class System.Threading.CancellationToken)",
			"System.Private.CoreLib!System.Threading.Tasks.Task.SpinThenBlockingWait(int32,value class System.Threading.CancellationToken)",
			"System.Private.CoreLib!System.Threading.Tasks.Task.InternalWaitCore(int32,value class System.Threading.CancellationToken)",
			"A System.Private.CoreLib!System.Threading.Tasks.Task`1[System.__Canon].GetResultCore(bool)",
			"C Shop.Web!Shop.Web.Cart.Total(int32,class System.String)",
			"Shop.Web!Shop.Web.CartController.Show(int32)",
			"Microsoft.AspNetCore.Mvc.Core!Microsoft.AspNetCore.Mvc.Infrastructure.ActionMethodExecutor.Execute()",
			"Microsoft.AspNetCore.Server.Kestrel.Core!Microsoft.AspNetCore.Server.Kestrel.Core.Internal.Http.HttpProtocol.ProcessRequests()",
			"R System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()",
			"System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()",
		},
	}
}

func parked(threads int) stackSpec {
	return stackSpec{
		threads: threads, role: classify.Worker, state: classify.Idle,
		frames: []string{
			"System.Private.CoreLib!System.Threading.LowLevelLifoSemaphore.WaitForSignal(int32)",
			"R System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()",
		},
	}
}

// model builds a snapshot in which every blocked stack is a site of its own and all of
// them are evidence for one finding.
func model(t *testing.T, label string, specs ...stackSpec) *diagnose.Snapshot {
	t.Helper()
	in := parseSpecs(t, label, specs)
	s := &diagnose.Snapshot{
		Input: in,
		Counts: diagnose.Counts{
			Threads: len(in.Threads), Stacks: len(in.Stacks), Frames: in.Frames, Roles: map[classify.Role]int{},
		},
	}
	finding := diagnose.Finding{
		ID: "sync-over-async", Severity: diagnose.Critical, Confidence: diagnose.High,
		Advice: "Await the call.",
	}
	next := int32(0)
	for i, spec := range specs {
		g := &group.Group{Stack: &in.Stacks[i], Class: classOf(spec, &in.Stacks[i]), Native: spec.threads}
		for range spec.threads {
			g.Threads = append(g.Threads, next)
			next++
		}
		s.Groups = append(s.Groups, g)
		s.Counts.Roles[spec.role] += spec.threads
		if spec.state == classify.Blocked {
			s.Counts.Blocked += spec.threads
		}
		if spec.role == classify.Worker {
			s.Counts.Workers.Total += spec.threads
		}
		if spec.state != classify.Blocked {
			s.Counts.Workers.Idle += spec.threads
			s.SetAside = append(s.SetAside, diagnose.Aside{Label: "parked", Threads: spec.threads, Idle: true})
			continue
		}
		s.Counts.Workers.Blocked += spec.threads
		s.Sites = append(s.Sites, &group.Site{
			Role: spec.role, State: spec.state, Cause: spec.cause, Culprit: g.Class.Culprit,
			Groups: []*group.Group{g}, Threads: spec.threads,
		})
		finding.Groups = append(finding.Groups, g)
		finding.Threads += spec.threads
		finding.Workers += spec.threads
	}
	setHeadline(s, wording.Format("%d workers blocked", finding.Workers))
	finding.Sentence = s.Headline
	s.Findings = []diagnose.Finding{finding}
	return s
}

func setHeadline(s *diagnose.Snapshot, text wording.Text) {
	s.Headline, s.HeadlineText = text.String(), text
}

func parseSpecs(t *testing.T, label string, specs []stackSpec) *parse.Snapshot {
	t.Helper()
	var text strings.Builder
	id := 0x10
	for _, spec := range specs {
		for range spec.threads {
			fmt.Fprintf(&text, "Thread (0x%X):\n  [Native Frames]\n", id)
			id++
			for _, f := range spec.frames {
				text.WriteString("  " + strings.TrimLeft(f, "ACR ") + "\n")
			}
			text.WriteString("\n")
		}
	}
	snaps, err := parse.Read(strings.NewReader(text.String()), label)
	if err != nil {
		t.Fatal(err)
	}
	return snaps[0]
}

func classOf(spec stackSpec, stack *parse.Stack) classify.Result {
	c := classify.Result{
		Role: spec.role, State: spec.state, Cause: spec.cause, APIFrame: -1,
		CulpritFrame: -1, RootFrame: -1, Caller: -1,
	}
	for i, text := range spec.frames {
		f := stack.Frames[i]
		kind := classify.KindFramework
		if strings.HasPrefix(f.Module, "Shop") {
			kind = classify.KindUser
		}
		c.Kinds = append(c.Kinds, kind)
		switch text[:2] {
		case "A ":
			c.APIFrame = i
		case "C ":
			c.CulpritFrame, c.RunEnd = i, i
			c.Culprit = &classify.Culprit{Kind: classify.CulpritUser, Name: f.Name(), Short: f.ShortName(), Frame: f}
		case "R ":
			c.RootFrame = i
		}
	}
	return c
}

// render writes a report to a string.
func render(t *testing.T, format string, o Options, snaps ...*diagnose.Snapshot) string {
	t.Helper()
	f, err := Lookup(Reports, format)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := f.Report(&b, &diagnose.Report{Snapshots: snaps}, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
