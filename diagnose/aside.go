package diagnose

import (
	"cmp"
	"slices"

	"stacktriage/classify"
	"stacktriage/group"
)

// AsideOf names the threads of some groups that are in no site: parked workers and
// threads in the wait they spend their lives in.
func AsideOf(groups []*group.Group) []Aside {
	count := map[Aside]int{}
	for _, g := range groups {
		switch g.Class.State {
		case classify.Idle:
			count[Aside{Label: "idle pool worker", Idle: true}] += g.Count()
		case classify.Waiting:
			count[Aside{Label: asideLabel(g)}] += g.Count()
		}
	}
	var out []Aside
	for a, n := range count {
		a.Threads = n
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b Aside) int {
		if a.Idle != b.Idle {
			if a.Idle {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.Threads, a.Threads), cmp.Compare(a.Label, b.Label))
	})
	return out
}

func asideLabel(g *group.Group) string {
	c := g.Class.Cause
	switch {
	case c != nil && c.Rule == classify.RuleKnownIdle:
		return c.API
	case g.Class.Role == classify.Main && c != nil && c.API != "":
		return "main in " + mainCall(g)
	case g.Class.Role == classify.Main:
		return "main"
	case g.Class.Role == classify.Dedicated && c != nil && c.API != "":
		if c.Rule == classify.RuleSocketAccept || c.Category == classify.CategoryIO {
			return "accept loop in " + c.API
		}
		return "dedicated thread in " + c.API
	case c != nil && c.Category == classify.CategoryBackground:
		return c.API
	}
	return string(g.Class.Role)
}

// mainCall names what main waits in: the host's run loop by its short name.
func mainCall(g *group.Group) string {
	if cul := g.Class.Culprit; cul != nil && cul.Kind == classify.CulpritUser {
		f := g.Stack.Frames[g.Class.CulpritFrame]
		if f.Method == "<Main>" {
			return "async Main"
		}
	}
	if at := g.Class.APIFrame; at >= 0 {
		f := g.Stack.Frames[at]
		switch f.Method {
		case "Run", "WaitForShutdown":
			if classify.ModuleOf(f) != "System.Private.CoreLib" {
				return "Host." + f.Method
			}
		}
	}
	return g.Class.Cause.API
}
