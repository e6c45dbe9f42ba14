package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/output/schema"
	"stacktriage/render"
	"stacktriage/wording"
)

// explainCmd is "stacktriage explain": what a rule means, or what is known of a frame.
type explainCmd struct {
	Names []string `arg:"" optional:"" name:"id|frame" help:"${explainNames}"`

	judgeFlags
	Format string `group:"output" short:"f" default:"text" enum:"text,json" placeholder:"NAME" help:"text or json."`
	outputFlags
}

// Help is the part of the help below the description.
func (*explainCmd) Help() string {
	return `Examples:

    stacktriage explain task-result kestrel-heartbeat
    stacktriage explain 'Task<T>.Result' starved culprit 'lambda #2'
    stacktriage explain 'Acme.Shop!Acme.Shop.Orders+<LoadAsync>d__4.MoveNext()'
    stacktriage explain --format json deadlock

Exit codes: 0 all was explained, 2 usage, or an id that no rule has.`
}

// Run implements kong's command.
func (c *explainCmd) Run(s *session, command *kong.Context) error {
	if len(c.Names) == 0 {
		return s.usage(command)
	}
	format, err := c.chosenFormat(command, c.Format, "")
	if err != nil {
		return err
	}
	if err := c.loadRules(s); err != nil {
		return err
	}
	var cards []render.Card
	out := schema.Explained{Entries: []schema.Entry{}, Unexplained: []schema.Unexplained{}}
	for _, name := range c.Names {
		found, err := c.explain(name)
		if err != nil {
			s.fail(err)
			out.Unexplained = append(out.Unexplained, schema.Unexplained{Asked: name, Reason: err.Error()})
			continue
		}
		cards = append(cards, found...)
		for i := range found {
			out.Entries = append(out.Entries, entryOf(name, &found[i]))
		}
	}
	if format == formatJSON {
		return c.write(s, func(w io.Writer) error { return schema.WriteExplained(w, out, version()) })
	}
	if len(cards) == 0 {
		return nil
	}
	o := c.outputFlags.options(s.env)
	return c.write(s, func(w io.Writer) error { return render.Cards(w, cards, o) })
}

// entryOf is a card for programs.
func entryOf(asked string, card *render.Card) schema.Entry {
	entry := schema.NewEntry(asked, card.Kind, card.Title, card.About)
	for _, f := range card.Facts {
		entry.Facts = append(entry.Facts, schema.Fact(f))
	}
	return entry
}

// explain looks a name up among the ids, then among the names that reports print, and
// takes it for a frame if it looks like one.
func (c *explainCmd) explain(name string) ([]render.Card, error) {
	if cards := cardsOf(name); len(cards) > 0 {
		c.addSite(name, &cards[0])
		return slices.Concat(cards, wordCards(name)), nil
	}
	if cards := slices.Concat(wordCards(name), namedCards(name)); len(cards) > 0 {
		return cards, nil
	}
	if cards := partCards(name); len(cards) > 0 {
		return cards, nil
	}
	if f, ok := frameOf(name); ok {
		return []render.Card{c.frameCard(&f)}, nil
	}
	return nil, unexplained(name)
}

// unexplained says what may have been meant: ids a slip away, or else those that hold
// the word.
func unexplained(name string) error {
	if near := nearest(name, explainedIDs()); len(near) > 0 {
		return fmt.Errorf("explain %s: no rule has this id or name; did you mean %s?", name, strings.Join(near, " or "))
	}
	holds := slices.DeleteFunc(explainedIDs(), func(id string) bool { return !strings.Contains(id, name) })
	if len(name) > 2 && len(holds) > 0 {
		return fmt.Errorf("explain %s: no rule has this id or name; these hold it: %s", name, strings.Join(holds, ", "))
	}
	return fmt.Errorf("explain %s: no rule has this id or name, and it is no frame of a report; "+
		`"stacktriage rules" lists the ids`, name)
}

// frameOf reads a frame as dotnet-stack or a debugger prints it.
func frameOf(text string) (frame.Frame, bool) {
	if f, ok := frame.Decode(text); ok {
		return f, true
	}
	if !strings.Contains(text, ".") || strings.ContainsAny(text, "/\\") || strings.HasPrefix(text, "-") {
		return frame.Frame{}, false
	}
	f := frame.DecodeBare(text)
	return f, f.Type != "" && f.Method != ""
}

func (c *explainCmd) frameCard(f *frame.Frame) render.Card {
	facts := classify.Explain(f, c.judgeFlags.options())
	card := render.Card{Kind: kindFrame, Title: f.Signature(), About: "frame " + f.Raw}
	add := func(label string, lines ...string) {
		card.Facts = append(card.Facts, render.Fact{Label: label, Lines: lines})
	}
	add("Name", f.Name())
	var candidates []string
	if f.Module != "" {
		add("Module", f.Module)
	} else {
		add("Module", "unknown: a frame has it in front, as in Module!Type.Method")
		candidates = candidateLines(f, facts.Causes)
	}
	add("Whose", whose(f, facts))
	if position, method, ok := f.LambdaPosition(); ok {
		add("Lambda", "the "+wording.Ordinal(position)+" in "+method+
			", in the order of the source; the compiler counts from 0")
	}
	if facts.Handler != "" {
		add("Calls", facts.Handler+", through a compiled delegate")
	}
	if facts.Wait != "" {
		add("Leaf", "a thread with this frame on top waits: "+string(facts.Wait))
	}
	for i := range facts.Causes {
		r := &facts.Causes[i]
		add("Cause", ruleLine(r.ID, r.Why))
	}
	if len(candidates) > 0 {
		add("By name", candidates...)
	}
	if facts.Role != nil {
		add("Role", ruleLine(facts.Role.ID, facts.Role.Why))
	}
	if facts.Wait == "" && len(facts.Causes)+len(candidates) == 0 && facts.Role == nil {
		add("Rules", noRule(f))
	}
	return card
}

