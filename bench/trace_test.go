package bench

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"stacktriage/bench/gen"
	"stacktriage/nettrace"
)

// traces are the recordings that the reader is timed on: one in which threads mostly
// stand, as where pools starve, and one in which they move through many stacks.
var traces = []struct {
	stacks int
	moves  float64
}{{200, 0.01}, {5_000, 0.3}}

func trace(tb testing.TB, to io.Writer, stacks int, moves float64, size int64) {
	tb.Helper()
	report, err := gen.New(gen.Config{Corpus: "../testdata/stacks", Stacks: stacks, Bytes: 2 * megabyte, Seed: 1})
	if err != nil {
		tb.Fatal(err)
	}
	if err := report.WriteTrace(to, gen.Trace{Threads: 70, Bytes: size, Moves: moves, Seed: 1}); err != nil {
		tb.Fatal(err)
	}
}

// readTrace reads a recording to its end and gives its events to each.
func readTrace(tb testing.TB, from io.Reader, each func(nettrace.Event)) *nettrace.Reader {
	tb.Helper()
	r, err := nettrace.NewReader(from)
	if err != nil {
		tb.Fatal(err)
	}
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			return r
		}
		if err != nil {
			tb.Fatal(err)
		}
		each(e)
	}
}

func BenchmarkNettrace(b *testing.B) {
	eachTrace(b, func() func(nettrace.Event) { return func(nettrace.Event) {} })
}

// BenchmarkNettraceProfile also adds up how long each thread stood in each stack.
func BenchmarkNettraceProfile(b *testing.B) {
	eachTrace(b, func() func(nettrace.Event) { return nettrace.NewProfile().Add })
}

func eachTrace(b *testing.B, reader func() func(nettrace.Event)) {
	for _, t := range traces {
		b.Run(fmt.Sprintf("stacks=%d/moves=%v", t.stacks, t.moves), func(b *testing.B) {
			var stream bytes.Buffer
			trace(b, &stream, t.stacks, t.moves, 64*megabyte)
			b.SetBytes(int64(stream.Len()))
			b.ReportAllocs()
			before := cpuTime(b)
			for b.Loop() {
				readTrace(b, bytes.NewReader(stream.Bytes()), reader())
			}
			b.ReportMetric(float64(b.N*stream.Len())/1e6/(cpuTime(b)-before).Seconds(), "MB/CPU-s")
		})
	}
}

// cpuTime is what the process has used: on a busy machine the clock says little.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// A long recording is read in little memory: 500 MB, which is ten minutes of 70
// threads, in less than 256 MB. It takes a minute and is run on demand.
func TestNettraceMemory(t *testing.T) {
	size, most := int64(20*megabyte), 256
	if os.Getenv("STACKTRIAGE_EXHAUSTIVE") != "" {
		size = 500 * megabyte
	}
	from, to := io.Pipe()
	go func() {
		trace(t, to, 5_000, 0.3, size)
		to.Close()
	}()
	r := readTrace(t, from, nettrace.NewProfile().Add)
	tr := r.Trace()
	if tr.Truncated || tr.Damaged != 0 || tr.Dropped != 0 || tr.LostStacks != 0 || tr.Threads != 70 {
		t.Errorf("%+v", tr)
	}
	if missing, _ := r.Unresolved(); missing != 0 {
		t.Errorf("%d frames without a name", missing)
	}
	if peak := peakMB(t, "self"); peak > most {
		t.Errorf("%d MB of memory for %d MB, at most %d", peak, size/megabyte, most)
	} else {
		t.Logf("%d MB in %v: peak of the test %d MB, writer included", size/megabyte, tr.End, peak)
	}
}

// peakMB is the largest memory that a process had; 0 where Linux does not tell.
func peakMB(t *testing.T, pid string) int {
	t.Helper()
	status, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), " kB"))
			if err != nil {
				t.Fatal(err)
			}
			return kb / 1000
		}
	}
	return 0
}

// The whole program reads a long recording in bounded memory, too: it names stacks, and
// classifies them, beside what the reader keeps. The large one has 60,000 distinct stacks
// in 620 MB and is run on demand.
func TestProgramTraceMemory(t *testing.T) {
	stacks, reportMB, size, most := 5_000, int64(2), int64(40*megabyte), 160
	if os.Getenv("STACKTRIAGE_EXHAUSTIVE") != "" {
		stacks, reportMB, size, most = 60_000, 40, 620*megabyte, 256
	}
	folder := t.TempDir()
	recording := filepath.Join(folder, "recording.nettrace")
	write(t, recording, stacks, reportMB, size)
	program := filepath.Join(folder, "stacktriage")
	if out, err := exec.Command("go", "build", "-C", "..", "-o", program, "./cmd/stacktriage").CombinedOutput(); err != nil {
		t.Fatalf("the program cannot be built: %v\n%s", err, out)
	}
	var out bytes.Buffer
	cmd := exec.Command(program, "report", recording)
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended, peak := make(chan error), 0
	go func() { ended <- cmd.Wait() }()
	for running := true; running; {
		select {
		case err := <-ended:
			if running = false; err != nil || !bytes.Contains(out.Bytes(), []byte("70 pool workers")) {
				t.Fatalf("%v\n%.500s", err, out.Bytes())
			}
		case <-time.After(5 * time.Millisecond):
			// What is told of a process that has ended begins with the memory of this one.
			peak = max(peak, peakMB(t, strconv.Itoa(cmd.Process.Pid)))
		}
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	t.Logf("%d MB with %d stacks: %d MB of memory, %v of CPU, %.0f MB a second", size/megabyte, stacks, peak, cpu,
		float64(size)/1e6/cpu.Seconds())
	if peak > most {
		t.Errorf("%d MB of memory, at most %d", peak, most)
	}
}

// write writes a recording to a file.
func write(t *testing.T, path string, stacks int, reportMB, size int64) {
	t.Helper()
	report, err := gen.New(gen.Config{Corpus: "../testdata/stacks", Stacks: stacks, Bytes: reportMB * megabyte, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewWriterSize(f, megabyte)
	err = report.WriteTrace(out, gen.Trace{Threads: 70, Bytes: size, Moves: 0.3, Seed: 1})
	if err := errors.Join(err, out.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
}
