package render

import (
	"fmt"
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/layout"
	"stacktriage/wording"
)

// The columns of a stack: a label, a bar along the frames that wait, the frame.
const (
	labelWidth = 12
	stackLead  = labelWidth + 3
)

// stack writes the commonest stack of a site, folded.
func (t *textReport) stack(site *group.Site) {
	t.Blank()
	g := site.Groups[0]
	for i, r := range fold(g) {
		share := ""
		if i == 0 && len(site.Groups) > 1 {
			share = fmt.Sprintf("%d of the %d", g.Count(), site.Threads)
		}
		t.stackRow(g, site, r, share)
	}
}

// stackRow writes a label, the bar, the frame or frames, and what share of the site's
// threads the stack stands for.
func (t *textReport) stackRow(g *group.Group, site *group.Site, r row, share string) {
	room := t.Width() - stackLead
	if share != "" {
		room -= len(share) + shareGap
	}
	var label string
	var style layout.Style
	text, at := t.beside(room, t.rowSource(g, r), func(room int) (text string) {
		label, text, style = t.rowWords(g, site, r, room)
		return text
	})
	bar := " "
	if r.waits {
		bar = "┃"
		if style == layout.Plain {
			style = layout.Wait
		}
	}
	if share != "" {
		// On a wide page the share stays near the stack.
		text = layout.Pad(t.Clean(text), min(room, layout.ProseWidth-stackLead-len(share)-shareGap)-at.columns(&t.page))
		share = strings.Repeat(" ", shareGap) + share
	}
	text = t.Clean(text)
	spans := layout.Line{
		layout.Label.Of(layout.PadLeft(t.Sign(label), labelWidth)), layout.Blanks(1), layout.Bar.Of(bar),
		layout.Blanks(1), style.Of(text),
	}
	spans = append(spans, at.spans()...)
	position := t.position(g, r)
	if position != "" && t.Indent(spans)+1+layout.Columns(position) <= t.Width() {
		spans = append(spans, layout.Blanks(1), layout.Dim.Of(position))
		position = ""
	}
	t.Line(append(spans, layout.Dim.Of(share))...)
	if position != "" {
		t.Line(layout.Blanks(stackLead), layout.Dim.Of(position))
	}
	if nameless(site, r) {
		t.Line(layout.Plain.Of(strings.Repeat(" ", stackLead) + "(its name is not in this report)"))
	}
}

// position says which lambda of its method the culprit is, as people count, once a report:
// the compiler counts from 0.
func (t *textReport) position(g *group.Group, r row) string {
	if r.kind != rowCulprit {
		return ""
	}
	return t.positionOf(r.frames(g)[0])
}

func (t *textReport) positionOf(f *frame.Frame) string {
	n, method, ok := f.LambdaPosition()
	if !ok || t.counted {
		return ""
	}
	t.counted = true
	return "(the " + wording.Ordinal(n) + " in " + method + ")"
}

// rowWords is the label of a row, and what it says in the room there is.
func (t *textReport) rowWords(
	g *group.Group, site *group.Site, r row, room int,
) (label, text string, style layout.Style) {
	switch r.kind {
	case rowRoot:
		return "root", rootOf(g), layout.Plain
	case rowFold:
		return "", t.foldText(g, r, room), layout.Dim
	case rowAPI:
		return "API ▸", t.apiText(site, r.frames(g)[0], room), layout.API
	case rowLostAPI:
		return "API ▸", g.Class.Cause.API + "  (no frame of its own)", layout.API
	case rowCulprit:
		return "culprit ▸", t.culpritText(site.Culprit, r.frames(g)[0], room), layout.Culprit
	case rowHost:
		return "culprit ▸", "inlined into " + t.frameText(r.frames(g)[0], room-len("inlined into ")), layout.Culprit
	case rowLeaf:
		label = "leaf"
	}
	return label, t.repeatText(r.frames(g), room), layout.Plain
}

