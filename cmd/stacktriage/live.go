package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"time"

	"stacktriage/capture"
	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/evidence"
	"stacktriage/lines"
	"stacktriage/parse"
)

// processFlags name a running process.
type processFlags struct {
	PID            int    `group:"live" name:"pid" short:"p" placeholder:"PID" help:"${pid}"`
	Name           string `group:"live" short:"n" placeholder:"NAME" help:"Capture the process of this name."`
	DiagnosticPort string `group:"live" placeholder:"PATH" help:"Capture the process whose diagnostics socket this is."`
}

// liveFlags say what is captured of a running process, for the commands that read
// reports.
type liveFlags struct {
	processFlags
	For    time.Duration `group:"live" default:"1s" placeholder:"DURATION" help:"${for}"`
	Sample time.Duration `group:"live" default:"10ms" placeholder:"DURATION" help:"${sample} (${default})."`
	Lines  bool          `group:"live" negatable:"" default:"true" help:"${lines}"`
	Longer bool          `group:"live" name:"sample-longer" help:"Allow --sample above 2s."`
}

// live says whether a process is named.
func (f *processFlags) live() bool { return f.PID != 0 || f.Name != "" || f.DiagnosticPort != "" }

// check refuses what cannot be captured before anything is asked for.
func (f *processFlags) check() error {
	named := 0
	for _, given := range [...]bool{f.PID != 0, f.Name != "", f.DiagnosticPort != ""} {
		if given {
			named++
		}
	}
	switch {
	case named > 1:
		return errors.New("-p, -n and --diagnostic-port each name a process: give one of them")
	case f.PID < 0:
		return fmt.Errorf("-p %d: is no process id", f.PID)
	}
	return nil
}

// check refuses windows that would harm the process.
func (f *liveFlags) check() error {
	switch {
	case f.For < 0:
		return fmt.Errorf("--for %s: a time cannot be negative; 0 takes one sample and no events", f.For)
	case f.Sample <= 0:
		return fmt.Errorf("--sample %s: a sample takes time; %s is enough", f.Sample, capture.SampleFor)
	case f.Sample > capture.LongestSample && !f.Longer:
		return fmt.Errorf("--sample %s: the runtime is suspended about once a millisecond while it is sampled; "+
			"give --sample-longer, too, if you mean more than %s", f.Sample, capture.LongestSample)
	}
	return f.processFlags.check()
}

// target finds the process.
func (f *processFlags) target(ctx context.Context) (capture.Target, error) {
	switch {
	case f.DiagnosticPort != "":
		return capture.AtPort(f.DiagnosticPort), nil
	case f.Name != "":
		return capture.FindName(ctx, f.Name)
	}
	return capture.Find(f.PID)
}

// label is how the process is called before it has been found.
func (f *processFlags) label() string {
	switch {
	case f.DiagnosticPort != "":
		return f.DiagnosticPort
	case f.Name != "":
		return f.Name
	}
	return "process " + strconv.Itoa(f.PID)
}

// sources are the captures to take: one, or several with a time between their beginnings.
func (f *liveFlags) sources(files []string, count int, every time.Duration) ([]source, error) {
	if len(files) > 0 {
		return nil, fmt.Errorf("a running process is captured, so that %s would not be read: give files or a process",
			strconv.Quote(files[0]))
	}
	sources := make([]source, count)
	begin := time.Now()
	for i := range sources {
		sources[i] = source{label: f.label(), live: f, given: true, at: begin.Add(time.Duration(i) * every)}
	}
	return sources, nil
}

// capture takes the evidence of a running process when its time has come. An interrupt
// ends it, and what was taken until then is shown.
func (s *session) capture(src source) ([]*parse.Snapshot, error) {
	ctx, stop := untilInterrupted(s.ctx)
	defer stop()
	if err := sleep(ctx, time.Until(src.at)); err != nil {
		return nil, errors.New("interrupted before it was captured")
	}
	target, err := src.live.target(ctx)
	if err != nil {
		return nil, err
	}
	taken, err := capture.Take(ctx, target, capture.Options{
		Sample: src.live.Sample, Events: src.live.For, NoLines: !src.live.Lines, Progress: s.progress(src.live.For),
	})
	if err != nil {
		return nil, err
	}
	if src.live.Lines {
		defer s.findLinesOf(target)()
	}
	snap, err := s.inputs.Live(liveOf(taken), caseLabel(taken))
	if err != nil {
		return nil, err
	}
	return []*parse.Snapshot{snap}, nil
}

