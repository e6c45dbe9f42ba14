package classify

import (
	"slices"
	"strings"
)

// hostRuns are the calls in which the main thread of a service spends its life.
var hostRuns = []string{
	"Microsoft.Extensions.Hosting.HostingAbstractionsHostExtensions.Run",
	"Microsoft.Extensions.Hosting.HostingAbstractionsHostExtensions.WaitForShutdown",
	"Microsoft.AspNetCore.Hosting.WebHostExtensions.Run",
	"Microsoft.AspNetCore.Hosting.WebHostExtensions.WaitForShutdown",
	"Microsoft.AspNetCore.Builder.WebApplication.Run",
	"System.Windows.Forms.Application.Run", "System.Windows.Application.Run", "System.Windows.Application.RunInternal",
}

// mainWaits reports the waits a main thread may spend its life in: the
// host's run loop, the compiler's wrapper of an async Main, a console read, or a
// sleep, join or event that Main itself waits for.
func (c *Classifier) mainWaits(v *view, res *Result) bool {
	if res.EntersLock {
		return false
	}
	if v.runsHost() {
		return true
	}
	if v.culprit < 0 || v.startsHost(v.culprit, len(v.frames)) >= 0 {
		return false
	}
	if v.frames[v.culprit].Method == "<Main>" {
		return true
	}
	if res.Cause == nil {
		return false
	}
	if res.Cause.Rule == RuleConsoleRead {
		return true
	}
	switch res.Cause.Category {
	case CategorySleep:
		return v.onlyOwnBelow(v.culprit)
	case CategoryEvent:
		return v.ofEntryPoint(v.culprit) && res.Cause.Rule != RuleProcessExit && res.Cause.Rule != RuleGCWait
	}
	return res.Cause.Rule == RuleSemaphoreSlim && v.ofEntryPoint(v.culprit)
}

// runsHost reports that main waits in a host's run loop, which a library may have
// called for it; a host that is still starting is no such wait.
func (v *view) runsHost() bool {
	for i := 0; i < v.end; i++ {
		if slices.Contains(hostRuns, v.frames[i].Full) {
			return v.startsHost(0, v.end) < 0
		}
	}
	return false
}

// startsHost is the first of frames[from:to] in which a host starts, or -1.
func (v *view) startsHost(from, to int) int {
	for i := from; i < to; i++ {
		full := v.frames[i].Full
		if v.infos[i].kind == KindUser {
			continue
		}
		if strings.Contains(full, ".StartAsync") || strings.Contains(full, "<StartAsync>") ||
			strings.HasSuffix(full, "HostExtensions.Start") {
			return i
		}
	}
	return -1
}

// onlyOwnBelow reports that nothing but own code stands between a frame and the entry
// point: main was sent to sleep by the program itself.
func (v *view) onlyOwnBelow(i int) bool {
	for ; i < v.root && i < len(v.frames); i++ {
		if v.infos[i].kind != KindUser {
			return v.ofEntryPoint(v.culprit)
		}
	}
	return true
}

// ofEntryPoint reports a frame that is the entry point itself, its state machine, or
// a lambda or local function written in it.
func (v *view) ofEntryPoint(i int) bool {
	if i == v.root {
		return true
	}
	if v.root >= len(v.frames) {
		return false
	}
	entry, f := v.frames[v.root], v.frames[i]
	name := strings.Trim(strings.TrimSuffix(entry.Method, "$"), "<>")
	outer, _, _ := strings.Cut(f.Type, "+")
	if outer != entry.Type {
		return false
	}
	inType := f.Full[len(outer):]
	return f.Method == name || strings.Contains(inType, "<"+name+">") || strings.Contains(inType, "+"+name+"@")
}
