package compare

import (
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
)

// unseen are the places whose blocking is gone although nothing in AFTER shows their
// code at work, largest loss first. A place that nobody calls any more looks the same
// as a mended one. The main thread is not asked: that it moved on is the proof.
func (m *matcher) unseen(sites []*Site) []*Site {
	var out []*Site
	for _, s := range sites {
		if s.Trouble && s.Status == Gone && s.Before.Role != classify.Main && !m.passed(s.Before) {
			out = append(out, s)
		}
	}
	return out
}

// passed reports a thread of AFTER that is in the code of a place of BEFORE and is not
// blocked.
func (m *matcher) passed(s *group.Site) bool {
	is := m.passage(s)
	for _, g := range m.after.Groups {
		if g.Class.State == classify.Blocked {
			continue
		}
		for _, f := range g.Stack.Frames {
			if is(f) {
				return true
			}
		}
	}
	return false
}

// passage tells the frames that prove a place to be called. Its number is a part of a
// lambda: the next one is another endpoint. The name is enough, because a method that
// became asynchronous has no other trace of what it was. The number of a delegate says
// nothing outside of its process.
func (m *matcher) passage(s *group.Site) func(*frame.Frame) bool {
	p := m.placeOf(m.before, s)
	delegate := ""
	if m.literal() && p.delegate >= 0 {
		delegate = s.Groups[0].Stack.Frames[delegateAt(s.Groups[0], p)].Key()
	}
	name := ""
	switch at := s.Groups[0].Class.APIFrame; {
	case p.culprit != nil:
		name = plainName(p.culprit)
	case s.Culprit == nil && at >= 0:
		name = plainName(s.Groups[0].Stack.Frames[at])
	}
	return func(f *frame.Frame) bool {
		return name != "" && plainName(f) == name || delegate != "" && f.Key() == delegate
	}
}

// plainName is a name that stays when its code is made to await: Load is LoadAsync then.
func plainName(f *frame.Frame) string {
	return strings.TrimSuffix(strings.Replace(f.Name(), " async lambda", " lambda", 1), "Async")
}

// delegateAt is the index of the delegate that a place was identified by.
func delegateAt(g *group.Group, p *place) int {
	if p.inlined || g.Class.Culprit.Kind == classify.CulpritInferred {
		return g.Class.CulpritFrame
	}
	return g.Class.CulpritFrame + 1
}
