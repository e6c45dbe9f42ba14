package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/layout"
	"stacktriage/wording"
)

// siteColumns are the widths that the site lines of one snapshot share.
type siteColumns struct {
	count, api, culprit int
	stacked             bool // too wide for one line: the culprit goes on a second
	inlined             bool // there is room to say which calls were inlined away
}

const (
	siteIndent = 2
	siteGap    = 3
	inWord     = "in"
)

// siteColumns measures the sites that will be printed. Where one of them is too wide
// for a line, all of them take two, and a name that is too wide even then does not
// count. That a call was inlined away is said where it costs no line.
func (t *textReport) siteColumns(sections []section) siteColumns {
	c := t.measure(sections, func(s *group.Site) string { return siteCall(s) + inlinedCall(s) })
	wide := siteIndent+c.count+siteGap+c.api > t.Width()
	if brief := t.measure(sections, siteCall); wide || c.stacked && !brief.stacked {
		return brief
	}
	c.inlined = true
	return c
}

func (t *textReport) measure(sections []section, call func(*group.Site) string) siteColumns {
	var c siteColumns
	var names, modules []int
	for _, s := range sections {
		for _, site := range s.sites {
			c.count = max(c.count, layout.Columns(siteCount(site)))
			c.api = max(c.api, layout.Columns(t.Clean(call(site))))
			if site.Culprit != nil {
				names = append(names, layout.Columns(t.Clean(culpritName(site.Culprit))))
				modules = append(modules, layout.Columns(t.Clean(culpritModule(site.Culprit))))
			}
		}
	}
	if len(names) == 0 {
		return c
	}
	in := siteIndent + c.count + siteGap + len(inWord) + siteGap
	c.stacked = in+siteGap+c.api+slices.Max(names)+siteGap+slices.Max(modules) > t.Width()
	for i, n := range names {
		if in+n+siteGap+modules[i] <= t.Width() {
			c.culprit = max(c.culprit, n)
		}
	}
	return c
}

// siteLines writes what one site is, what is to be said about it, and which threads
// stand there.
func (t *textReport) siteLines(site *group.Site, c siteColumns, remarks []string) {
	lead := strings.Repeat(" ", siteIndent+c.count+siteGap)
	spans := layout.Line{
		layout.Blanks(siteIndent), layout.Count.Of(layout.PadLeft(siteCount(site), c.count)), layout.Blanks(3),
	}
	call := layout.API.Of(t.Clean(siteCall(site)))
	if c.inlined {
		call.Text += inlinedCall(site)
	}
	switch {
	case site.Culprit == nil:
		t.Line(append(spans, call)...)
	case c.stacked:
		t.Line(append(spans, call)...)
		t.culpritLine(layout.Line{layout.Plain.Of(lead)}, site.Culprit, c)
	default:
		call.Text = layout.Pad(call.Text, c.api)
		t.culpritLine(append(spans, call, layout.Blanks(3)), site.Culprit, c)
	}
	for _, text := range remarks {
		t.Prose(layout.Line{layout.Plain.Of(lead)}, text, layout.Plain)
	}
	about := stacksOf(site) + " · "
	if t.signed {
		about += placeWord(site) + " · "
	}
	t.List(layout.Line{layout.Plain.Of(lead)}, about+t.threadIDs(site.Groups), layout.Dim)
}

// placeWord names a place by its signature, as alerts and other reports do.
func placeWord(s *group.Site) string { return "place " + diagnose.ShortSignature(s) }

// culpritLine ends a line with the culprit and its module. A module that does not fit
// goes below: a name is never cut.
func (t *textReport) culpritLine(lead layout.Line, culprit *classify.Culprit, c siteColumns) {
	at := len(inWord) + siteGap
	for _, s := range lead {
		at += layout.Columns(s.Text)
	}
	room := t.Width() - at
	name, module := t.CutTypes(t.Clean(culpritName(culprit)), room), t.Clean(culpritModule(culprit))
	lead = append(lead, layout.Plain.Of(inWord+"   "))
	if max(layout.Columns(name), c.culprit)+siteGap+layout.Columns(module) <= room {
		t.Line(
			append(lead, layout.Culprit.Of(layout.Pad(name, c.culprit)), layout.Blanks(3), layout.Dim.Of(module))...)
		return
	}
	t.Prose(lead, name, layout.Culprit)
	if module != "" {
		t.Line(layout.Blanks(at), layout.Dim.Of(module))
	}
}

// siteCount says how many threads of which kind.
func siteCount(s *group.Site) string {
	switch s.Role {
	case classify.Worker:
		return wording.Count(s.Threads, "worker")
	case classify.Main:
		if s.Threads == 1 {
			return "main thread"
		}
	case classify.Dedicated, classify.Background, classify.Finalizer, classify.Timer:
		return fmt.Sprintf("%d %s", s.Threads, s.Role)
	}
	return wording.Count(s.Threads, "thread")
}