// liveOf is a capture as evidence knows it.
func liveOf(c *capture.Case) evidence.Live {
	return evidence.Live{
		PID: c.Target.PID, First: c.First, Events: c.Events, Second: c.Second, OS: systemThreads(c),
		Between: c.Between, Remarks: c.Remarks,
	}
}

// caseLabel names a capture: the program, and its id.
func caseLabel(c *capture.Case) string {
	if c.Target.PID == 0 {
		return c.Target.Name
	}
	return fmt.Sprintf("%s (%d)", c.Target.Name, c.Target.PID)
}

// systemThreads are the threads at both readings of a capture.
func systemThreads(c *capture.Case) map[string]diagnose.OSThread {
	if c.Before == nil || c.After == nil {
		return nil
	}
	threads := make(map[string]diagnose.OSThread, len(c.After))
	for id, after := range c.After {
		before, known := c.Before[id]
		t := diagnose.OSThread{Name: after.Name, State: string(after.State), CPU: after.CPU - before.CPU, Wait: after.Wait}
		if known {
			t.FirstState = string(before.State)
		}
		threads[fmt.Sprintf("0x%X", id)] = t
	}
	return threads
}

// progress tells a terminal what takes more than a second.
func (s *session) progress(length time.Duration) func(string) {
	const noticeable = time.Second
	begin := time.Now()
	return func(step string) {
		if s.env.stderrWidth > 0 && (length > noticeable || time.Since(begin) > noticeable) {
			s.say(step)
		}
	}
}

// untilInterrupted ends with the first signal that asks the program to end, also that of
// a terminal that was closed; nohup has it ignored, and then it stays so.
func untilInterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	heard := slices.DeleteFunc(slices.Clone(interruptions), signal.Ignored)
	if len(heard) == 0 {
		return context.WithCancel(ctx) // without a signal, all of them would be meant
	}
	return signal.NotifyContext(ctx, heard...)
}

// sleep waits, unless the context ends.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// linesFlag says where symbol files of recordings lie. Those of a running process are
// found where the process has them.
type linesFlag struct {
	Symbols []string `group:"judge" placeholder:"DIR" help:"${symbols}"`
}

// symbolsHelp is the help of --symbols.
const symbolsHelp = "Folders with the assemblies of a recorded process and their portable PDBs: " +
	"frames of own code then have file and line. A running process is asked for its own."

// find lets the reader name the source lines of recordings.
func (f *linesFlag) find(s *session, opt diagnose.Options) error {
	s.own = func(module string) bool { return classify.KindOfModule(module, opt) == classify.KindUser }
	s.symbols = nil
	for _, dir := range f.Symbols {
		info, err := os.Stat(dir)
		switch {
		case err != nil:
			return fmt.Errorf("--symbols %s: %w", strconv.Quote(dir), reason(err))
		case !info.IsDir():
			return fmt.Errorf("--symbols %s: is no folder", strconv.Quote(dir))
		}
		s.symbols = append(s.symbols, os.DirFS(dir))
	}
	s.inputs.Lines = lines.InFolders(s.symbols, "--symbols names no folder with its PDB", s.own)
	return nil
}

// findLinesOf lets the reader name the source lines of a running process by what lies in
// its own file system, and in the folders of --symbols.
func (s *session) findLinesOf(target capture.Target) (release func()) {
	root, err := rootOf(target)
	if err != nil {
		why := "the files of the process cannot be looked at from here, and --symbols names no folder"
		s.inputs.Lines = lines.InFolders(s.symbols, why, s.own)
		return func() {}
	}
	s.inputs.Lines = lines.New(root.FS(), s.symbols, s.own)
	return func() { root.Close() }
}

// rootOf opens the file system of a process. Links in it cannot lead out of it: a process
// in a container must not choose which files of the host are read.
func rootOf(target capture.Target) (*os.Root, error) {
	switch {
	case runtime.GOOS == "linux" && target.PID > 0:
		return os.OpenRoot(fmt.Sprintf("/proc/%d/root", target.PID))
	case runtime.GOOS == "darwin":
		return os.OpenRoot("/")
	}
	return nil, errors.ErrUnsupported
}
