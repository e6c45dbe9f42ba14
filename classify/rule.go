package classify

import "strings"

// Rule is one row of the table of causes: frames that name what a thread waits in.
type Rule struct {
	// ID is the name used in JSON, by --fail-on, in rules files and by explain.
	ID RuleID
	// API is what is printed; empty = the name of the outermost library frame of the
	// run.
	API string
	// Category and Mechanism as in the JSON. An empty mechanism is that of the leaf.
	Category  Category
	Mechanism Mechanism
	// Rank decides between several rules that match one run: the highest wins, then
	// the outermost.
	Rank rank
	// Match are patterns on Type.Method, with or without namespace; "*" at either end
	// matches any rest, and "Module!" in front (with an own final "*") demands a module.
	Match []string
	// Needs and Unless are patterns of which one must, or none may, match another
	// frame of the run.
	Needs, Unless []string
	// Why says what the frames mean, Advice what to do, Source where the fact is from.
	Why, Advice, Source string
}

// special is the advice of a rule that knows more than the finding its wait makes: all
// but the plain waits for tasks and locks.
func (r *Rule) special() string {
	plain := r.Category == CategorySyncOverAsync || r.Category == CategoryLock && r.ID != RuleSemaphoreSlim
	if r.Rank < family && plain {
		return ""
	}
	return r.Advice
}

// rank orders rules by how much they say.
type rank uint8

const (
	primitive rank = iota + 1 // a wait of the base library
	family                    // what a library waits for: a socket, a query
	refined                   // a more precise reading of a family
)

// pattern is a parsed entry of Rule.Match.
type pattern struct {
	module       string // lower case; "" = any
	modulePrefix bool
	text         string
	head, tail   bool // "*" in front, at the end
}

func parsePattern(p string) pattern {
	var out pattern
	if module, rest, ok := strings.Cut(p, "!"); ok {
		p = rest
		module, out.modulePrefix = strings.CutSuffix(module, "*")
		out.module = strings.ToLower(module)
	}
	p, out.head = strings.CutPrefix(p, "*")
	p, out.tail = strings.CutSuffix(p, "*")
	out.text = p
	return out
}

// exact reports that the pattern is a plain name, for which a map look-up does.
func (p pattern) exact() bool { return p.module == "" && !p.head && !p.tail }

// matches tests a frame's module, in lower case, and its names. A module that was
// guessed from a namespace may go on where the pattern ends: namespaces of a library
// are longer than its module's name. Those of the base library are known.
func (p pattern) matches(module string, guessed bool, names []string) bool {
	return (p.module == "" || p.matchesModule(module, guessed)) && p.matchesNames(names)
}

func (p pattern) matchesNames(names []string) bool {
	for _, name := range names {
		if p.matchesName(name) {
			return true
		}
	}
	return false
}

func (p pattern) matchesModule(module string, guessed bool) bool {
	rest, ok := strings.CutPrefix(module, p.module)
	return ok && (rest == "" || p.modulePrefix || guessed && rest[0] == '.' && !strings.HasPrefix(module, "system."))
}

func (p pattern) matchesName(name string) bool {
	switch {
	case p.head && p.tail:
		return strings.Contains(name, p.text)
	case p.head:
		return strings.HasSuffix(name, p.text)
	case p.tail:
		return strings.HasPrefix(name, p.text)
	}
	return name == p.text
}
