package classify

import (
	"strings"

	"stacktriage/frame"
)

// name fills in cause, API frame and via of a thread that is not idle.
func (c *Classifier) name(v *view, res *Result, mechanism Mechanism) {
	outer := v.nameEnd()
	res.APIFrame = outer
	rule, at := v.rule(outer)
	if res.State == Blocked && rule == nil {
		rule = &nativeLibrary
	}
	switch res.State {
	case Blocked:
		if v.locks && (rule.Category != CategoryLock || rule.ID == "") {
			res.Cause = &Cause{Rule: RuleMonitorEnter, Category: CategoryLock, Mechanism: MechanismLock, API: "lock"}
			break
		}
		res.Cause = &Cause{Rule: rule.ID, Category: rule.Category, Mechanism: rule.Mechanism, Advice: v.adviceOf(rule,
			at, outer)}
		if res.Cause.Mechanism == "" {
			res.Cause.Mechanism = mechanism
		}
		res.Cause.API = v.api(outer, rule, at)
	case Running:
		res.Cause = &Cause{Rule: RuleRunning, Category: CategoryCPU, Mechanism: mechanism, API: v.runningAPI(outer)}
		if rule != nil && rule.ID == RuleRegex {
			res.Cause.Rule, res.Cause.Advice = rule.ID, rule.special()
		}
	case Unclear:
		if c.awaitThrew(v) {
			res.Cause = &Cause{Rule: RuleNativeUnknown, Category: CategoryNative, Mechanism: mechanism, API: "await"}
			break
		}
		if top := v.top(); top >= 0 && v.infos[top].takes {
			res.IfBlocked = v.lockIfBlocked(outer, rule, at)
		}
		res.Cause = &Cause{
			Rule: RuleNativeUnknown, Category: CategoryNative, Mechanism: mechanism, API: v.runningAPI(outer),
		}
	}
	res.Via = v.via(outer)
}

// adviceOf is the advice of a rule where it is about the call that own code made: the
// rule's frame is that call, or one of its own module, or the query that an object mapper
// runs for it. Advice about an inner mechanism helps nobody who cannot change it.
func (v *view) adviceOf(rule *Rule, at, outer int) string {
	if at < 0 || outer < 0 || at == outer {
		return rule.special()
	}
	inner, call := ModuleOf(v.frames[at]), ModuleOf(v.frames[outer])
	switch {
	case inner == call && v.infos[at].kind != KindFramework, inner == call && v.frames[at].Type == v.frames[outer].Type:
	case inner == call && rule.Rank >= family:
	case rule.Category == CategoryData && hasAnyPrefix(call, queryModules):
	case rule.Category == CategoryIO && isBaseModule(call) && isBaseModule(inner) && rule.Rank >= family:
	default:
		return ""
	}
	return rule.special()
}

// queryModules are modules whose calls run queries of a database.
var queryModules = []string{"System.Linq", "Microsoft.EntityFrameworkCore", "System.Data", "Dapper", "NHibernate"}

// nativeLibrary is the cause of a wait that no row of the table knows: a native call,
// or a wait that was inlined into the library's frame.
var nativeLibrary = Rule{
	ID: RuleNativeLibrary, Category: CategoryNative, Rank: family,
	Advice: "Give the call a timeout, or a thread of its own; use the library's asynchronous form where it has one.",
}

// lockIfBlocked is the cause of a thread of which only the marker stands above its
// innermost frame, if that is a contended lock: what a library's rule says of the run,
// else the lock itself.
func (v *view) lockIfBlocked(outer int, rule *Rule, at int) *Cause {
	c := &Cause{Rule: RuleMonitorEnterProbable, API: "lock", Category: CategoryLock, Mechanism: MechanismLock}
	if rule == nil || rule.Rank < family {
		if outer >= 0 {
			c.API = v.publicName(outer)
		}
		return c
	}
	c.Rule, c.Category, c.API = rule.ID, rule.Category, v.api(outer, rule, at)
	return c
}

// outermost is the last frame of frames[:end] that can be an API a developer calls.
func (v *view) outermost(end int) int {
	for i := end - 1; i >= 0; i-- {
		if info := v.infos[i]; !info.skip && info.kind != KindTransparent && info.kind != KindDynamic {
			return i
		}
	}
	return -1
}

