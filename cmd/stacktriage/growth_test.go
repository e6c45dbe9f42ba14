package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// The work of a command must grow with its input, and not with the square of it: each
// shape of growthShapes is made twice as large, twice. Work is what the process allocates
// and the time that it uses processors for, since a clock on the wall measures the
// machine's other work, too.

const (
	// mostGrowth is the exponent of n that is allowed. Sorting and caches that no longer hold
	// everything make linear work look like n^1.1.
	mostGrowth = 1.3
	// growthTries are the measurements of which the least counts, and the attempts after
	// which a shape has failed: other work on the machine makes work look larger, and never
	// smaller.
	growthTries = 3
	// mostDoublings bounds the search for a size that costs enough to be measured.
	mostDoublings = 16
)

// shape is an input that grows in one direction.
type shape struct {
	name string
	args []string                // of the command; the input is its standard input
	text func(n int) string      // the input, about a unit for each n
	make func(dir string, n int) // files in dir that args name instead
	from int                     // the least n
}

// work is what a run cost.
type work struct {
	cpu            time.Duration
	bytes, objects uint64
}

func (w work) least(other work) work {
	return work{min(w.cpu, other.cpu), min(w.bytes, other.bytes), min(w.objects, other.objects)}
}

// measure runs once.
func measure(run func()) work {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu := cpuTime()
	run()
	cpu = cpuTime() - cpu
	runtime.ReadMemStats(&after)
	return work{cpu, after.TotalAlloc - before.TotalAlloc, after.Mallocs - before.Mallocs}
}

// growth is how work grows over a size, its double and the double of that.
type growth struct {
	n                    int
	small, middle, large work
}

// exponent is k of the n^k as which something grew over four times the input. floor is
// what it costs with next to no input; what is not clearly more than that says nothing, and
// neither does what is less than the least.
func exponent(small, large, floor, least float64) float64 {
	if small < 2*floor || small < least {
		return 0
	}
	return math.Log2((large-floor)/(small-floor)) / 2
}

// faults says in which respect work grew too fast; "" where it did not.
func (g growth) faults(floor work) string {
	var all []string
	for _, w := range []struct {
		what                               string
		small, middle, large, floor, least float64
	}{
		{"CPU ms", ms(g.small.cpu), ms(g.middle.cpu), ms(g.large.cpu), ms(floor.cpu), 1.5},
		{"MB", mb(g.small.bytes), mb(g.middle.bytes), mb(g.large.bytes), mb(floor.bytes), 1},
		{"k objects", k(g.small.objects), k(g.middle.objects), k(g.large.objects), k(floor.objects), 1},
	} {
		e, last := exponent(w.small, w.large, w.floor, w.least), math.Log2(w.large/w.middle)
		if e > mostGrowth && last > mostGrowth { // one step alone is a bound that was reached
			all = append(all, fmt.Sprintf("n^%.2f in %s: %.1f, %.1f, %.1f", e, w.what, w.small, w.middle, w.large))
		}
	}
	return strings.Join(all, "; ")
}

func ms(d time.Duration) float64 { return d.Seconds() * 1e3 }
func mb(n uint64) float64        { return float64(n) / 1e6 }
func k(n uint64) float64         { return float64(n) / 1e3 }

// grow measures a run of three sizes. It begins with one that is worth measuring.
func grow(from int, worth time.Duration, prepare func(n int) func()) growth {
	g := growth{n: from}
	for ; g.n < from<<mostDoublings; g.n *= 2 {
		run := prepare(g.n)
		if w := measure(run).least(measure(run)); w.cpu >= worth || cpuTime() == 0 && w.bytes > 4<<20 {
			break
		}
	}
	runs := [3]func(){prepare(g.n), prepare(2 * g.n), prepare(4 * g.n)}
	runs[2]() // the first run of a size pays for the memory of all others
	g.small, g.middle, g.large = measure(runs[0]), measure(runs[1]), measure(runs[2])
	for range growthTries - 1 {
		g.small = g.small.least(measure(runs[0]))
		g.middle = g.middle.least(measure(runs[1]))
		g.large = g.large.least(measure(runs[2]))
	}
	return g
}

