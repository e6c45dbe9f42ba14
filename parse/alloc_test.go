package parse

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// manyThreads is a report of threads that stand in a few stacks.
func manyThreads(t testing.TB, threads int) []byte {
	t.Helper()
	var stacks []string
	for _, block := range strings.SplitAfter(real(t, "web/stack-bad.txt", 40), "\n\n") {
		_, frames, ok := strings.Cut(block, "\n")
		if ok {
			stacks = append(stacks, frames)
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "Thread (0xFFF):\n%s", stacks[0])
	for i := range threads - 1 {
		fmt.Fprintf(&b, "Thread (0x%X):\n%s", 0x1000+i, stacks[1+i%(len(stacks)-1)])
	}
	return b.Bytes()
}

// TestThreadsAreCheap reads ten times as many threads of the same stacks: no
// allocation may come with each of them, or with each of their lines.
func TestThreadsAreCheap(t *testing.T) {
	count := func(threads int) float64 {
		report := manyThreads(t, threads)
		return testing.AllocsPerRun(3, func() {
			if _, err := Read(bytes.NewReader(report), "x"); err != nil {
				t.Fatal(err)
			}
		})
	}
	few, many := count(500), count(5000)
	if many-few > 150 {
		t.Errorf("%.0f allocations for 500 threads, %.0f for 5,000", few, many)
	}
}

// TestMemoryIsBounded reads a large report and weighs what is left of it.
func TestMemoryIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("large")
	}
	const threads = 20000
	report := manyThreads(t, threads)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	snaps, err := Read(bytes.NewReader(report), "x")
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if kept := int64(after.HeapAlloc) - int64(before.HeapAlloc); kept > 64*threads {
		t.Errorf("%d bytes kept of %d threads", kept, threads)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 8<<20 {
		t.Errorf("%d bytes allocated for %d", allocated, len(report))
	}
	if n := len(snaps[0].Threads); n != threads {
		t.Errorf("%d threads", n)
	}
}

func BenchmarkRead(b *testing.B) {
	for _, threads := range []int{67, 20000} {
		report := manyThreads(b, threads)
		b.Run(fmt.Sprint(threads), func(b *testing.B) {
			b.SetBytes(int64(len(report)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(bytes.NewReader(report), "x"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkReadDamaged reads a report with one kind of damage each.
func BenchmarkReadDamaged(b *testing.B) {
	clean := real(b, "web/stack-bad.txt", 1000)
	for _, d := range damagings {
		text := []byte(d.do(clean))
		b.Run(d.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := Read(bytes.NewReader(text), "x"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestKnownInputsAreCheap reads the same report again and again with one reader: what it
// allocates for a snapshot must not grow with the lines of its stacks.
func TestKnownInputsAreCheap(t *testing.T) {
	report := manyThreads(t, 67)
	reader := NewReader(nil)
	read := func() {
		if _, err := reader.Read(bytes.NewReader(report), "x"); err != nil {
			t.Fatal(err)
		}
	}
	read()
	if got := testing.AllocsPerRun(20, read); got > 120 {
		t.Errorf("%.0f allocations for a report that is known", got)
	}
}
