package classify

import (
	"slices"
	"strings"
	"sync"

	"stacktriage/frame"
)

// table is one of the tables whose rows a frame can match.
type table uint8

const (
	causeTable table = iota
	roleTable
	leafTable
	alwaysTable // alwaysWaiting, one row, as are those below
	takerTable
	nativeWaitTable
	nativeWorkTable
	quickTable
	tables
)

// rows are the rows of each table that a frame matches, each once: those of whole names
// first, the others in the order of the table.
type rows [tables][]int

// matcher finds the rows of all tables that match a frame in one go. A pattern is tried
// only on frames that share with it what it is filed under: a whole name, the beginning or
// the end of one, or the first parts of a module's name.
type matcher struct {
	exact map[string][]tableRow
	loose []looseRow
	// Indexes into loose.
	starts  map[string][]int32 // by the text up to its last "." or "+"
	middles map[string][]int32 // by a few letters in front of its last "." or "+", and that
	ends    map[string][]int32 // by what is behind the last "."
	modules map[string][]int32 // by the whole parts of the module's name
	vendors map[string][]int32 // by the first letters of the module's name
	rest    []int32            // tried on every frame
	longest int                // heading of starts and modules: no longer beginning is looked up
}

type tableRow struct {
	table table
	row   int
}

type looseRow struct {
	tableRow
	pattern pattern
}

// keyLetters are the letters by which parts of names are filed that may go on to either
// side.
const keyLetters = 4

// rulesMatcher indexes the tables once, when the first stack is classified.
var rulesMatcher = sync.OnceValue(func() *matcher {
	m := newMatcher()
	m.add(causeTable, len(causeRules), func(i int) []string { return causeRules[i].Match })
	m.add(roleTable, len(roleRules), func(i int) []string { return roleRules[i].Match })
	m.add(leafTable, len(leafRules), func(i int) []string { return leafRules[i].match })
	for _, list := range []struct {
		table    table
		patterns []string
	}{
		{alwaysTable, alwaysWaiting}, {takerTable, lockTakers}, {nativeWaitTable, nativeWaits},
		{nativeWorkTable, nativeWork}, {quickTable, quickCalls},
	} {
		m.add(list.table, 1, func(int) []string { return list.patterns })
	}
	return m
})

func newMatcher() *matcher {
	return &matcher{
		exact:  make(map[string][]tableRow, 512),
		starts: map[string][]int32{}, middles: map[string][]int32{}, ends: map[string][]int32{},
		modules: map[string][]int32{}, vendors: map[string][]int32{},
	}
}

func (m *matcher) add(t table, size int, patterns func(row int) []string) {
	for row := range size {
		for _, text := range patterns(row) {
			p := parsePattern(text)
			if p.exact() {
				m.exact[p.text] = append(m.exact[p.text], tableRow{t, row})
				continue
			}
			m.file(p)
			m.loose = append(m.loose, looseRow{tableRow{t, row}, p})
		}
	}
}

// file puts the next loose pattern under the narrowest heading that all names it matches
// have.
func (m *matcher) file(p pattern) {
	at := int32(len(m.loose))
	module := p.module
	if p.modulePrefix { // its last part may go on
		module = module[:max(strings.LastIndexByte(module, '.'), 0)]
	}
	start := strings.LastIndexAny(p.text, ".+") + 1
	end := strings.LastIndexByte(p.text, '.') + 1
	switch {
	case module != "":
		m.modules[module] = append(m.modules[module], at)
		m.longest = max(m.longest, len(module))
	case len(p.module) >= keyLetters:
		m.vendors[p.module[:keyLetters]] = append(m.vendors[p.module[:keyLetters]], at)
	case p.module == "" && !p.head && start > 0:
		m.starts[p.text[:start]] = append(m.starts[p.text[:start]], at)
		m.longest = max(m.longest, start)
	case p.module == "" && !p.tail && end > 0:
		m.ends[p.text[end:]] = append(m.ends[p.text[end:]], at)
	case p.module == "" && start > keyLetters:
		key := p.text[start-keyLetters-1 : start]
		m.middles[key] = append(m.middles[key], at)
	default:
		m.rest = append(m.rest, at)
	}
}

// rows returns the matching rows of a table.
func (m *matcher) rows(t table, f *frame.Frame, names []string) []int {
	if found := m.all(f, names); found != nil {
		return found[t]
	}
	return nil
}

// all returns the matching rows of all tables; nil where there are none.
func (m *matcher) all(f *frame.Frame, names []string) *rows {
	var found *rows
	add := func(r tableRow) {
		if found == nil {
			found = &rows{}
		}
		found.add(r)
	}
	for _, name := range names {
		for _, r := range m.exact[name] {
			add(r)
		}
	}
	module := strings.ToLower(ModuleOf(f))
	var space [32]int32
	for _, at := range m.candidates(space[:0], module, names) {
		l := &m.loose[at]
		if l.pattern.matches(module, f.Module == "", names) {
			add(l.tableRow)
		}
	}
	return found
}

func (r *rows) add(found tableRow) {
	if !slices.Contains(r[found.table], found.row) {
		r[found.table] = append(r[found.table], found.row)
	}
}

// candidates are the loose patterns that may match, in the order of the tables.
func (m *matcher) candidates(to []int32, module string, names []string) []int32 {
	to = append(to, m.rest...)
	for i := 0; i <= min(len(module), m.longest); i++ {
		if i == len(module) || module[i] == '.' {
			to = append(to, m.modules[module[:i]]...)
		}
	}
	if len(module) >= keyLetters {
		to = append(to, m.vendors[module[:keyLetters]]...)
	}
	for _, name := range names {
		for i := range len(name) {
			if name[i] != '.' && name[i] != '+' {
				continue
			}
			if i < m.longest {
				to = append(to, m.starts[name[:i+1]]...)
			}
			if i >= keyLetters {
				to = append(to, m.middles[name[i-keyLetters:i+1]]...)
			}
		}
		to = append(to, m.ends[name[strings.LastIndexByte(name, '.')+1:]]...)
	}
	slices.Sort(to)
	return slices.Compact(to)
}
