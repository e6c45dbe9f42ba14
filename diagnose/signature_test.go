package diagnose

import (
	"testing"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
)

func TestSignature(t *testing.T) {
	result := &classify.Cause{Rule: classify.RuleTaskResult, API: "Task<T>.Result", Category: classify.CategorySyncOverAsync}
	own := func(module, name string) *classify.Culprit {
		return &classify.Culprit{Kind: classify.CulpritUser, Name: name, Frame: &frame.Frame{Module: module}}
	}
	generated := func(name string) *classify.Culprit {
		return &classify.Culprit{Kind: classify.CulpritDynamic, Name: name}
	}
	load := group.Site{Cause: result, Culprit: own("Acme", "Orders.Load"), Threads: 60}
	inlined := &classify.Cause{Rule: classify.RuleTaskUnnamed, API: "Task wait", Category: classify.CategorySyncOverAsync}
	same := []group.Site{
		load, {Cause: inlined, Culprit: own("Acme", "Orders.Load")},
		{Cause: result, Culprit: own("Acme", "Orders.Load"), Role: classify.Main, Threads: 1, Callers: []string{"x"}},
	}
	for _, s := range same {
		if got := Signature(&s); got != Signature(&load) || len(got) != 12 {
			t.Errorf("%+v: got %q, want %q", s, got, Signature(&load))
		}
	}
	other := []group.Site{
		{Cause: result, Culprit: own("Acme", "Orders.Save")},
		{Cause: result, Culprit: own("Other", "Orders.Load")},
		{Cause: &classify.Cause{API: "HttpClient.Send", Category: classify.CategorySyncOverAsync}, Culprit: own("Acme", "Orders.Load")},
		{Cause: &classify.Cause{API: "Task<T>.Result", Category: classify.CategoryLock}, Culprit: own("Acme", "Orders.Load")},
		{Culprit: own("Acme", "Orders.Load")},
		{Cause: result},
		{},
	}
	seen := map[string]bool{Signature(&load): true}
	for _, s := range other {
		if got := Signature(&s); seen[got] {
			t.Errorf("%+v has the signature of another place", s)
		}
		seen[Signature(&s)] = true
	}
	nine, twelve := group.Site{Cause: result, Culprit: generated("MVC action inlined into lambda_method9")},
		group.Site{Cause: result, Culprit: generated("MVC action inlined into lambda_method12")}
	if Signature(&nine) != Signature(&twelve) {
		t.Error("the number of generated code is part of the signature")
	}
}
