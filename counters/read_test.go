package counters

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

func file(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", "evidence", "counters", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func read(t *testing.T, text string) *Recording {
	t.Helper()
	rec, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// shape is what the tests look at of a track.
type shape struct {
	n                     int
	first, last, min, max float64
	absolute              bool
}

func shapeOf(t Track) shape {
	if len(t.Points) == 0 {
		return shape{}
	}
	s := shape{n: len(t.Points), first: t.Points[0].Value, last: t.Points[len(t.Points)-1].Value, absolute: t.Absolute}
	s.min, s.max = s.first, s.first
	for _, p := range t.Points {
		s.min, s.max = min(s.min, p.Value), max(s.max, p.Value)
	}
	return s
}

func TestRecordings(t *testing.T) {
	tests := []struct {
		file           string
		kind           Kind
		queue, threads shape
		length         time.Duration
		timed          bool
	}{
		{"bad.csv", CSV, shape{54, 0, 0, 0, 182, false}, shape{54, 0, 180, 0, 180, false}, 53 * time.Second, true},
		{"idle.csv", CSV, shape{14, 0, 0, 0, 0, false}, shape{14, 0, 0, 0, 0, false}, 13 * time.Second, true},
		{"monitor-bad.txt", Screen, shape{1, 148, 148, 148, 148, true}, shape{1, 56, 56, 56, 56, true}, 0, false},
		{"monitor-bad-raw.txt", Screen, shape{10, 178, 144, 144, 178, true}, shape{10, 24, 60, 24, 60, true}, 9 * time.Second, false},
		{"monitor-idle-redirect.txt", Screen, shape{3, 0, 0, 0, 0, true}, shape{3, 3, 3, 3, 3, true}, 2 * time.Second, false},
	}
	for _, test := range tests {
		t.Run(test.file, func(t *testing.T) {
			rec := read(t, file(t, test.file))
			pool := rec.Pool()
			if rec.Kind != test.kind || rec.Timed != test.timed || rec.Skipped != 0 || rec.Truncated {
				t.Errorf("kind %q timed %v skipped %d truncated %v", rec.Kind, rec.Timed, rec.Skipped, rec.Truncated)
			}
			if got := shapeOf(pool.Queue); got != test.queue {
				t.Errorf("queue %+v, want %+v", got, test.queue)
			}
			if got := shapeOf(pool.Threads); got != test.threads {
				t.Errorf("threads %+v, want %+v", got, test.threads)
			}
			if rec.Length != test.length {
				t.Errorf("length %v, want %v", rec.Length, test.length)
			}
		})
	}
}

const csvHead = "Timestamp,Provider,Counter Name,Counter Type,Mean/Increment\n"

// Every version of the tool names the counters in its own way.
func TestNames(t *testing.T) {
	tests := []struct {
		provider, name string
		want           Measure
		interval       time.Duration
	}{
		{"System.Runtime", "ThreadPool Threads Count", ThreadCount, 0},
		{"System.Runtime", "ThreadPool Thread Count", ThreadCount, 0},
		{"System.Runtime", "ThreadPool Queue Length", QueueLength, 0},
		{"System.Runtime", "ThreadPool Completed Work Items / sec", CompletedItems, time.Second},
		{"System.Runtime", "ThreadPool Completed Work Item Count / 1 sec", CompletedItems, time.Second},
		{"System.Runtime", "ThreadPool Completed Work Item Count (Count / 5 sec)", CompletedItems, 5 * time.Second},
		{`EventCounters\System.Runtime`, "Monitor Lock Contention Count (Count / 1 sec)", Contentions, time.Second},
		{"System.Runtime", "dotnet.thread_pool.thread.count ({thread})", ThreadCount, 0},
		{"System.Runtime", "dotnet.thread_pool.queue.length ({work_item} / 1 sec)", QueueLength, time.Second},
		{"System.Runtime", "dotnet.thread_pool.work_item.count ({work_item})", CompletedItems, 0},
		{"System.Runtime", "threadpool-queue-length", QueueLength, 0},
		{"OpenTelemetry.Instrumentation.Runtime", "process.runtime.dotnet.thread_pool.threads.count", ThreadCount, 0},
		{"", "dotnet.thread_pool.thread.co", ThreadCount, 0},
		{"", "ThreadPool Completed Work Ite", CompletedItems, 0},
		{"", "ThreadPool ", Other, 0},
		{"", "dotnet.thread_pool.", Other, 0},
		{"System.Runtime", "dotnet.timer.count ({timer})", Other, 0},
		{"Acme.Pools", "ThreadPool Queue Length", Other, 0},
		{"System.Runtime", "CPU Usage (%)", CPUPercent, 0},
	}
	for _, test := range tests {
		if got := measureOf(test.provider, test.name); got != test.want {
			t.Errorf("%s %q: measure %d, want %d", test.provider, test.name, got, test.want)
		}
		if got := intervalOf(test.name); got != test.interval {
			t.Errorf("%q: interval %v, want %v", test.name, got, test.interval)
		}
	}
}

// A Metric is absolute, a Rate is a change, whatever the version; so is a Metric whose
// name states an interval.
func TestChangesAreNoTotals(t *testing.T) {
	rec := read(t, csvHead+
		"11/30/2026 08:43:07,System.Runtime,dotnet.thread_pool.thread.count ({thread} / 1 sec),Rate,0\n"+
		"11/30/2026 08:43:08,System.Runtime,dotnet.thread_pool.thread.count ({thread} / 1 sec),Rate,4\n"+
		"11/30/2026 08:43:09,System.Runtime,dotnet.thread_pool.thread.count ({thread} / 1 sec),Metric,3\n"+
		"11/30/2026 08:43:07,System.Runtime,ThreadPool Queue Length,Metric,5\n"+
		"11/30/2026 08:43:08,System.Runtime,ThreadPool Queue Length,Metric,2\n")
	pool := rec.Pool()
	if got, want := shapeOf(pool.Threads), (shape{3, 0, 7, 0, 7, false}); got != want {
		t.Errorf("threads %+v, want %+v", got, want)
	}
	if got, want := shapeOf(pool.Queue), (shape{2, 5, 2, 2, 5, true}); got != want {
		t.Errorf("queue %+v, want %+v", got, want)
	}
}

func TestRates(t *testing.T) {
	rec := read(t, csvHead+
		"11/30/2026 08:43:07,System.Runtime,ThreadPool Queue Length,Metric,0\n"+
		"11/30/2026 08:43:07,System.Runtime,dotnet.thread_pool.work_item.count ({work_item}),Metric,1000\n"+
		"11/30/2026 08:43:09,System.Runtime,dotnet.thread_pool.work_item.count ({work_item}),Metric,1100\n"+
		"11/30/2026 08:43:07,System.Runtime,Monitor Lock Contention Count (Count / 5 sec),Rate,20\n"+
		"11/30/2026 08:43:07,System.Runtime,dotnet.process.cpu.count ({cpu}),Metric,4\n"+
		"11/30/2026 08:43:09,System.Runtime,dotnet.process.cpu.time (s / 1 sec)[cpu.mode=user],Rate,0.8\n"+
		"11/30/2026 08:43:09,System.Runtime,dotnet.process.cpu.time (s / 1 sec)[cpu.mode=system],Rate,0.4\n")
	pool := rec.Pool()
	for _, test := range []struct {
		what string
		got  *float64
		want float64
	}{{"completed", pool.Completed.Mean(), 50}, {"contentions", pool.Contentions.Mean(), 4}, {"cpu", pool.CPU.Mean(), 30}} {
		if test.got == nil || math.Abs(*test.got-test.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", test.what, test.got, test.want)
		}
	}
}

func TestTimeStamps(t *testing.T) {
	tests := []struct {
		name, first, second string
		step                time.Duration
		start               string // "" where the date is not to be used
	}{
		{"invariant", "11/30/2026 08:43:07", "11/30/2026 08:43:08", time.Second, "2026-11-30T08:43:07Z"},
		{"en-US over noon", "11/14/2023 11:59:59 AM", "11/14/2023 12:00:01 PM", 2 * time.Second, "2023-11-14T11:59:59Z"},
		{"new en-US", "11/14/2023 8:52:55\u202fAM", "11/14/2023 8:52:56\u202fAM", time.Second, "2023-11-14T08:52:55Z"},
		{"zh-CN", "2020/11/13 4:25:21", "2020/11/13 4:25:22", time.Second, "2020-11-13T04:25:21Z"},
		{"de-DE", "14.11.2023 08:52:55", "14.11.2023 08:52:56", time.Second, "2023-11-14T08:52:55Z"},
		{"fi-FI", "14.11.2023 8.52.55", "14.11.2023 8.52.56", time.Second, "2023-11-14T08:52:55Z"},
		{"ko-KR", "2023-11-14 오후 1:52:55", "2023-11-14 오후 1:52:56", time.Second, "2023-11-14T13:52:55Z"},
		{"time first", "13:52:55 14/11/2023", "13:52:56 14/11/2023", time.Second, "2023-11-14T13:52:55Z"},
		{"one date, two readings", "03/04/2023 08:52:55", "03/04/2023 08:52:56", time.Second, ""},
		{"midnight tells them apart", "03/04/2023 23:59:59", "04/04/2023 00:00:01", 2 * time.Second, "2023-04-03T23:59:59Z"},
		{"Buddhist year", "14/11/2566 08:52:55", "14/11/2566 08:52:57", 2 * time.Second, ""},
		{"Arabic digits", "١٤/١١/٢٠٢٣ ٠٨:٥٢:٥٥", "١٤/١١/٢٠٢٣ ٠٨:٥٢:٥٦", time.Second, "2023-11-14T08:52:55Z"},
		{"u", "2020-11-13 04:25:21Z", "2020-11-13 04:25:22Z", time.Second, "2020-11-13T04:25:21Z"},
		{"clock set back", "11/30/2026 02:59:59", "11/30/2026 02:00:00", 0, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rec := read(t, csvHead+
				test.first+",System.Runtime,ThreadPool Queue Length,Metric,5\n"+
				test.second+",System.Runtime,ThreadPool Queue Length,Metric,6\n")
			points := rec.Pool().Queue.Points
			if test.name == "clock set back" {
				if points[1].At < points[0].At {
					t.Errorf("time runs backwards: %v", points)
				}
				return
			}
			if len(points) != 2 || points[1].At-points[0].At != test.step {
				t.Fatalf("points %v, want a step of %v", points, test.step)
			}
			if rec.DayUnsure != (test.start == "") {
				t.Errorf("day unsure: %v", rec.DayUnsure)
			}
			if got := rec.Start.Format(time.RFC3339); test.start != "" && got != test.start {
				t.Errorf("start %s, want %s", got, test.start)
			}
		})
	}
}