// siteCall is the call that blocks, or what else the thread does.
func siteCall(s *group.Site) string {
	api := ""
	if s.Cause != nil {
		api = s.Cause.API
	}
	switch {
	case s.Role == classify.Background && api != "":
		return api + ", " + string(s.State)
	case s.State == classify.Blocked && api != "":
		return api
	case s.State == classify.Blocked:
		return "blocked"
	case api == "" || api == string(s.State):
		return string(s.State)
	}
	return string(s.State) + ": " + api
}

// inlinedCall says of "Task wait" that it is no API, and why the API is not known.
func inlinedCall(s *group.Site) string {
	if s.Cause == nil || s.Cause.API != "Task wait" {
		return ""
	}
	return " (which call was inlined away)"
}

// culpritName is the short name where it says enough.
func culpritName(c *classify.Culprit) string {
	name := c.Name
	if c.Short != "" {
		name = c.Short
	}
	return layout.CutMiddle(name, layout.MaxRaw, layout.CutWord)
}

// culpritModule is where to look for the culprit; generated code is nowhere.
func culpritModule(c *classify.Culprit) string {
	if c.Kind == classify.CulpritDynamic {
		return ""
	}
	return c.Frame.Module
}

// siteRemarks are the lines between a site and its threads: its part in the finding,
// what is special about how the culprit was found, its source line, and who calls it. A site without
// own code that is shown without its stack says which library waits there.
func siteRemarks(s *group.Site, part string, stackBelow bool) []string {
	var remarks []string
	if part != "" {
		remarks = append(remarks, part)
	}
	if hosts := hostsOf(s); len(hosts) > 0 && !stackBelow {
		remarks = append(remarks, "called by "+listOf(hosts, maxHosts))
	}
	if c := s.Culprit; c != nil && c.Note != "" {
		remarks = append(remarks, "("+c.Note+")")
	}
	if places := sourcesOf(s); len(places) > 0 {
		remarks = append(remarks, "at "+listOf(places, maxHosts))
	}
	if len(s.Callers) > 0 {
		remarks = append(remarks, lastPart(culpritName(s.Culprit))+" ← "+listOf(s.Callers, 4))
	}
	if s.Via != "" {
		remarks = append(remarks, "via "+s.Via)
	}
	return remarks
}

// maxHosts is how many library callers or source lines are named.
const maxHosts = 2

// hostsOf names the library frames below the call, one for each form of the stack that
// has another one.
func hostsOf(s *group.Site) []string {
	if s.Culprit != nil || s.State != classify.Blocked {
		return nil
	}
	var hosts []string
	for _, g := range s.Groups {
		i := diagnose.HostFrame(g)
		if i < 0 {
			continue
		}
		f := g.Stack.Frames[i]
		host := f.ShortName() + " (" + familyOf(f).name + ")"
		if !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	return hosts
}

// sourcesOf are the source lines of the culprit, which a few forms of report print.
func sourcesOf(s *group.Site) []string {
	if s.Culprit == nil || s.Culprit.Kind != classify.CulpritUser {
		return nil
	}
	var places []string
	for _, g := range s.Groups {
		i := g.Class.CulpritFrame
		if i < 0 || i >= len(g.Stack.Frames) {
			continue
		}
		for _, at := range g.Stack.Locations(i) {
			if place := at.File + ":" + linesOf(at); !slices.Contains(places, place) {
				places = append(places, place)
			}
		}
	}
	return places
}

// lastPart is a name's method.
func lastPart(name string) string {
	return name[strings.LastIndexByte(name, '.')+1:]
}

// listOf joins names and says how many it left out.
func listOf(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s … %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// stacksOf says in how many forms the site occurs.
func stacksOf(s *group.Site) string {
	if len(s.Groups) == 1 {
		return "1 stack"
	}
	return fmt.Sprintf("%d distinct stacks", len(s.Groups))
}

// threadIDs lists the ids of the groups' threads as they stand in the input, in its
// order, capped; under --full with the decimal that "top -H" prints.
func (t *textReport) threadIDs(groups []*group.Group) string {
	var threads []int32
	for _, g := range groups {
		threads = append(threads, g.Threads...)
	}
	slices.Sort(threads)
	show := len(threads)
	if t.opt.IDs >= 0 {
		show = min(show, t.opt.IDs)
	}
	ids := make([]string, 0, show+1)
	for _, i := range threads[:show] {
		if id := t.threadID(int(i)); id != "" {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return wording.Count(len(threads), "thread")
	}
	if more := len(threads) - show; more > 0 {
		ids = append(ids, fmt.Sprintf("… %d more", more))
	}
	return strings.Join(ids, " ")
}

func (t *textReport) threadID(i int) string {
	id := t.snap.Input.ID(i)
	if !t.opt.Full {
		return id
	}
	if number, err := strconv.ParseUint(id, 0, 64); err == nil && strings.HasPrefix(id, "0x") {
		id = fmt.Sprintf("%s(%d)", id, number)
	}
	if name := t.snap.Input.Name(i); name != "" {
		id += fmt.Sprintf("[%s]", name)
	}
	return id
}
