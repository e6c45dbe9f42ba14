package wording

import (
	"stacktriage/classify"
	"stacktriage/group"
)

// Place is where threads stand: the call they wait in and the code that made it.
type Place struct {
	API     string // "Task<T>.Result"; "" where no call is known
	Culprit string // "Program.Main lambda #2"; "" where no own code is on the stack
	Module  string // of the culprit; "" for code that was generated at run time
	State   classify.State
	// Inferred says that the culprit was inlined here and stands on other stacks.
	Inferred bool
}

// PlaceOf describes a site. What a running thread of own code stands in changes from
// one instant to the next, so that only the code is named.
func PlaceOf(s *group.Site) Place {
	p := Place{State: s.State}
	if c := s.Culprit; c != nil {
		p.Culprit, p.Inferred = c.Short, c.Kind == classify.CulpritInferred
		if c.Kind != classify.CulpritDynamic {
			p.Module = c.Frame.Module
		}
	}
	if s.Cause != nil && (s.Culprit == nil || s.State == classify.Blocked) {
		p.API = s.Cause.API
	}
	return p
}

// Text is "Task<T>.Result in Program.Main lambda #2".
func (p Place) Text() Text {
	switch {
	case p.Culprit != "" && p.API != "":
		return Format("%s in %s", Code(p.API), Code(p.Culprit))
	case p.Culprit != "":
		return Format("%s", Code(p.Culprit))
	case p.API != "":
		return Format("%s", Code(p.API))
	case p.State == classify.Running:
		return Plain("code without a name of its own")
	}
	return Plain("a wait that no rule explains")
}

// String is Text without its marks.
func (p Place) String() string { return p.Text().String() }

// WithModule is Text and, in parentheses, the module where it is known.
func (p Place) WithModule() Text {
	remarks := p.Remarks()
	if len(remarks) == 0 {
		return p.Text()
	}
	return Format("%s (%s)", p.Text(), Join(", ", remarks...))
}

// Remarks are what is to be known of the culprit beside its name: its module, and that
// it is inferred.
func (p Place) Remarks() []Text {
	var all []Text
	if p.Module != "" {
		all = append(all, Format("%s", Code(p.Module)))
	}
	if p.Inferred {
		all = append(all, Plain("inferred"))
	}
	return all
}
