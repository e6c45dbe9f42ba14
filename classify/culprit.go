package classify

import (
	"strings"

	"stacktriage/frame"
)

// culprit describes the frame of own code, or the handler, that made the call.
func (c *Classifier) culprit(v *view) *Culprit {
	f := v.frames[v.culprit]
	if v.handler == "" {
		name, short := f.Names()
		note := ""
		if i := v.libraryCaller(v.culprit); i >= 0 {
			note = "or own code inlined into " + v.frames[i].API()
		}
		return &Culprit{
			Note: note, Kind: CulpritUser, Name: name, Short: short, Frame: f, Wrapper: isWrapper(name),
		}
	}
	name := v.handler + " inlined into " + frame.Clean(f.Method)
	return &Culprit{Kind: CulpritDynamic, Name: name, Short: name, Frame: f}
}

// caller is the own frame that called the culprit, before any boundary below which
// frames are no callers; -1 where there is none.
func (c *Classifier) caller(v *view) int {
	for i := v.culprit + 1; i < v.workEnd(); i++ {
		switch {
		case v.infos[i].resume:
			return -1
		case v.infos[i].kind == KindUser && v.frames[i].Full != v.frames[v.culprit].Full:
			return i
		}
	}
	return -1
}

// wrapperNames are parts of the names of home-made wrappers that turn asynchronous
// code synchronous (davidfowl/AspNetCoreDiagnosticScenarios, AsyncGuidance).
var wrapperNames = []string{
	"AsyncHelper.", "AsyncHelpers.", "AsyncUtil.", "AsyncPump.", "SyncHelper.", ".RunSync", "WaitAndUnwrap",
	"TaskHelper.", "AsyncBridge",
}

func isWrapper(name string) bool {
	for _, part := range wrapperNames {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}