// nameEnd is the frame whose call names the cause: above a culprit the outermost of
// the run; without one the end of the chain of known calls that begins at the leaf,
// because the frames below belong to whoever inlined the caller.
func (v *view) nameEnd() int {
	if v.culprit >= 0 {
		end := v.end
		if start := v.startsHost(0, end); v.role == Main && start > 0 {
			end = start // what a service's start waits in, not the host that starts it
		}
		return v.outermost(end)
	}
	last := -1
	for i := 0; i < v.end; i++ {
		info := v.infos[i]
		switch {
		case info.kind == KindTransparent || info.skip && !info.resume:
		case info.resume:
			return max(last, v.top())
		case len(info.causes) > 0 || info.leaf >= 0:
			last = i
		case last >= 0:
			return last
		default:
			return i
		}
	}
	return last
}

// rule picks the row that says most about frames[:outer+1]: the highest rank, then
// the outermost frame.
func (v *view) rule(outer int) (*Rule, int) {
	var best *Rule
	at := -1
	for i := outer; i >= 0; i-- {
		for _, row := range v.infos[i].causes {
			r := &causeRules[row]
			if (best == nil || r.Rank > best.Rank) && v.applies(r, outer) {
				best, at = r, i
			}
		}
	}
	return best, at
}

func (v *view) applies(r *Rule, outer int) bool {
	if len(r.Unless) > 0 && v.anyMatches(r.Unless, outer) {
		return false
	}
	return len(r.Needs) == 0 || v.anyMatches(r.Needs, outer)
}

func (v *view) anyMatches(patterns []string, outer int) bool {
	for _, text := range patterns {
		p := parsePattern(text)
		for i := 0; i <= outer; i++ {
			if v.frameMatches(i, p) {
				return true
			}
		}
	}
	return false
}

// api is the printed name: that of a rule of the outermost frame if it has one, else
// the frame's own name.
func (v *view) api(outer int, rule *Rule, at int) string {
	if outer < 0 {
		return rule.API
	}
	if rule.API != "" && at == outer {
		return rule.API
	}
	for _, row := range v.infos[outer].causes {
		if r := &causeRules[row]; r.API != "" && v.applies(r, outer) {
			return r.API
		}
	}
	if v.culprit < 0 {
		return v.nearestAPI(outer)
	}
	return v.publicName(outer)
}

// nearestAPI names a call without a culprit: a log call by its interface, else the
// outermost public frame of the chain.
func (v *view) nearestAPI(outer int) string {
	for i := 0; i <= outer; i++ {
		if isLoggerModule(v.frames[i]) {
			return "ILogger.Log"
		}
	}
	return v.publicName(outer)
}

func isLoggerModule(f *frame.Frame) bool {
	return strings.HasPrefix(ModuleOf(f), "Microsoft.Extensions.Logging")
}

// publicName is the name of the outermost frame of frames[:outer+1] that is no
// internal of the platform layer.
func (v *view) publicName(outer int) string {
	for i := outer; i >= 0; i-- {
		info := v.infos[i]
		if info.skip || info.kind == KindTransparent || info.kind == KindDynamic || isInternal(v.frames[i]) {
			continue
		}
		return strings.Replace(v.frames[i].API(), "GC._", "GC.", 1)
	}
	if outer >= 0 {
		return v.frames[outer].API()
	}
	return ""
}

// isInternal reports platform internals that no developer calls.
func isInternal(f *frame.Frame) bool {
	return strings.HasPrefix(f.Type, "Interop") || strings.HasSuffix(f.Type, "Pal") ||
		strings.HasPrefix(f.Type, "System.Threading.Tasks.Task") && f.Method == "MoveNext"
}

// runningAPI names what a running thread is in: the outermost public frame above the
// culprit, or nothing.
func (v *view) runningAPI(outer int) string {
	if outer < 0 {
		return ""
	}
	return v.publicName(outer)
}

// via is the innermost module of an application framework or library in the run,
// where it is not the module of the API itself.
func (v *view) via(outer int) string {
	if outer < 0 {
		return ""
	}
	for i := 0; i <= outer; i++ {
		f := v.frames[i]
		if k := v.infos[i].kind; k != KindLibrary && k != KindFramework || f.Module == "" || isBaseModule(f.Module) {
			continue
		}
		if f.Module == v.frames[outer].Module {
			return ""
		}
		return f.Module
	}
	return ""
}

// isBaseModule reports a module of the base library.
func isBaseModule(module string) bool {
	m := strings.ToLower(module)
	switch {
	case frameworkModules[m]:
		return m != "testhost"
	case strings.HasPrefix(m, "system."):
		return moduleKind(module) == KindFramework
	}
	return hasDottedPrefix(m, []string{"microsoft.csharp", "microsoft.visualbasic", "microsoft.win32"})
}
