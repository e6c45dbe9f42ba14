package capture

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// Process is a .NET process that answers.
type Process struct {
	Target  Target
	Info    Info
	Name    string    // of the program
	Threads int       // of the operating system; 0 if it does not tell
	Started time.Time // zero if it is not known
}

// Listing is what List found.
type Listing struct {
	Processes []Process // by id
	// Unanswered are processes that have a socket and could not be asked, with the reason.
	Unanswered []Unanswered
}

// Unanswered is a process that could not be asked.
type Unanswered struct {
	Target Target
	Err    error
}

// List finds the processes with a diagnostics socket and asks each who it is.
func List(ctx context.Context) (Listing, error) {
	targets, err := findAll()
	if err != nil {
		return Listing{}, err
	}
	var l Listing
	var mu sync.Mutex
	var asking sync.WaitGroup
	const atOnce = 8
	slots := make(chan struct{}, atOnce)
	for _, t := range targets {
		asking.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			info, err := t.target.infoOf(ctx, t)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				l.Unanswered = append(l.Unanswered, Unanswered{t.target, err})
				return
			}
			l.Processes = append(l.Processes, Process{
				Target: t.target, Info: info, Name: programName(info), Threads: t.threads, Started: t.started,
			})
		})
	}
	asking.Wait()
	slices.SortFunc(l.Processes, func(a, b Process) int { return cmp.Compare(a.Target.PID, b.Target.PID) })
	slices.SortFunc(l.Unanswered, func(a, b Unanswered) int { return cmp.Compare(a.Target.PID, b.Target.PID) })
	return l, ctx.Err()
}

// candidate is a process that has a socket.
type candidate struct {
	target  Target
	threads int
	started time.Time
	err     error // why it need not be asked
}

// infoOf asks a candidate, unless it is known that it cannot answer.
func (t Target) infoOf(ctx context.Context, c candidate) (Info, error) {
	if c.err != nil {
		return Info{}, c.err
	}
	const glance = time.Second // one that is slower is told of, not waited for
	t.within = glance
	return t.Info(ctx)
}
