package gen

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Process makes reports of one process, one after the other, from a captured one: some of
// the pool's workers move to the stack of another one between two reports.
type Process struct {
	headers, stacks []string // of the captured threads, in order
	workers         []int    // indexes of those that move
	random          *rand.Rand
}

// moves is how many of a hundred workers are at another place in the next report.
const moves = 30

// NewProcess takes a report of dotnet-stack apart.
func NewProcess(report string, seed uint64) (*Process, error) {
	p := &Process{random: rand.New(rand.NewPCG(seed, 0))}
	for _, thread := range strings.Split(strings.TrimSpace(report), "\n\n") {
		header, stack, ok := strings.Cut(thread, "\n")
		if !ok || !strings.HasPrefix(header, "Thread (") {
			return nil, fmt.Errorf("no thread of dotnet-stack: %.40q", thread)
		}
		if strings.Contains(stack, "PortableThreadPool+WorkerThread.") {
			p.workers = append(p.workers, len(p.stacks))
		}
		p.headers, p.stacks = append(p.headers, header), append(p.stacks, stack)
	}
	if len(p.workers) == 0 {
		return nil, errors.New("no worker of the pool")
	}
	return p, nil
}

// Next is the next report.
func (p *Process) Next() string {
	stacks := slices.Clone(p.stacks)
	for _, i := range p.workers {
		if p.random.IntN(100) < moves {
			stacks[i] = p.stacks[p.workers[p.random.IntN(len(p.workers))]]
		}
	}
	var b strings.Builder
	for i, header := range p.headers {
		b.WriteString(header + "\n" + stacks[i] + "\n\n")
	}
	return b.String()
}