// noRule says that the tables have nothing on a frame; some rules go by module alone.
func noRule(f *frame.Frame) string {
	if f.Module == "" {
		return "no rule looks for this name; rules for all of a module (Npgsql!*) can match once the module is known"
	}
	return "no rule looks for this frame"
}

// whose says whose code a frame is and why, as far as one frame tells.
func whose(f *frame.Frame, facts classify.FrameFacts) string {
	switch facts.Kind {
	case classify.KindUser:
		if f.Module == "" {
			return "unknown without the module; own code where it is on no list of frameworks and libraries"
		}
		if facts.Listed {
			return "own code"
		}
		return "own code, since its module is on no list of frameworks and libraries; --framework " + f.Module +
			" changes that"
	case classify.KindFramework:
		return "a framework's"
	case classify.KindLibrary:
		return "a library's; --user " + f.Module + " makes it own code"
	case classify.KindDynamic:
		return "generated at run time: a request handler where a dispatcher calls it"
	}
	return "nobody's: it only passes calls on"
}

// cardsOf are the findings, causes and roles with an id.
func cardsOf(id string) []render.Card {
	return slices.Concat(findingCards(id), causeCards(id), roleCards(id))
}

// addSite adds what the rules of the site say about an id.
func (c *explainCmd) addSite(id string, card *render.Card) {
	if slices.Contains(c.site.Off, id) {
		card.Facts = append(card.Facts, render.Fact{Label: "Site", Lines: []string{"switched off by the site's rules"}})
	}
	if text := c.site.Advice[id]; text != "" {
		card.Facts = append(card.Facts, render.Fact{Label: "Site", Lines: []string{"advises: " + text}})
	}
}

// namedCards are the cards for what a report prints instead of an id: a fact, a call, a
// category, a kind of thread.
func namedCards(name string) []render.Card {
	if name == starvedID {
		return []render.Card{starvedCard()}
	}
	cards := callCards(name)
	cards = append(cards, sortCards(name)...)
	return append(cards, labelCards(name)...)
}

// callCards are the causes that are printed as a call: "Task<T>.Result". Other type
// arguments and arguments mean the same call.
func callCards(name string) []render.Card {
	plain := plainCall(name)
	var ids []string
	for _, r := range classify.CauseRules() {
		if r.API != "" && strings.EqualFold(plainCall(r.API), plain) {
			ids = appendNew(ids, string(r.ID))
		}
	}
	var cards []render.Card
	for _, id := range ids {
		cards = append(cards, causeCards(id)...)
	}
	return cards
}

// plainCall drops what stands in <> and ().
func plainCall(call string) string {
	var b strings.Builder
	depth := 0
	for _, r := range call {
		switch {
		case r == '<' || r == '(':
			depth++
		case (r == '>' || r == ')') && depth > 0:
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// sortCards are the causes of one category, or with one mechanism.
func sortCards(name string) []render.Card {
	var category, mechanism []string
	for _, r := range classify.CauseRules() {
		if string(r.Category) == name {
			category = appendNew(category, causeRow(&r))
		}
		if string(r.Mechanism) == name {
			mechanism = appendNew(mechanism, causeRow(&r))
		}
	}
	var cards []render.Card
	for _, sort := range []struct {
		kind, about string
		rows        []string
	}{
		{kindCategory, "category of causes", category},
		{kindMechanism, "mechanism: how the runtime makes a thread wait", mechanism},
	} {
		if len(sort.rows) > 0 {
			facts := factList{{Label: "Causes", Lines: sort.rows}}
			cards = append(cards, render.Card{Kind: sort.kind, Title: name, About: sort.about, Facts: facts})
		}
	}
	return cards
}

func causeRow(r *classify.Rule) string {
	if r.API == "" {
		return string(r.ID)
	}
	return ruleLine(r.ID, r.API)
}

// ruleLine is a rule with what is said of it.
func ruleLine(id classify.RuleID, text string) string { return string(id) + ": " + text }

// labelCards are the kinds of threads by what reports call them: "console logger".
func labelCards(label string) []render.Card {
	var cards []render.Card
	for _, r := range classify.RoleRules() {
		if r.Label == label || string(r.Role) == label {
			cards = append(cards, roleCards(string(r.ID))...)
		}
	}
	return cards
}

// candidateLines say which rules look for a name whose module is not known.
func candidateLines(f *frame.Frame, known []classify.Rule) []string {
	var lines []string
	for _, c := range classify.Candidates(f) {
		if slices.ContainsFunc(known, func(r classify.Rule) bool { return r.ID == c.Rule.ID }) {
			continue
		}
		line := string(c.Rule.ID)
		if len(c.Modules) > 0 {
			line += " if the module is " + strings.Join(c.Modules, " or ")
		}
		lines = appendNew(lines, fmt.Sprintf("%s: %s", line, c.Rule.Why))
	}
	return lines
}
