package parse

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stacktriage/frame"
	"stacktriage/parse/internal/line"
)

// AsyncStack is an async method that waits at an await, with the methods that await it
// in turn: what dumpasync tells and no thread's stack can. Equal ones are counted.
type AsyncStack struct {
	// Steps are the methods and tasks, innermost first.
	Steps []AsyncStep
	Count int
}

// AsyncStep is an async method, or a task that something awaits.
type AsyncStep struct {
	// Frame is the method, as its state machine's MoveNext; nil for a task.
	Frame *frame.Frame
	// Task is the type of a task that is no async method.
	Task string
	// State is the number of the await at which the method waits, from 0. It is negative
	// for a method that runs or has not started, and for a task.
	State int
}

// Name is the method as a C# developer writes it, with its type; of a task, its type.
func (s AsyncStep) Name() string {
	if s.Frame == nil {
		return s.Task
	}
	return s.Frame.Name()
}

func (s AsyncStep) waits() bool { return s.Frame != nil && s.State >= 0 }

// maxAsync bounds the distinct async stacks of a paste, and the steps of one.
const (
	maxAsync      = 1 << 14
	maxAsyncSteps = 1 << 10
)

// asyncRows puts the stacks of dumpasync together. Source: dotnet/diagnostics
// src/SOS/Strike/strike.cpp (DumpAsync) and
// src/Microsoft.Diagnostics.ExtensionCommands/DumpAsyncCommand.cs.
type asyncRows struct {
	stacks []AsyncStack
	known  map[string]int // by the steps
	cur    []AsyncStep
	count  int  // of the current one
	chain  bool // rows go on with the current one: it is printed as a stack
	full   bool // some were not kept
}

// isAsyncTable recognises the head of the table of state machines.
func isAsyncTable(text []byte) bool {
	return line.HasWords(text, "Address", "MT", "Size", "State") || line.HasWords(text, "Address", "MT", "Size", "Name")
}

// asyncHead reads "STACK 12" and "STACKS 3".
func asyncHead(text []byte) (several, ok bool) {
	words := bytes.Fields(text)
	if len(words) != 2 || !line.IsDecimal(words[1]) {
		return false, false
	}
	several = string(words[0]) == "STACKS"
	return several, several || string(words[0]) == "STACK"
}

// asyncLine takes a line of dumpasync. Its rows are
//
//	000001f88028e9d8 00007ff7cf6d4af8       96          0 Harbor.Core.Pier+<DockAsync>d__3
//	00007f8f2c0c5b10 00007f8fb3a4c1b8 (0) Harbor.Core.Pier+<DockAsync>d__3
//	.000001f88025d878 (0) Harbor.Core.Pier+<WaitForTide>d__5
//	[12] 00007f8fb3a4c1b8 (0) Harbor.Core.Pier+<DockAsync>d__3
func (s *sosBlocks) asyncLine(text []byte) bool {
	if isAsyncTable(text) {
		return true
	}
	a := s.async()
	if several, ok := asyncHead(text); ok {
		a.finish()
		a.chain, a.count = true, 1
		if several {
			a.count = 0
		}
		return true
	}
	if bytes.HasPrefix(text, []byte("Async \"stack\":")) {
		a.chain = true
		return true
	}
	if bytes.HasPrefix(text, []byte("Found ")) || bytes.HasPrefix(text, []byte("In ")) || text[0] == '#' {
		return true
	}
	return a.row(text)
}

func (a *asyncRows) row(text []byte) bool {
	text = bytes.TrimLeft(text, ".")
	count := 1
	if rest, ok := bytes.CutPrefix(text, []byte("[")); ok {
		number, more, _ := bytes.Cut(rest, []byte("]"))
		n, err := strconv.Atoi(string(number))
		if err != nil {
			return false
		}
		count, text = n, bytes.TrimLeft(more, " ")
	}
	addresses := 0
	for addressLength(text) > 0 && addressLength(text) < len(text) {
		text = bytes.TrimLeft(text[addressLength(text):], " \t")
		addresses++
	}
	if addresses == 0 {
		return false
	}
	step, table, ok := asyncStep(text)
	if !ok {
		return false
	}
	if table || !a.chain {
		a.finish()
		a.chain, a.count = !table, count
	}
	a.count = max(a.count, count)
	if len(a.cur) < maxAsyncSteps {
		a.cur = append(a.cur, step)
	}
	return true
}