func TestDecimalCommas(t *testing.T) {
	rec := read(t, csvHead+
		"14.11.2020 08:52:55,System.Runtime,CPU Usage (%),Metric,0,5\n"+
		"14.11.2020 08:52:55,System.Runtime,ThreadPool Queue Length,Metric,12\n")
	if cpu := rec.Pool().CPU.Mean(); cpu == nil || *cpu != 0.5 || len(rec.Repairs) != 1 || rec.Skipped != 0 {
		t.Errorf("cpu %v, repairs %v, skipped %d", cpu, rec.Repairs, rec.Skipped)
	}
}

// What a spreadsheet makes of the file when it is saved from a culture with decimal
// commas.
func TestSpreadsheet(t *testing.T) {
	rec := read(t, "Timestamp;Provider;Counter Name;Counter Type;Mean/Increment\r\n"+
		"\"14.11.2020 08:52:55\";System.Runtime;\"ThreadPool Queue Length\";Metric;\"12\"\r\n")
	if got := shapeOf(rec.Pool().Queue); got != (shape{1, 12, 12, 12, 12, true}) {
		t.Errorf("queue %+v", got)
	}
}

// A file that breaks off at any byte gives what is there and says that it breaks off,
// or says that it ends before the first value; nothing in it is called unreadable.
func TestBrokenOff(t *testing.T) {
	for _, name := range []string{"idle.csv", "bad.json"} {
		text := file(t, name)
		text = text[:min(len(text), 6000)]
		full := 0
		for n := len(csvHead) + 200; n < len(text); n += 7 {
			rec, err := Read(strings.NewReader(text[:n]))
			var input *InputError
			if errors.As(err, &input) {
				continue
			}
			if err != nil {
				t.Fatalf("%s cut at %d: %v", name, n, err)
			}
			full++
			if rec.Skipped != 0 {
				t.Fatalf("%s cut at %d: %d rows called unreadable: %v", name, n, rec.Skipped, rec.Problems)
			}
			if name == "bad.json" && !rec.Truncated {
				t.Fatalf("%s cut at %d is not called broken off", name, n)
			}
		}
		if full == 0 {
			t.Errorf("%s: no cut gave a value", name)
		}
	}
}

