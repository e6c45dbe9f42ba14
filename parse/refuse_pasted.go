package parse

import (
	"fmt"
	"slices"
	"strings"
)

const cureStacks = `it holds no stacks: add those of the same dump to the text, "clrstack -all" in dotnet-dump, ` +
	`"~*e !clrstack" in WinDbg`

// refusePasted says what blocks of a debugger without a stack beside them tell; nil
// without such blocks.
func refusePasted(blocks []*pasted) error {
	var facts []string
	for _, p := range blocks {
		facts = append(facts, p.facts()...)
	}
	if len(facts) == 0 {
		return nil
	}
	return &InputError{
		Kind: Foreign,
		What: "this is a debugger's output without the stacks: " + strings.Join(facts, "; "),
		Cure: cureStacks,
	}
}

// facts are what the blocks of one paste say, as clauses.
func (p *pasted) facts() []string {
	var out []string
	if p.kinds&pastedLocks != 0 {
		out = append(out, lockFacts(p.locks)...)
	}
	if p.dlk != nil {
		out = append(out, p.dlk.facts()...)
	}
	if c := p.pool; c != nil {
		pool := fmt.Sprintf("the pool has %s, %d running, %d idle", counted(c.Total, "worker", "workers"), c.Running, c.Idle)
		if c.Queue >= 0 {
			pool += fmt.Sprintf(", and %s in its queue", counted(c.Queue, "work item", "work items"))
		}
		out = append(out, pool)
	}
	if p.kinds&pastedRoles != 0 {
		workers := 0
		for _, role := range p.roles {
			if role == "Threadpool Worker" {
				workers++
			}
		}
		out = append(out, "its list of threads has "+counted(workers, "pool worker", "pool workers"))
	}
	if p.async != nil {
		out = append(out, AsyncFacts(p.async.sorted()))
	}
	if p.native > 0 {
		out = append(out, counted(p.native, "thread runs", "threads run")+" no managed code")
	}
	return out
}

// lockFacts name the most contended locks and their owners.
func lockFacts(locks []pastedLock) []string {
	const most = 3
	locks = slices.DeleteFunc(slices.Clone(locks), func(l pastedLock) bool { return l.Waiters == 0 })
	if len(locks) == 0 {
		return []string{"nobody waits for a lock that syncblk lists"}
	}
	slices.SortStableFunc(locks, func(a, b pastedLock) int { return b.Waiters - a.Waiters })
	var out []string
	for _, l := range locks[:min(len(locks), most)] {
		object := l.Object
		if object == "" {
			object = "an object"
		}
		owner := "that nobody holds"
		if l.owner != 0 {
			owner = "that thread " + idOf(nil, l.owner) + " holds"
		}
		out = append(out, fmt.Sprintf("%s for the lock on %s %s", counted(l.Waiters, "thread waits", "threads wait"),
			object, owner))
	}
	if n := len(locks) - most; n > 0 {
		out = append(out, counted(n, "more lock has", "more locks have")+" waiters")
	}
	return out
}

// facts name the threads of a deadlock that dlk found, by the runtime's numbers.
func (d *dlkReport) facts() []string {
	var out []string
	for _, key := range d.order {
		l := d.locks[key]
		for _, w := range l.waiting {
			out = append(out, fmt.Sprintf("CLR thread %#x waits for the lock on %s "+
				"that CLR thread %#x holds (dlk)", w, l.object, l.owner))
		}
	}
	if len(out) == 0 {
		return []string{"dlk names no thread that waits for another"}
	}
	return out
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
