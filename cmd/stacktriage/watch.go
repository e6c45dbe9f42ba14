package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"stacktriage/capture"
	"stacktriage/nettrace"
	"stacktriage/parse"
	"stacktriage/render"
)

// watchCmd is "stacktriage watch": wait for trouble, then take the evidence.
type watchCmd struct {
	liveFlags
	Until string        `group:"live" default:"queue=1" placeholder:"WHAT=N" help:"${until} (${default})."`
	Max   time.Duration `group:"live" placeholder:"DURATION" help:"End after this time if nothing happens."`

	Folder string `group:"output" name:"output" short:"o" default:"." placeholder:"FOLDER" help:"${watchFolder}"`
	judgeFlags

	until condition
	told  time.Time // when the status was told last
}

// Help is the part of the help below the description.
func (*watchCmd) Help() string {
	return `Only counters are polled, once a second, which the process does not feel. When the
queue of the thread pool stands for three seconds, or what --until says, three reports
and the events between them are saved, and the verdict is printed. It may run
overnight.

Examples:

    stacktriage watch -p 7 -o incident
    stacktriage watch -n Shop.Api --until threads=200 --max 12h

Exit codes: 0 nothing happened within --max, 1 trouble began and was captured, 2 usage,
or the process could not be watched.`
}

// Run implements kong's command.
func (c *watchCmd) Run(ctx context.Context, s *session) error {
	if err := c.prepare(s); err != nil {
		return err
	}
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	target, err := c.target(ctx)
	if err != nil {
		return err
	}
	watching, cancel := ctx, context.CancelFunc(func() {})
	if c.Max > 0 {
		watching, cancel = context.WithTimeout(ctx, c.Max)
	}
	defer cancel()
	begun := false
	begin := time.Now()
	err = target.Counters(watching, func(e nettrace.Event) bool {
		begun = c.until.take(e.Counter.Name, e.Counter.Value, e.At)
		c.tell(s, time.Since(begin))
		return !begun
	})
	s.clearStatus()
	switch {
	case err != nil:
		return err
	case !begun && ctx.Err() != nil:
		return errors.New("interrupted: nothing happened until then")
	case !begun:
		s.say(fmt.Sprintf("nothing happened in %s: %s", c.Max, c.until.status()))
		return nil
	}
	s.trip("trouble began: " + c.until.why())
	return c.evidence(ctx, s, target)
}

// prepare refuses what cannot be watched before anything is asked for.
func (c *watchCmd) prepare(s *session) error {
	if !c.live() {
		return errors.New("which process? Name it with -p PID, -n NAME or --diagnostic-port PATH; stacktriage ps lists them")
	}
	if c.Max < 0 {
		return fmt.Errorf("--max %s: a time cannot be negative", c.Max)
	}
	var err error
	if c.until, err = parseCondition(c.Until); err != nil {
		return err
	}
	return errors.Join(c.check(), c.loadRules(s))
}

// evidence takes three samples, the first two with events between them, and prints the
// verdict on those.
func (c *watchCmd) evidence(ctx context.Context, s *session, target capture.Target) error {
	taken, err := capture.Take(ctx, target, capture.Options{Sample: c.Sample, Events: max(c.For, time.Second),
		Progress: s.progress(c.For)})
	if err != nil {
		return err
	}
	again, againErr := capture.Take(ctx, target, capture.Options{Sample: c.Sample})
	for _, kept := range []*capture.Case{taken, again} {
		if kept == nil {
			continue
		}
		paths, err := kept.Save(c.Folder)
		if err != nil {
			return err
		}
		s.say("saved " + paths[len(paths)-1])
	}
	if againErr != nil {
		s.say("the third sample failed: " + againErr.Error())
	}
	snap, err := s.inputs.Live(liveOf(taken), caseLabel(taken))
	if err != nil {
		return err
	}
	return c.verdict(s, snap)
}

// verdict prints the report on a capture.
func (c *watchCmd) verdict(s *session, snap *parse.Snapshot) error {
	format, err := render.Lookup(render.Reports, "text")
	if err != nil {
		return err
	}
	const places, ids = 5, 4
	look := outputFlags{Color: colorAuto, Links: colorAuto}
	o := look.options(s.env)
	o.Top, o.IDs = places, ids
	report := s.inputs.Analyze([]*parse.Snapshot{snap}, c.options())
	return look.write(s, func(w io.Writer) error { return format.Report(w, report, o) })
}

// condition is what a watch waits for: a counter that stays at a value or above it.
type condition struct {
	counter string // of System.Runtime
	name    string // as the user calls it
	least   float64

	since  time.Duration // when the counter was first so high; -1 while it is not
	lasted time.Duration
	values map[string]float64
}

// stands is how long a counter must stay there: less is a burst.
const stands = 3 * time.Second

// watchedCounter is a counter that can be waited for.
type watchedCounter struct{ name, counter, unit string }

// watched are the counters that can be waited for.
var watched = []watchedCounter{
	{"queue", "threadpool-queue-length", "queued"},
	{"threads", "threadpool-thread-count", "pool threads"},
	{"cpu", "cpu-usage", "% CPU"},
}

// parseCondition reads WHAT=N.
func parseCondition(text string) (condition, error) {
	name, value, found := strings.Cut(text, "=")
	least, err := strconv.ParseFloat(value, 64)
	for _, w := range watched {
		if w.name == name && found && err == nil && least > 0 {
			return condition{counter: w.counter, name: name, least: least, since: -1, values: map[string]float64{}}, nil
		}
	}
	return condition{}, fmt.Errorf("--until %s: say queue=N, threads=N or cpu=N with a number above 0", text)
}

// take notes a value; true when what is waited for has lasted.
func (c *condition) take(counter string, value float64, at time.Duration) bool {
	if slices.ContainsFunc(watched, func(w watchedCounter) bool { return w.counter == counter }) {
		c.values[counter] = value
	}
	if counter != c.counter {
		return false
	}
	switch {
	case value < c.least:
		c.since = -1
	case c.since < 0:
		c.since = at
	default:
		c.lasted = at - c.since
		return c.lasted >= stands
	}
	return false
}

// why says what has lasted.
func (c *condition) why() string {
	return fmt.Sprintf("%s was %g or more for %.0f s, and is %.0f", c.name, c.least, c.lasted.Seconds(),
		c.values[c.counter])
}

// status is the last value of each counter.
func (c *condition) status() string {
	var parts []string
	for _, w := range watched {
		if value, known := c.values[w.counter]; known {
			parts = append(parts, fmt.Sprintf("%.0f %s", value, w.unit))
		}
	}
	return strings.Join(parts, ", ")
}

// tell shows how things stand: on a terminal in one line each second, else once a minute.
func (c *watchCmd) tell(s *session, watching time.Duration) {
	every := time.Minute
	if s.env.stderrWidth > 0 {
		every = time.Second
	}
	if time.Since(c.told) < every || len(c.until.values) < len(watched) {
		return
	}
	c.told = time.Now()
	line := fmt.Sprintf("watching for %s: %s", watching.Round(time.Second), c.until.status())
	if s.env.stderrWidth > 0 {
		fmt.Fprintf(s.stderr, "\r\x1b[K%s", line)
		return
	}
	s.say(line)
}

// clearStatus removes the line that tell has left on a terminal.
func (s *session) clearStatus() {
	if s.env.stderrWidth > 0 {
		io.WriteString(s.stderr, "\r\x1b[K")
	}
}