// asyncStep reads "96 0 Type", whose numbers are size and state, or "(0) Type".
func asyncStep(text []byte) (step AsyncStep, table, ok bool) {
	state, rest, _ := bytes.Cut(text, []byte(" "))
	if !bytes.HasPrefix(state, []byte("(")) {
		if !line.IsDecimal(state) {
			return AsyncStep{}, false, false
		}
		table = true
		if second, more, _ := bytes.Cut(bytes.TrimLeft(rest, " "), []byte(" ")); isState(second) {
			state, rest = second, more
		} else {
			state = []byte("0")
		}
	}
	name := bytes.TrimSpace(rest)
	name, _, _ = bytes.Cut(name, []byte(" <<"))
	if len(name) == 0 {
		return AsyncStep{}, false, false
	}
	step = AsyncStep{Task: frame.Clean(string(name)), State: -1}
	if bytes.Contains(name, []byte("+<")) || bytes.Contains(name, []byte(">d__")) {
		f := frame.DecodeBare(string(name) + ".MoveNext()")
		step.Frame, step.Task = &f, ""
		if n, err := strconv.Atoi(string(bytes.Trim(state, "()"))); err == nil {
			step.State = n
		}
	}
	return step, table, true
}

func isState(text []byte) bool {
	_, err := strconv.Atoi(string(text))
	return err == nil
}

// finish keeps the current stack if its innermost method waits.
func (a *asyncRows) finish() {
	cur, count := a.cur, max(a.count, 1)
	a.cur, a.chain, a.count = nil, false, 0
	if !slices.ContainsFunc(cur, AsyncStep.waits) {
		return
	}
	var key string
	for _, s := range cur {
		key += fmt.Sprintf("%s %d\n", s.Name(), s.State)
	}
	if i, ok := a.known[key]; ok {
		a.stacks[i].Count += count
		return
	}
	if len(a.stacks) == maxAsync {
		a.full = true
		return
	}
	if a.known == nil {
		a.known = make(map[string]int)
	}
	a.known[key] = len(a.stacks)
	a.stacks = append(a.stacks, AsyncStack{Steps: cur, Count: count})
}

// sorted are the stacks, own code first, then the most frequent.
func (a *asyncRows) sorted() []AsyncStack {
	a.finish()
	slices.SortStableFunc(a.stacks, func(x, y AsyncStack) int {
		return cmp.Or(boolOrder(x.platform(), y.platform()), y.Count-x.Count)
	})
	return a.stacks
}

func boolOrder(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}

// Method is the innermost async method of a stack, of the program's own code if there
// is one.
func (s AsyncStack) Method() AsyncStep {
	var first AsyncStep
	for _, step := range s.Steps {
		if !step.waits() {
			continue
		}
		if !isPlatformName(step.Name()) {
			return step
		}
		if first.Frame == nil {
			first = step
		}
	}
	return first
}

func (s AsyncStack) platform() bool { return isPlatformName(s.Method().Name()) }

func isPlatformName(name string) bool {
	return strings.HasPrefix(name, "System.") || strings.HasPrefix(name, "Microsoft.")
}

// AsyncFacts says which awaits do not complete, as a clause: how many async methods wait
// and at which awaits most of them do.
func AsyncFacts(stacks []AsyncStack) string {
	const most = 3
	if len(stacks) == 0 {
		return "no async method waits at an await"
	}
	type await struct {
		name  string
		state int
	}
	counts := map[await]int{}
	var order []await
	total := 0
	for _, s := range stacks {
		m := s.Method()
		at := await{m.Name(), m.State}
		if counts[at] == 0 {
			order = append(order, at)
		}
		counts[at] += s.Count
		total += s.Count
	}
	waits := fmt.Sprintf("%d async methods wait at an await", total)
	if total == 1 {
		waits = "1 async method waits at an await"
	}
	var named []string
	for _, at := range order[:min(len(order), most)] {
		named = append(named, fmt.Sprintf("%d in %s at await %d", counts[at], at.name, at.state))
	}
	if n := len(order) - most; n > 0 {
		named = append(named, fmt.Sprintf("the others at %d more places", n))
	}
	return waits + ": " + strings.Join(named, ", ")
}

func isAsyncHead(text []byte) bool {
	_, ok := asyncHead(text)
	return ok
}
