package diagnose

import (
	"fmt"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/wording"
)

// place is where most threads of a finding stand.
type place struct {
	api, culprit, module string
	threads              int
	all                  int // threads of the finding
	others               int // other places of the same finding
	host                 string
	logs                 bool // a log call: the framework's own code makes them, too
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
			best = place{threads: n, api: apiOf(s)}
			if s.Culprit != nil {
				best.culprit, best.module = s.Culprit.Short, s.Culprit.Frame.Module
				if s.Culprit.Kind == classify.CulpritDynamic {
					best.module = ""
				}
			} else {
				best.host, best.logs = hostOf(s.Groups[0]), hasCategory(s.Groups[0], "logging")
			}
		}
	}
	best.others, best.all = max(places-1, 0), threads(groups)
	return best
}

func apiOf(s *group.Site) string {
	if s.Cause == nil {
		return ""
	}
	return s.Cause.API
}

// hostOf names the frame that a caller without a frame of its own was inlined into.
func hostOf(g *group.Group) string {
	if i := HostFrame(g); i >= 0 {
		return g.Stack.Frames[i].API()
	}
	return ""
}

// HostFrame is the first library frame below the call that waits: where the caller was
// inlined into, or -1.
func HostFrame(g *group.Group) int {
	for i := g.Class.APIFrame + 1; i < g.Class.RunEnd && i < len(g.Stack.Frames); i++ {
		k := g.Class.Kinds[i]
		if k != classify.KindFramework && k != classify.KindLibrary || classify.ModuleOf(g.Stack.Frames[i]) == "System.Private.CoreLib" {
			continue
		}
		return i
	}
	return -1
}

// at is "Task<T>.Result in Program.Main lambda #2 (Bookstore.Api)"; with several places
// it says how many threads stand at this one.
func (p place) at() string {
	var b strings.Builder
	b.WriteString(p.api)
	switch {
	case p.culprit != "" && p.api != "":
		fmt.Fprintf(&b, " in %s", p.culprit)
	case p.culprit != "":
		b.WriteString(p.culprit)
	case p.host != "" && p.logs:
		fmt.Fprintf(&b, " called by %s", p.host)
	case p.host != "":
		fmt.Fprintf(&b, ", the caller was inlined into %s", p.host)
	}
	b.WriteString(p.rest())
	return b.String()
}

// rest is the module in parentheses, and what there is beside this place.
func (p place) rest() string {
	var inside []string
	if p.module != "" {
		inside = append(inside, p.module)
	}
	if p.others > 0 && p.threads < p.all {
		inside = append(inside, fmt.Sprintf("%d of them", p.threads))
	}
	text := ""
	if len(inside) > 0 {
		text = " (" + strings.Join(inside, ", ") + ")"
	}
	if p.others > 0 {
		text += " and " + wording.Count(p.others, "other place")
	}
	return text
}