// The forms of JSON that the versions of the tool wrote.
func TestJSONVersions(t *testing.T) {
	tests := map[string]string{
		"3.1": `{ "Target Process": "api", "Start Time": "11/14/2019 8:52:55 AM", "Events": [` +
			`{ "timestamp": "11/14/2019 8:52:55 AM",  "provider": "System.Runtime",  "name": "ThreadPool Queue Length",  "counter type": "Metric",  "value": 7 },] }`,
		"5.0": `{ "TargetProcess": "api", "StartTime": "2020-11-14 08:52:55Z", "Events": [` +
			`{ "timestamp": "2020-11-14 08:52:55Z",  "provider": "System.Runtime",  "name": "ThreadPool Queue Length",  "counterType": "Metric",  "value": 7 } ] }`,
		"comma": `{ "TargetProcess": "api", "StartTime": "2020-11-14 08:52:55Z", "Events": [` +
			`{ "timestamp": "2020-11-14 08:52:55Z",  "provider": "System.Runtime",  "name": "ThreadPool Queue Length",  "counterType": "Metric",  "value": 7,0 } ] }`,
		"killed": `{ "TargetProcess": "api", "StartTime": "2020-11-14 08:52:55Z", "Events": [` +
			`{ "timestamp": "2020-11-14 08:52:55Z",  "provider": "System.Runtime",  "name": "ThreadPool Queue Length",  "counterType": "Metric",  "value": 7 }`,
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			rec := read(t, text)
			if got := shapeOf(rec.Pool().Queue); got != (shape{1, 7, 7, 7, 7, true}) {
				t.Errorf("queue %+v", got)
			}
			if rec.Process != "api" || rec.Skipped != 0 || rec.Truncated != (name == "killed") {
				t.Errorf("process %q, skipped %d, truncated %v", rec.Process, rec.Skipped, rec.Truncated)
			}
		})
	}
}

