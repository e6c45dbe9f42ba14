package lines

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// reasons are why modules have no lines, by module.
type reasons map[string]*reason

type reason struct {
	module string                   // why none of its frames has one
	frames map[frameReason][]string // which of its methods have none, though others have
}

// frameReason is why a frame has no line where its module has a PDB.
type frameReason string

const (
	// withoutMap is the reason of code for which the runtime sent no map to IL, or whose
	// map has none for the place: there are recordings without any.
	withoutMap frameReason = "the runtime does not say from which instruction the code was made"
	// withoutLine is the reason of code that a compiler wrote: kick-off methods of async
	// methods, the <Main> of an async Main.
	withoutLine frameReason = "the PDB names no line for it, as for code that the compiler adds"
)

// mostMethods bounds the methods that are remembered for a reason.
const mostMethods = 16

func (r reasons) of(module string) *reason {
	if r[module] == nil {
		r[module] = &reason{frames: map[frameReason][]string{}}
	}
	return r[module]
}

func (r reasons) module(module, why string) { r.of(module).module = why }

func (r reasons) frame(module string, why frameReason, method string) {
	method, _, _ = strings.Cut(method, "(")
	of := r.of(module)
	if methods := of.frames[why]; len(methods) < mostMethods && !slices.Contains(methods, method) {
		of.frames[why] = append(methods, method)
	}
}

func (r reasons) sentences() []string {
	var all []string
	for _, module := range slices.Sorted(maps.Keys(r)) {
		of := r[module]
		if of.module != "" {
			all = append(all, module+": "+of.module)
			continue
		}
		for _, why := range [...]frameReason{withoutMap, withoutLine} {
			if methods := of.frames[why]; len(methods) > 0 {
				all = append(all, fmt.Sprintf("%s!%s: %s", module, listed(methods), why))
			}
		}
	}
	return all
}

// listed names the first methods.
func listed(methods []string) string {
	const most = 2
	if len(methods) <= most {
		return strings.Join(methods, " and ")
	}
	more := fmt.Sprintf("%d more", len(methods)-most)
	if len(methods) == mostMethods {
		more = "more"
	}
	return strings.Join(methods[:most], ", ") + " and " + more
}
