// Package siterules reads the file in which a site writes down what it knows better
// than the tables: whose code modules are, in which waits its own threads spend their
// lives, which rules it does not want, and what it advises instead.
//
// It only reads and checks; the packages classify and diagnose apply the rules. The form
// of the file is described in docs/rules.md.
package siterules

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"stacktriage/classify"
	"stacktriage/diagnose"
)

// maxLine is the longest line of a rules file; a frame of a report can be long.
const maxLine = 64 << 10

// Parse reads a rules file. name stands in front of the errors, with the line.
func Parse(r io.Reader, name string) (classify.Options, error) {
	p := &parser{name: name, known: knownIDs()}
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxLine)
	for scanner.Scan() {
		p.line++
		if err := p.read(strings.TrimSuffix(scanner.Text(), "\r")); err != nil {
			return classify.Options{}, err
		}
	}
	p.line++
	if err := scanner.Err(); err != nil {
		return classify.Options{}, p.errorf("%w", err)
	}
	if err := p.endIdle(); err != nil {
		return classify.Options{}, err
	}
	return p.out, nil
}

type parser struct {
	name  string
	known known
	line  int
	out   classify.Options
	idle  *classify.KnownIdle // the entry whose indented lines are being read
	from  int                 // its line
}

func (p *parser) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", p.name, p.line, fmt.Errorf(format, args...))
}

func (p *parser) read(line string) error {
	text := strings.TrimSpace(line)
	if p.line == 1 {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	if text == "" || text[0] == '#' {
		return nil
	}
	if line[0] == ' ' || line[0] == '\t' {
		return p.indented(text)
	}
	if err := p.endIdle(); err != nil {
		return err
	}
	word, rest := cutWord(text)
	switch word {
	case "user", "framework":
		return p.modules(word, rest)
	case "off":
		return p.switchOff(rest)
	case "advice":
		return p.advise(rest)
	case "idle":
		return p.beginIdle(rest)
	}
	return p.errorf("unknown word %q: a line begins with user, framework, idle, off or advice", word)
}

// cutWord splits a line at its first blanks.
func cutWord(text string) (word, rest string) {
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		return text[:i], strings.TrimSpace(text[i:])
	}
	return text, ""
}

func (p *parser) modules(word, rest string) error {
	modules := strings.Fields(rest)
	if len(modules) == 0 {
		return p.errorf("%s needs a module, as in %s Acme.*", word, word)
	}
	for _, m := range modules {
		if strings.Contains(strings.TrimSuffix(m, "*"), "*") || strings.Contains(m, "!") {
			return p.errorf("%s %s: a module may end in *, and has no other * and no !", word, m)
		}
	}
	if word == "user" {
		p.out.User = append(p.out.User, modules...)
	} else {
		p.out.Framework = append(p.out.Framework, modules...)
	}
	return nil
}

// always are the ids that stand for the absence of rules.
var always = []string{"healthy", "unclear", "running", "native-library", "native-unknown", "monitor-enter-probable"}

func (p *parser) switchOff(rest string) error {
	ids := strings.Fields(rest)
	if len(ids) == 0 {
		return p.errorf("off needs the id of a rule; stacktriage rules lists them")
	}
	for _, id := range ids {
		if slices.Contains(always, id) {
			return p.errorf("off %s: this one says what is left when no rule fits, and cannot be switched off", id)
		}
		if !p.known.findings[id] && !p.known.causes[classify.RuleID(id)] && !p.known.roles[classify.RuleID(id)] {
			return p.errorf("off %s: no rule has this id; stacktriage rules lists them", id)
		}
	}
	p.out.Off = append(p.out.Off, ids...)
	return nil
}

func (p *parser) advise(rest string) error {
	id, text := cutWord(rest)
	switch {
	case id == "" || text == "":
		return p.errorf("advice needs an id and a text, as in: advice task-result Use Db.QueryAsync.")
	case !p.known.findings[id] && !p.known.causes[classify.RuleID(id)]:
		return p.errorf("advice %s: no finding and no cause has this id; stacktriage rules lists them", id)
	case p.out.Advice[id] != "":
		return p.errorf("advice %s: given twice", id)
	}
	if p.out.Advice == nil {
		p.out.Advice = map[string]string{}
	}
	p.out.Advice[id] = text
	return nil
}

func (p *parser) beginIdle(label string) error {
	if label == "" {
		return p.errorf("idle needs a name for the thread, as in: idle price feed")
	}
	p.idle, p.from = &classify.KnownIdle{Label: label}, p.line
	return nil
}

// indented reads a line that belongs to an idle entry: the causes it waits in, or a
// frame.
func (p *parser) indented(text string) error {
	if p.idle == nil {
		return p.errorf("an indented line belongs to an idle line above it, and there is none")
	}
	if word, rest := cutWord(text); word == "wait" && rest != "" {
		for _, id := range strings.Fields(rest) {
			if !p.known.causes[classify.RuleID(id)] {
				return p.errorf("wait %s: no cause has this id; stacktriage rules lists them", id)
			}
			p.idle.Waits = append(p.idle.Waits, classify.RuleID(id))
		}
		return nil
	}
	pattern, ok := framePattern(text)
	if !ok {
		return p.errorf("%q is no frame: write Module!Namespace.Type.Method, "+
			"where * may stand at either end of the part behind the !", text)
	}
	p.idle.Frames = append(p.idle.Frames, pattern)
	return nil
}

func (p *parser) endIdle() error {
	if p.idle == nil {
		return nil
	}
	if len(p.idle.Frames) == 0 {
		return fmt.Errorf("%s:%d: idle %s: no frame follows; indent the frames, the innermost own one first",
			p.name, p.from, p.idle.Label)
	}
	p.out.Idle = append(p.out.Idle, *p.idle)
	p.idle = nil
	return nil
}

// framePattern takes the parameters off a frame and checks that it says enough: a
// pattern that matches everything would hide everything.
func framePattern(text string) (string, bool) {
	if open := strings.IndexByte(text, '('); open > 0 {
		text = text[:open]
	}
	module, member, found := strings.Cut(text, "!")
	if !found {
		module, member = "", text
	}
	inner := strings.TrimSuffix(strings.TrimPrefix(member, "*"), "*")
	anyModule := found && strings.Trim(module, "*") == ""
	if len(inner) < 3 || strings.Contains(inner, "*") || strings.ContainsAny(text, " \t") || anyModule {
		return "", false
	}
	return text, true
}

// known are the ids that rules can be about.
type known struct {
	findings      map[string]bool
	causes, roles map[classify.RuleID]bool
}

func knownIDs() known {
	k := known{map[string]bool{}, map[classify.RuleID]bool{}, map[classify.RuleID]bool{}}
	for _, id := range diagnose.FindingIDs() {
		k.findings[string(id)] = true
	}
	for _, r := range classify.CauseRules() {
		k.causes[r.ID] = true
	}
	for _, r := range classify.RoleRules() {
		k.roles[r.ID] = true
	}
	return k
}