// rowSource is where the frame of a row stands in the source.
func (t *textReport) rowSource(g *group.Group, r row) source {
	switch r.kind {
	case rowFrame, rowLeaf, rowCulprit:
		return t.frameSource(g, r.from)
	}
	return source{}
}

// nameless reports a row that stands for own code whose name was lost.
func nameless(site *group.Site, r row) bool {
	return r.kind == rowHost ||
		r.kind == rowCulprit && site.Culprit != nil && site.Culprit.Kind == classify.CulpritDynamic
}

const shareGap = 3

// foldText names a run of frames; a run of one is shown as it is.
func (t *textReport) foldText(g *group.Group, r row, room int) string {
	frames := r.frames(g)
	if len(frames) == 1 {
		return t.frameText(frames[0], room)
	}
	text := fmt.Sprintf("⋮ %d frames  ", len(frames))
	names := familiesOf(frames)
	if !r.waits || g.Class.Cause == nil || g.Class.Cause.Mechanism == "" {
		return text + t.listIn(names, room-layout.Columns(text))
	}
	text += string(g.Class.Cause.Mechanism)
	if allFiller(frames) {
		return text
	}
	with := text + " · " + t.listIn(names, room-layout.Columns(text+" · "))
	if layout.Columns(t.Clean(with)) <= room {
		return with
	}
	return text
}

// listIn joins as many names as fit, one at least, and marks that it left some out.
func (p *page) listIn(names []string, room int) string {
	for n := min(maxFamilies, len(names)); ; n-- {
		text := strings.Join(names[:n], ", ")
		if n < len(names) {
			text += " …"
		}
		if n <= 1 || layout.Columns(p.Clean(text)) <= room {
			return text
		}
	}
}

// repeatText is a frame and how often it calls itself.
func (t *textReport) repeatText(frames []*frame.Frame, room int) string {
	if len(frames) == 1 {
		return t.frameText(frames[0], room)
	}
	times := fmt.Sprintf("  ×%d", len(frames))
	return t.frameText(frames[0], room-len(times)) + times
}

// apiText is the call as a developer would write it. What a background thread is
// called is no call.
func (t *textReport) apiText(site *group.Site, f *frame.Frame, room int) string {
	if site.Cause == nil || site.Cause.API == "" || site.Role == classify.Background {
		return t.frameText(f, room)
	}
	if text := site.Cause.API + inlinedCall(site); layout.Columns(text) <= room {
		return text
	}
	return site.Cause.API
}

// culpritText is the culprit's signature; a culprit that is not in the report has only
// a name.
func (t *textReport) culpritText(c *classify.Culprit, f *frame.Frame, room int) string {
	if c == nil || c.Kind == classify.CulpritUser {
		return t.frameText(f, room)
	}
	return culpritName(c)
}

// frameText is a frame's signature. Where it does not fit, the parameters go first,
// then the declaring types from the left; a method is never cut.
func (p *page) frameText(f *frame.Frame, room int) string {
	full := p.Clean(signatureOf(f))
	if layout.Columns(full) <= room {
		return full
	}
	name, more := p.Clean(f.ShortName()), p.Sign("…")
	if params, ok := strings.CutPrefix(full, name); ok && params != "" {
		gap, _, _ := strings.Cut(params, "(")
		if short := name + gap + "(" + more + ")"; layout.Columns(short) <= room {
			return short
		}
	}
	return p.CutTypes(name, room)
}

// signatureOf leaves out the parameters of generated code: nobody wrote them.
func signatureOf(f *frame.Frame) string {
	if f.Type == "dynamicClass" {
		return f.ShortName()
	}
	return f.Signature()
}

// rootOf says what kind of thread a stack belongs to.
func rootOf(g *group.Group) string {
	if g.Class.Role == classify.Unknown {
		return "not in this report"
	}
	return g.Class.Role.Thread()
}
