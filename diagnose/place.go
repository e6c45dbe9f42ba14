package diagnose

import (
	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

// place is where most threads of a finding stand.
type place struct {
	wording.Place
	threads int
	all     int    // threads of the finding
	others  int    // other places of the same finding
	host    string // where a caller without a frame of its own was inlined into
	calls   string // what code of the application that method calls, where it is known
	logs    bool   // a log call: the framework's own code makes them, too
}

// placeOf finds the commonest site among some groups.
func placeOf(set *group.Set, groups []*group.Group) place {
	in := map[*group.Group]bool{}
	for _, g := range groups {
		in[g] = true
	}
	var best place
	places := 0
	for _, s := range set.Sites {
		n := 0
		for _, g := range s.Groups {
			if in[g] {
				n += g.Count()
			}
		}
		if n == 0 {
			continue
		}
		places++
		if n > best.threads {
			best = place{Place: wording.PlaceOf(s), threads: n}
			if s.Cause != nil { // a finding about running threads names their call, too
				best.API = s.Cause.API
			}
			if s.Culprit == nil {
				best.host, best.calls = hostOf(s.Groups[0])
				best.logs = hasCategory(s.Groups[0], classify.CategoryLogging)
			}
		}
	}
	best.others, best.all = max(places-1, 0), threads(groups)
	return best
}

// hostOf names the frame that a caller without a frame of its own was inlined into, and
// what code of the application it calls.
func hostOf(g *group.Group) (name, calls string) {
	if i := HostFrame(g); i >= 0 {
		return g.Stack.Frames[i].API(), classify.CallsBack(g.Stack.Frames[i])
	}
	return "", ""
}

// HostFrame is the first library frame below the call that waits: where the caller was
// inlined into, or -1.
func HostFrame(g *group.Group) int {
	for i := g.Class.APIFrame + 1; i < g.Class.RunEnd && i < len(g.Stack.Frames); i++ {
		k := g.Class.Kinds[i]
		if k != classify.KindFramework && k != classify.KindLibrary ||
			classify.ModuleOf(g.Stack.Frames[i]) == "System.Private.CoreLib" {
			continue
		}
		return i
	}
	return -1
}

// at is "Task<T>.Result in Program.Main lambda #2 (Bookstore.Api)"; with several places
// it says how many threads stand at this one.
func (p place) at() wording.Text {
	var text wording.Text
	if p.API != "" || p.Culprit != "" {
		text = p.Text()
	}
	switch {
	case p.Culprit != "" || p.host == "":
	case p.logs:
		text = text.Thenf(" called by %s", wording.Code(p.host))
	case p.calls != "":
		text = text.Thenf(", the caller was inlined into %s, which calls %s", wording.Code(p.host), wording.Plain(p.calls))
	default:
		text = text.Thenf(", the caller was inlined into %s", wording.Code(p.host))
	}
	return text.Then(p.rest())
}

// executing is what running threads are in: "Regex.Match called by Orders.Parse".
func (p place) executing() wording.Text {
	if p.Culprit != "" && p.API != "" {
		return wording.Format("%s called by %s", wording.Code(p.API), wording.Code(p.Culprit))
	}
	if p.Culprit == "" && p.API == "" {
		return wording.Plain("code without a name of its own")
	}
	return p.Text()
}

// rest is the module in parentheses, and what there is beside this place.
func (p place) rest() wording.Text {
	inside := p.Remarks()
	if p.others > 0 && p.threads < p.all {
		inside = append(inside, wording.Format("%d of them", p.threads))
	}
	var text wording.Text
	if len(inside) > 0 {
		text = wording.Format(" (%s)", wording.Join(", ", inside...))
	}
	if p.others > 0 {
		text = text.Thenf(" and %s", wording.Count(p.others, "other place"))
	}
	return text
}