// assertGrowth fails a test whose run grows too fast in every attempt, each of which is
// larger than the one before.
func assertGrowth(t *testing.T, from int, floor work, prepare func(n int) func()) {
	t.Helper()
	worth := 6 * time.Millisecond
	if exhaustive() {
		worth = 16 * time.Millisecond
	}
	var faults string
	for range growthTries {
		g := grow(from, max(worth, 2*floor.cpu), prepare)
		from = 2 * g.n
		if faults = g.faults(floor); faults == "" {
			t.Logf("n = %d: CPU %.1f, %.1f, %.1f ms", g.n, ms(g.small.cpu), ms(g.middle.cpu), ms(g.large.cpu))
			return
		}
		t.Logf("n = %d: %s", g.n, faults)
	}
	t.Errorf("grows as %s", faults)
}

func exhaustive() bool { return os.Getenv("STACKTRIAGE_EXHAUSTIVE") != "" }

// TestGrowth holds the shapes to it: every third one, and all where there is time.
func TestGrowth(t *testing.T) {
	quietCollector(t)
	for i, s := range growthShapes() {
		if i%3 != 0 && !exhaustive() {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			from := max(s.from, 1)
			floor := measure(s.prepare(t, from))
			for range growthTries {
				floor = floor.least(measure(s.prepare(t, from)))
			}
			assertGrowth(t, from, floor, func(n int) func() { return s.prepare(t, n) })
		})
	}
}

// prepare makes the input and returns the run over it.
func (s shape) prepare(t *testing.T, n int) func() {
	t.Helper()
	args, text := s.args, ""
	if s.text != nil {
		text = s.text(n)
	}
	if s.make != nil {
		dir := t.TempDir()
		s.make(dir, n)
		args = make([]string, len(s.args))
		for i, arg := range s.args {
			args[i] = strings.ReplaceAll(arg, "DIR", dir)
		}
	}
	return func() {
		code := run(context.Background(), args, strings.NewReader(text), io.Discard, io.Discard, piped())
		if code == exitTrouble {
			t.Fatalf("n = %d: exit code %d", n, code)
		}
	}
}

// quietCollector collects garbage between measurements alone: its share of the time depends
// on the heap that others left.
func quietCollector(t *testing.T) {
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(2<<30)
	t.Cleanup(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
}

// TestGrowthIsNoticed plants work that grows too fast, and some that may grow so.
func TestGrowthIsNoticed(t *testing.T) {
	quietCollector(t)
	sink := 0
	spin := func(n int) func() {
		return func() {
			for i := range n {
				sink += i & 3
			}
		}
	}
	var kept []byte
	allocate := func(n int) func() {
		return func() {
			for range n {
				kept = make([]byte, 256)
			}
		}
	}
	for _, tt := range []struct {
		name    string
		prepare func(n int) func()
		faults  bool
	}{
		{"time as n", func(n int) func() { return spin(100 * n) }, false},
		{"time as n log n", func(n int) func() { return spin(100 * n * int(math.Log2(float64(n+1)))) }, false},
		{"time as n^1.5", func(n int) func() { return spin(n * int(math.Sqrt(float64(n)))) }, true},
		{"time as n²", func(n int) func() { return spin(n * n) }, true},
		{"memory as n", func(n int) func() { return allocate(100 * n) }, false},
		{"memory as n²", func(n int) func() { return allocate(n * n / 20) }, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if cpuTime() == 0 && strings.HasPrefix(tt.name, "time") {
				t.Skip("no time of processors here")
			}
			for range growthTries {
				faults := grow(500, 2*time.Millisecond, tt.prepare).faults(work{})
				if (faults != "") == tt.faults {
					return
				}
				t.Log(faults)
			}
			t.Errorf("told as growing too fast: %t", !tt.faults)
		})
	}
	_, _ = sink, kept
}
