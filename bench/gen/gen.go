// Package gen makes stack reports of any size that look like real ones, and the same
// threads as a goroutine dump, so that tools for either text get equal work.
//
// Every frame above and below the program's own code is taken from the captured
// reports of the corpus, with the inlining variants they show; the own code between
// is made up by a generator with a fixed seed. It does not try to be a process: the
// mix of threads is that of the corpus, not that of any one program.
package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Config says what to make.
type Config struct {
	Corpus string // folder of captured reports, testdata/stacks
	Stacks int    // distinct stacks, exactly
	Bytes  int64  // of the text of dotnet-stack, at least
	Seed   uint64
}

// Report is a made-up process: its distinct stacks, and its threads in the order of
// the text.
type Report struct {
	Stacks  [][]string // innermost frame first
	Threads []Thread
}

// Thread is one thread: which stack it stands in and what its marker says.
type Thread struct {
	Stack int
	CPU   bool
}

// Frames counts the frames of all threads.
func (r *Report) Frames() int {
	n := 0
	for _, t := range r.Threads {
		n += len(r.Stacks[t.Stack])
	}
	return n
}

// New makes a report. The same configuration gives the same report.
func New(c Config) (*Report, error) {
	parts, err := readParts(c.Corpus)
	if err != nil {
		return nil, fmt.Errorf("take the corpus apart: %w", err)
	}
	random := rand.New(rand.NewPCG(c.Seed, uint64(c.Stacks)))
	r := &Report{Stacks: makeStacks(parts, c.Stacks, random)}
	r.Threads = makeThreads(r.Stacks, len(parts.once), c.Bytes, random)
	return r, nil
}

// makeStacks builds n distinct stacks: the threads that a process has only once, then
// one captured stack without own code for every four with.
func makeStacks(parts *parts, n int, random *rand.Rand) [][]string {
	stacks := make([][]string, 0, n)
	seen := make(map[string]bool, n)
	add := func(stack []string) {
		key := strings.Join(stack, "\n")
		if !seen[key] {
			seen[key] = true
			stacks = append(stacks, stack)
		}
	}
	for _, stack := range parts.once {
		add(stack)
	}
	whole := 0
	for len(stacks) < n {
		if len(stacks)%5 == 0 && whole < len(parts.whole) {
			add(parts.whole[whole])
			whole++
			continue
		}
		add(makeStack(parts, random))
	}
	return stacks
}

// makeStack puts a captured wait on own code, and that on a captured way to it.
func makeStack(parts *parts, random *rand.Rand) []string {
	var stack []string
	stack = append(stack, inline(pick(parts.tops, random), random)...)
	stack = append(stack, ownFrames(random)...)
	return append(stack, inline(pick(parts.bottoms, random), random)...)
}

// inlined are methods that stand in some captures of a call and are missing in others
// of the same call, as the JIT inlined them.
var inlined = []string{
	"Task`1[System.__Canon].get_Result(", ".Monitor.Wait(", "AsyncMethodBuilderCore.Start(",
	"ExecutionContext.RunInternal(",
	"ThreadPoolWorkQueue.Dispatch(", "TaskAwaiter.HandleNonSuccessAndDebuggerNotification(",
}

// inline leaves out a frame that the JIT is known to inline, in one of four stacks.
func inline(frames []string, random *rand.Rand) []string {
	if random.IntN(4) > 0 {
		return frames
	}
	method := inlined[random.IntN(len(inlined))]
	kept := make([]string, 0, len(frames))
	for i, f := range frames {
		if i > 0 && strings.Contains(f, method) {
			continue
		}
		kept = append(kept, f)
	}
	return kept
}

// makeThreads puts every stack into the report once and fills it up with a skewed
// choice of those behind the first ones, few stacks holding most threads, until the
// text is big enough.
func makeThreads(stacks [][]string, once int, bytes int64, random *rand.Rand) []Thread {
	var threads []Thread
	var written int64
	add := func(stack int) {
		threads = append(threads, Thread{Stack: stack, CPU: random.IntN(8) == 0})
		written += textSize(stacks[stack])
	}
	for i := range stacks {
		add(i)
	}
	for written < bytes {
		u := random.Float64()
		add(once + int(u*u*u*float64(len(stacks)-once)))
	}
	rest := threads[1:] // the first thread is main
	random.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	return threads
}

// textSize is about the size of a thread in the text of dotnet-stack.
func textSize(stack []string) int64 {
	n := len("Thread (0x12345):\n  [Native Frames]\n\n")
	for _, f := range stack {
		n += len("  \n") + len(f)
	}
	return int64(n)
}

func pick(from [][]string, random *rand.Rand) []string { return from[random.IntN(len(from))] }