func TestScreens(t *testing.T) {
	head := "Press p to pause, r to resume, q to quit.\n    Status: Running\n\n"
	tests := map[string]string{
		"3.1":           head + "[System.Runtime]\n    ThreadPool Queue Length                            1,234\n    ThreadPool Thread Count                               56\n",
		"German":        head + "[System.Runtime]\n    ThreadPool Queue Length                            1.234\n    ThreadPool Thread Count                               56\n",
		"French":        head + "[System.Runtime]\n    ThreadPool Queue Length                            1\u202f234\n    ThreadPool Thread Count                               56\n",
		"from a page":   "[System.Runtime]\nThreadPool Queue Length 1,234\nThreadPool Thread Count 56\n",
		"deltas":        head + "Name                      Current Value      Last Delta\n[System.Runtime]\n    dotnet.thread_pool.queue.length ({work_item})   1,234   -12\n    dotnet.thread_pool.thread.count ({thread})   56   4\n",
		"cut names":     head + "[System.Runtime]\n    dotnet.thread_pool.queue.len  1,234\n    dotnet.thread_pool.thread.c     56\n",
		"exponent":      head + "[System.Runtime]\n    ThreadPool Queue Length   1.234e+03\n    ThreadPool Thread Count   56\n",
		"with tag rows": head + "[System.Runtime]\n    dotnet.gc.collections ({collection})\n        gc.heap.generation\n        gen0         12\n    ThreadPool Queue Length   1,234\n    ThreadPool Thread Count   56\n",
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			if KindOf([]byte(text)) != Screen {
				t.Fatal("not taken for a screen")
			}
			pool := read(t, text).Pool()
			if got := shapeOf(pool.Queue); got != (shape{1, 1234, 1234, 1234, 1234, true}) {
				t.Errorf("queue %+v", got)
			}
			if got := shapeOf(pool.Threads); got != (shape{1, 56, 56, 56, 56, true}) {
				t.Errorf("threads %+v", got)
			}
		})
	}
}

func TestScreenNumbers(t *testing.T) {
	tests := []struct {
		text  string
		whole bool
		want  float64
		ok    bool
	}{
		{"0", true, 0, true}, {"-12", true, -12, true}, {"1,234,567", true, 1234567, true}, {"1.234.567,5", false, 1234567.5, true},
		{"1,234.5", false, 1234.5, true}, {"2.125", false, 2.125, true}, {"2,125", false, 2.125, true}, {"2,125", true, 2125, true},
		{"12,34", true, 12.34, true}, {"1.5e+08", true, 1.5e8, true}, {"", true, 0, false}, {"-", true, 0, false}, {"1,23,456", true, 0, false},
		{"NaN", true, 0, false}, {"0x12", true, 0, false}, {",5", true, 0, false}, {"12x", true, 0, false},
	}
	for _, test := range tests {
		if got, ok := screenNumber(test.text, test.whole); ok != test.ok || got != test.want {
			t.Errorf("%q (whole %v): %v %v, want %v %v", test.text, test.whole, got, ok, test.want, test.ok)
		}
	}
}

