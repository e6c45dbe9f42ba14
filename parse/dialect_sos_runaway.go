package parse

import (
	"bytes"
	"strconv"
	"time"

	"stacktriage/parse/internal/line"
)

// runaway prints the processor time of threads since they were created, user and kernel
// time in two tables. Source: learn.microsoft.com, "!runaway".
//
//	User Mode Time
//	  Thread       Time
//	   12:2a68      0 days 0:04:17.531

// isRunawayHead recognises the title of one of the tables.
func isRunawayHead(text []byte) bool {
	switch string(text) {
	case "User Mode Time", "Kernel Mode Time", "Elapsed Time":
		return true
	}
	return false
}

// runawayLine takes a line of a table.
func (s *sosBlocks) runawayLine(text []byte) bool {
	if line.HasWords(text, "Thread", "Time") {
		return true
	}
	words := bytes.Fields(text)
	if len(words) < 2 {
		return false
	}
	index, id, ok := bytes.Cut(words[0], []byte(":"))
	number, hex := line.ParseHex(id)
	used, timed := runawayTime(words[1:])
	if !ok || !line.IsDecimal(index) || !hex || !timed {
		return false
	}
	if s.elapsed {
		return true
	}
	p := s.b.paste(pastedCPU)
	if p.cpu == nil {
		p.cpu = make(map[uint64]time.Duration)
	}
	if len(p.cpu) < maxRoles {
		p.cpu[number] += used
	}
	return true
}

// runawayTime reads "0 days 0:04:17.531" and "0:00:00.0093".
func runawayTime(words [][]byte) (time.Duration, bool) {
	var days int
	if len(words) >= 3 && string(words[1]) == "days" {
		n, err := strconv.Atoi(string(words[0]))
		if err != nil || n < 0 || n > 1<<16 {
			return 0, false
		}
		days, words = n, words[2:]
	}
	parts := bytes.Split(words[0], []byte(":"))
	if len(words) != 1 || len(parts) != 3 {
		return 0, false
	}
	used := time.Duration(days) * 24 * time.Hour
	for i, unit := range [...]time.Duration{time.Hour, time.Minute, time.Second} {
		n, err := strconv.ParseFloat(string(parts[i]), 64)
		if err != nil || n < 0 || n > 1e6 {
			return 0, false
		}
		used += time.Duration(n * float64(unit))
	}
	return used, true
}
