package redact

import (
	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
)

// known is what the frames of a run tell of whose code a name is. Frames name their
// module; parameters and type arguments only name types.
type known struct {
	ownModules   map[string]bool
	ownFrames    map[*frame.Frame]bool
	ownTypes     map[string]bool   // outermost types, with namespace
	ownSpaces    map[string]bool   // namespaces
	ownSimple    map[string]string // last part of a type's name to the whole
	foreignTypes map[string]bool
	foreignSpace map[string]bool
	foreignShort map[string]bool // last parts of foreign types' names
}

func newKnown() *known {
	return &known{
		ownModules: map[string]bool{}, ownFrames: map[*frame.Frame]bool{}, ownTypes: map[string]bool{},
		ownSpaces: map[string]bool{}, ownSimple: map[string]string{},
		foreignTypes: map[string]bool{}, foreignSpace: map[string]bool{}, foreignShort: map[string]bool{},
	}
}

// learn notes whose the types of a snapshot's frames are.
func (k *known) learn(set *group.Set) {
	for _, g := range set.Groups {
		for i, f := range g.Stack.Frames {
			k.learnFrame(f, g.Class.Kinds[i])
		}
	}
}

func (k *known) learnFrame(f *frame.Frame, kind classify.FrameKind) {
	own := kind == classify.KindUser
	if own && f.Module != "" {
		k.ownModules[f.Module] = true
	}
	if f.Unresolved() || f.Type == dynamicClass {
		return
	}
	outer := frame.OuterType(f.Type)
	space, simple := frame.SplitNamespace(outer)
	switch {
	case own, kind == classify.KindTransparent:
		k.ownFrames[f] = true
		k.ownTypes[outer] = true
		if own && space != "" {
			k.ownSpaces[space] = true
		}
		if k.ownSimple[simple] == "" {
			k.ownSimple[simple] = outer
		}
	default:
		k.foreignTypes[outer] = true
		k.foreignSpace[space] = true
		k.foreignShort[simple] = true
	}
}

const dynamicClass = "dynamicClass"

// isOwn reports a frame whose type and method are own, or made of own names by a
// generator of code.
func (k *known) isOwn(f *frame.Frame) bool { return k.ownFrames[f] }

// ownReference decides about a type that is only mentioned. What nothing is known of
// is own: a name too many is hidden, none too few. inForeign says that the mention is
// the signature of a foreign method, whose nested types print without their outer
// ones.
func (k *known) ownReference(outer string, inForeign bool) bool {
	space, simple := frame.SplitNamespace(outer)
	switch {
	case k.ownTypes[outer]:
		return true
	case k.foreignTypes[outer]:
		return false
	case space == "" && inForeign:
		return k.ownSimple[simple] != ""
	case space == "":
		return true
	case k.inOwnSpace(space) && !k.foreignSpace[space]:
		return true
	}
	return !classify.IsForeign(outer) && !k.foreignSpace[space]
}

// qualified adds the namespace to a type that is mentioned without, if an own type of
// that name is known.
func (k *known) qualified(typ string) string {
	outer := frame.OuterType(typ)
	if full := k.ownSimple[outer]; full != "" && !k.ownTypes[outer] {
		return full + typ[len(outer):]
	}
	return typ
}

func (k *known) inOwnSpace(space string) bool {
	for space != "" {
		if k.ownSpaces[space] || k.ownModules[space] {
			return true
		}
		space, _ = frame.SplitNamespace(space)
	}
	return false
}