// Each input that tells nothing gets one sentence that says why and what to do.
func TestRefusals(t *testing.T) {
	row := "11/30/2026 08:43:07,"
	tests := map[string]struct{ text, want string }{
		"header alone":     {csvHead, "ends before the first value"},
		"other providers":  {csvHead + row + "Microsoft.AspNetCore.Hosting,Current Requests,Metric,3\n", "counters of Microsoft.AspNetCore.Hosting only"},
		"control codes":    {csvHead + row + "A\x1b[2J,Current Requests,Metric,3\n", "counters of A??2J only"},
		"no pool":          {csvHead + row + "System.Runtime,Working Set (MB),Metric,83\n", "neither the queue length nor the number of threads"},
		"unknown stamps":   {csvHead + "yesterday,System.Runtime,ThreadPool Queue Length,Metric,83\n", "time stamps of this CSV of dotnet-counters are in a format that is not known"},
		"no numbers":       {csvHead + row + "System.Runtime,ThreadPool Queue Length,Metric,NaN\n", "no row of this CSV"},
		"empty collection": {`{ "TargetProcess": "x", "StartTime": "2026-11-30T08:46:09Z", "Events": []}`, "JSON of dotnet-counters ends before the first value"},
		"waiting screen":   {"Press p to pause, r to resume, q to quit.\n    Status: Waiting for initial payload...\n", "screen of dotnet-counters ends before the first value"},
		"something else":   {"hello", "no output of dotnet-counters"},
	}
	for name, test := range tests {
		_, err := Read(strings.NewReader(test.text))
		var input *InputError
		if !errors.As(err, &input) || !strings.Contains(err.Error(), test.want) || strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%s: %v, want one sentence with %q", name, err, test.want)
		}
	}
}

// Rows that cannot be read are counted beside those that can.
func TestNothingIsLostUncounted(t *testing.T) {
	rec := read(t, csvHead+
		"11/30/2026 08:43:07,System.Runtime,ThreadPool Queue Length,Metric,3\n"+
		"some other line\n"+
		"11/30/2026 08:43:08,System.Runtime,ThreadPool Queue Length,Metric,lots\n"+
		"11/30/2026 08:43:09,System.Runtime,"+strings.Repeat("x", 2*maxLine)+",Metric,3\n"+
		"11/30/2026 08:43:10,System.Runtime,ThreadPool Queue Length,Metric,4\n")
	if rec.Skipped != 3 || len(rec.Problems) != 3 || rec.Problems[2].Line != 5 || shapeOf(rec.Pool().Queue).n != 2 {
		t.Errorf("skipped %d: %v", rec.Skipped, rec.Problems)
	}
}

func TestGaps(t *testing.T) {
	rec := read(t, csvHead+
		"11/30/2026 08:43:07,System.Runtime,ThreadPool Queue Length,Metric,3\n"+
		"11/30/2026 08:43:08,System.Runtime,ThreadPool Queue Length,Metric,3\n"+
		"11/30/2026 08:43:09,System.Runtime,ThreadPool Queue Length,Metric,3\n"+
		"11/30/2026 08:43:16,System.Runtime,ThreadPool Queue Length,Metric,4\n"+
		"11/30/2026 08:43:16,System.Runtime,ThreadPool Queue Length,Metric,4\n")
	gaps := rec.Pool().Queue.Gaps()
	if len(gaps) != 1 || gaps[0] != (Gap{2 * time.Second, 7 * time.Second}) {
		t.Errorf("gaps %v", gaps)
	}
}

// PowerShell's ">" writes UTF-16 with a byte order mark.
func TestUTF16(t *testing.T) {
	text := file(t, "monitor-bad.txt")
	raw := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text + "    𝄞 1\n")) {
		raw = binary.LittleEndian.AppendUint16(raw, unit)
	}
	if KindOf(raw) != Screen {
		t.Fatal("not taken for a screen")
	}
	if got := shapeOf(read(t, string(raw)).Pool().Queue); got.last != 148 {
		t.Errorf("queue %+v", got)
	}
}

func TestOtherKinds(t *testing.T) {
	for _, text := range []string{
		"", "Thread (0x1A):\n  [Native Frames]\n", `{"a": 1}`, "a,b,c\n1,2,3\n", "[System.Runtime]\nnothing here\n",
		"Press p to pause, r to resume, q to quit.\nThread (0x1A):\n  CPU_TIME\n",
	} {
		if kind := KindOf([]byte(text)); kind != None {
			t.Errorf("%.40q taken for %q", text, kind)
		}
	}
}
