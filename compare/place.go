package compare

import (
	"strconv"
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
)

// place is one site with what can identify it in another snapshot.
type place struct {
	site    *group.Site
	base    string // role and state, which always agree
	api     string
	culprit *frame.Frame // own frame; nil where there is none
	exact   string       // key of the culprit or, without one, of the delegate
	stable  string       // the same where builds differ, without the lambda's number
	family  string       // of the culprit's lambda: the method it is written in
	lambda  int          // the compiler's number of the culprit's lambda, or -1
	// handler is what a dispatcher calls through a compiled delegate ("MVC action"),
	// delegate the number of that delegate, or -1.
	handler  string
	delegate int
	inlined  bool // the culprit is the delegate itself
}

func (m *matcher) placeOf(set *group.Set, s *group.Site) *place {
	p := &place{site: s, base: string(s.Role) + "|" + string(s.State), lambda: -1, delegate: -1}
	g := s.Groups[0]
	if s.Cause != nil && (s.State == classify.Blocked || s.Culprit == nil) {
		p.api = s.Cause.API
	}
	if s.Culprit == nil {
		return p
	}
	at := g.Class.CulpritFrame
	frames := g.Stack.Frames
	f := frames[at]
	switch s.Culprit.Kind {
	case classify.CulpritDynamic:
		p.inlined = true
		p.handler, p.delegate = handlerBelow(frames, at), delegateNumber(f)
		p.exact = f.Key()
		return p
	case classify.CulpritInferred:
		p.handler, p.delegate = handlerBelow(frames, at), delegateNumber(f)
		f = s.Culprit.Frame
	default:
		if at+1 < len(frames) && g.Class.Kinds[at+1] == classify.KindDynamic {
			p.handler, p.delegate = handlerBelow(frames, at+1), delegateNumber(frames[at+1])
		}
	}
	p.culprit = f
	p.exact, p.stable = f.Key(), m.stable(f)
	p.family, p.lambda = lambdaOf(f)
	return p
}

// handlerBelow is what the first frame below a delegate that has a name dispatches.
func handlerBelow(frames []*frame.Frame, delegate int) string {
	for _, f := range frames[delegate+1:] {
		if !f.Unresolved() {
			return classify.Dispatches(f)
		}
	}
	return ""
}

const compiledDelegate = "lambda_method"

// delegateNumber is the N of lambda_methodN, or -1.
func delegateNumber(f *frame.Frame) int {
	digits, ok := strings.CutPrefix(f.Method, compiledDelegate)
	if !ok {
		return -1
	}
	return number(digits)
}

// lambda is a lambda by the method it is written in and the compiler's number.
type lambda struct {
	family string
	number int
}

// numbered reports that it is a lambda at all.
func (l lambda) numbered() bool { return l.family != "" }

// lambdaAt is the culprit of a site; zero where that is no lambda.
func lambdaAt(s *group.Site) lambda {
	if s.Culprit == nil || s.Culprit.Frame == nil {
		return lambda{}
	}
	family, number, ok := s.Culprit.Frame.Lambda()
	if !ok {
		return lambda{}
	}
	return lambda{family, number}
}

// lambdaOf is the method a frame's lambda is written in and its number; the frame's
// name and -1 where it is none.
func lambdaOf(f *frame.Frame) (family string, number int) {
	if family, number, ok := f.Lambda(); ok {
		return family, number
	}
	return f.Name(), -1
}

func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// category is the cause's, for one call that is written in two ways.
func (p *place) category() classify.Category {
	if p.site.Cause == nil {
		return ""
	}
	return p.site.Cause.Category
}

// ownLambdas calls visit for each frame of own code in a snapshot that is a lambda
// with a number, once a frame.
func ownLambdas(set *group.Set, visit func(f *frame.Frame, family string, lambda int)) {
	done := map[*frame.Frame]bool{}
	for _, g := range set.Groups {
		for i, f := range g.Stack.Frames {
			if g.Class.Kinds[i] != classify.KindUser || done[f] {
				continue
			}
			done[f] = true
			if family, lambda := lambdaOf(f); lambda >= 0 {
				visit(f, family, lambda)
			}
		}
	}
}
