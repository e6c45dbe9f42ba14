package parse

import (
	"bytes"
	"strconv"

	"stacktriage/parse/internal/line"
)

// poolCounts are the lines of threadpool that are kept.
var poolCounts = []struct {
	name string
	set  func(*PoolCounts, int)
}{
	{"Workers Total:", func(p *PoolCounts, n int) { p.Total = n }},
	{"Workers Running:", func(p *PoolCounts, n int) { p.Running = n }},
	{"Workers Idle:", func(p *PoolCounts, n int) { p.Idle = n }},
	{"Work Request in Queue:", func(p *PoolCounts, n int) { p.Queue = n }},
	{"Number of thread pool threads:", func(p *PoolCounts, n int) { p.Total = n }},
}

// poolTexts are the beginnings of all others.
var poolTexts = []string{
	"Using the ", "CPU utilization", "Worker Min Limit:", "Worker Max Limit:", "Thread count:", "Completion ",
	"Number of Timers:", "Hill Climbing Log:",
	"AsyncTimerCallbackCompletion ", "Unknown Function: ", "QueueUserWorkItemCallback ", "logStart:", "logSize:",
}

// poolLine takes a line of threadpool.
func (s *sosBlocks) poolLine(text []byte) bool {
	for _, c := range poolCounts {
		if rest, ok := bytes.CutPrefix(text, []byte(c.name)); ok {
			if n, ok := groupedNumber(rest); ok {
				c.set(s.pool, n)
			}
			return true
		}
	}
	if rest, ok := bytes.CutPrefix(text, []byte("Worker Thread:")); ok {
		s.oldWorkers(rest)
		return true
	}
	for _, t := range poolTexts {
		if bytes.HasPrefix(text, []byte(t)) {
			return true
		}
	}
	return line.IsRule(text) || s.workItem(text) || isClimb(text)
}

// oldWorkers reads "Total: 2 Running: 2 Idle: 0 MaxLimit: 32767 MinLimit: 2".
func (s *sosBlocks) oldWorkers(text []byte) {
	words := bytes.Fields(text)
	for i := 0; i+1 < len(words); i++ {
		n, ok := groupedNumber(words[i+1])
		if !ok {
			continue
		}
		switch string(words[i]) {
		case "Total:":
			s.pool.Total = n
		case "Running:":
			s.pool.Running = n
		case "Idle:":
			s.pool.Idle = n
		}
	}
}

// groupedNumber reads a number with any marks between its thousands.
func groupedNumber(text []byte) (int, bool) {
	const longest = 12
	digits := make([]byte, 0, longest)
	for _, c := range bytes.TrimSpace(text) {
		switch {
		case c >= '0' && c <= '9':
			digits = append(digits, c)
		case c >= 'A' && c <= 'z':
			return 0, false
		}
	}
	if len(digits) == 0 || len(digits) > longest {
		return 0, false
	}
	n, err := strconv.Atoi(string(digits))
	return n, err == nil
}

// workItem counts the rows of threadpool -wi: "[Global] 00007f… Type", and passes over
// the line below that names the delegate.
func (s *sosBlocks) workItem(text []byte) bool {
	if line.HasWords(text, "Queue", "Object", "Type") {
		return true
	}
	if bytes.HasPrefix(text, []byte("[Global")) {
		s.queue++
		s.pool.Queue = max(s.pool.Queue, s.queue)
		return true
	}
	words := bytes.Fields(text)
	return s.queue > 0 && len(words) >= 2 && addressLength(words[0]) > 0
}

// isClimb recognises a row of the hill climbing log: a time below zero, a word, and
// numbers.
func isClimb(text []byte) bool {
	words := bytes.Fields(text)
	if line.HasWords(text, "Time", "Transition") {
		return true
	}
	if len(words) != 5 {
		return false
	}
	for _, i := range [...]int{0, 2, 3, 4} {
		if _, err := strconv.ParseFloat(string(words[i]), 64); err != nil {
			return false
		}
	}
	return true
}
