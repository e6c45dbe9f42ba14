package series

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
)

// crowd is as many workers at one method, with the ids from the first on.
func crowd(first, count int, method string, callers ...string) string {
	var b strings.Builder
	for id := first; id < first+count; id++ {
		b.WriteString(worker(fmt.Sprintf("0x%X", id), method, callers...))
	}
	return b.String()
}

// consumers are threads of their own that wait for a lock.
func consumers(first, count int) string {
	var b strings.Builder
	for id := first; id < first+count; id++ {
		fmt.Fprintf(&b, "Thread (0xC%X):\n  [Native Frames]\n"+
			"  System.Private.CoreLib!System.Threading.Monitor.Enter_Slowpath(class System.Object)\n"+
			"  Acme.Shop!Acme.Shop.Pump.Take()\n  Acme.Shop!Acme.Shop.Pump.Run()\n"+
			"  System.Private.CoreLib!System.Threading.Thread.StartCallback()\n\n", id)
	}
	return b.String()
}

// loops is a worker that runs own code.
func loops(id string) string {
	return "Thread (" + id + "):\n  CPU_TIME\n  Acme.Shop!Acme.Shop.Prices.Sum()\n" +
		"  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n" +
		"  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n\n"
}

// idle is a pool worker that has nothing to do.
func idle(first, count int) string {
	var b strings.Builder
	for id := first; id < first+count; id++ {
		fmt.Fprintf(&b, "Thread (0x%X):\n  [Native Frames]\n"+
			"  System.Private.CoreLib!System.Threading.LowLevelLifoSemaphore.WaitForSignal(int32)\n"+
			"  System.Private.CoreLib!System.Threading.LowLevelLifoSemaphore.Wait(int32,bool)\n"+
			"  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n\n", id)
	}
	return b.String()
}

// What is said of the first place, in the headline and below it.
func TestSaid(t *testing.T) {
	const stuck = ": stuck, or each waits longer than the time between the reports"
	other := loops("0xF0") // a worker elsewhere
	for _, tt := range []struct {
		name            string
		reports         []string
		headline, below string
	}{
		{"one thread stands", []string{worker("0xA", "Load") + other, worker("0xA", "Load") + other, worker("0xA", "Load") + other},
			"Standing: 1 worker blocked on Thread.Sleep in Orders.Load (Acme.Shop) in each of 3 reports, 1 of 1 the same thread" + stuck,
			"1 of 1 the same thread in 3 of 3" + stuck},
		{"nine of ten stand", []string{crowd(0x10, 10, "Load") + idle(0x80, 9), crowd(0x11, 10, "Load") + idle(0x80, 9)},
			"Standing: 10 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop) in each of 2 reports, 9 of 10 the same thread" + stuck,
			"9 of 10 the same thread in both reports" + stuck +
				"; a third report makes it surer"},
		{"17 of 20 stand", []string{crowd(0x10, 20, "Load") + idle(0x80, 19), crowd(0x13, 20, "Load") + idle(0x80, 19)},
			"Partly standing: 20 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop) in each of 2 reports, 17 of 20 the same thread",
			"17 of 20 the same thread in both reports: some are stuck or slow, the others turn over"},
		{"half of them stand", []string{crowd(0x10, 4, "Load") + idle(0x80, 9), crowd(0x12, 4, "Load") + idle(0x80, 9)},
			"Turning over: 4 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop) in each of 2 reports, only 2 of 4 the same thread",
			"4 at this place each time, 2 of them the same thread in both reports: turning over"},
		{"none stands", []string{crowd(0x10, 4, "Load") + idle(0x80, 9), crowd(0x20, 5, "Load") + idle(0x80, 9)},
			"Turning over: 4 to 5 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop) in each of 2 reports, no thread stays",
			"4 to 5 at this place each time, no thread stays: turning over"},
		{"a third of them is there to the end of a long series", []string{
			crowd(0x10, 3, "Load") + other, crowd(0x10, 3, "Load") + other, crowd(0x10, 3, "Load") + other,
			crowd(0x12, 3, "Load") + other},
			"Standing: 3 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop) in each of 4 reports, " +
				"3 of 3 the same thread in 3 of 4 in a row" + stuck,
			"3 of 3 the same thread in 3 of 4 in a row" + stuck},
		{"grows by half a thread", []string{crowd(0x10, 2, "Load") + idle(0x80, 9), crowd(0x10, 3, "Load") + idle(0x80, 9),
			crowd(0x10, 5, "Load") + idle(0x80, 9)},
			"Growing: 2, 3, 5 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop): 1.5 more each report; " +
				"2 of the first 2 still stand there",
			"1.5 more each report; 2 of 2 the same thread in 3 of 3" + stuck},
		{"grows, with fewer of the first each time", []string{crowd(0x10, 20, "Load") + idle(0x80, 40),
			crowd(0x12, 26, "Load") + idle(0x80, 40), crowd(0x13, 32, "Load") + idle(0x80, 40)},
			"Growing: 20, 26, 32 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop): 6 more each report; " +
				"17 of the first 20 still stand there",
			"6 more each report; 17 of 20 the same thread in 3 of 3"},
		{"grows from nothing", []string{idle(0x10, 9), crowd(0x10, 3, "Load") + idle(0x80, 9), crowd(0x10, 6, "Load") + idle(0x80, 9)},
			"Growing: 0, 3, 6 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop): 3 more each report",
			"3 more each report"},
		{"appears, and every worker stays", []string{idle(0x10, 3), crowd(0x10, 3, "Load"), crowd(0x10, 3, "Load"), crowd(0x10, 3, "Load")},
			"Appeared: 0, 3, 3, 3 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop): in the last 3 of 4 reports",
			"not there before: in the last 3 of 4 reports; 3 of 3 the same thread in 3 of 4 in a row" + stuck +
				"; with no worker elsewhere, one that takes such work again and again looks the same"},
		{"grows, with others each time", []string{crowd(0x10, 2, "Load") + idle(0x80, 9), crowd(0x20, 4, "Load") + idle(0x80, 9),
			crowd(0x30, 6, "Load") + idle(0x80, 9)},
			"Growing: 2, 4, 6 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop): 2 more each report",
			"2 more each report"},
		{"appears, and stays", []string{idle(0x10, 9), crowd(0x10, 5, "Load") + idle(0x18, 9), crowd(0x10, 4, "Load") + idle(0x18, 9)},
			"Appeared: 0, 5, 4 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop): in the last 2 of 3 reports",
			"not there before: in the last 2 of 3 reports"},
		{"comes and goes", []string{crowd(0x10, 2, "Load") + idle(0x80, 9), idle(0x10, 9), crowd(0x10, 1, "Load") + idle(0x80, 9)},
			"Passing: 2, 0, 1 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop), in 2 of 3 reports",
			"in 2 of 3 reports"},
		{"six counts are listed", []string{crowd(0x10, 2, "Load"), "", crowd(0x10, 1, "Load"), "", crowd(0x10, 2, "Load"), loops("0x10")},
			"Passing: 2, 0, 1, 0, 2, 0 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop), in 3 of 6 reports",
			"in 3 of 6 reports"},
		{"of seven the first and the last", []string{crowd(0x10, 2, "Load"), "", "", "", "", "", crowd(0x10, 1, "Load")},
			"Passing: 2 … 1 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop), in 2 of 7 reports",
			"in 2 of 7 reports"},
		{"each on its own way", []string{crowd(0x10, 1, "Load", "Get") + crowd(0x11, 1, "Load", "Put") + other,
			crowd(0x10, 1, "Load", "Get") + crowd(0x11, 1, "Load", "Put") + other},
			"Standing: 2 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop) in each of 2 reports, 2 of 2 the same thread" + stuck,
			"2 of 2 the same thread in both reports" + stuck +
				"; each has kept its own of 2 call paths; a third report makes it surer"},
	} {
		s := shop(t, tt.reports...)
		headline, _, _ := strings.Cut(s.Headline, "; pool starved")
		if headline != tt.headline {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, headline, tt.headline)
		}
		if got := s.Places[0].Sentence; got != tt.below {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.below)
		}
	}
}

// A place is as grave as its finding in the last report that has one, unless threads only
// pass there.
func TestGrade(t *testing.T) {
	two := crowd(0x10, 2, "Load") + idle(0x80, 9)
	found := func(severity diagnose.Severity, advice string) func(*diagnose.Snapshot) {
		return func(s *diagnose.Snapshot) {
			if len(s.Findings) > 0 {
				s.Findings[0].Severity, s.Findings[0].Advice = severity, advice
			}
		}
	}
	critical, warning := found(diagnose.Critical, "At once."), found(diagnose.Warning, "Later.")
	for _, tt := range []struct {
		name          string
		first, second string
		found         []func(*diagnose.Snapshot)
		want          diagnose.Severity
		advice        string
	}{
		{"starved in the last", idle(0x10, 9), crowd(0x10, 5, "Load"), nil, diagnose.Critical, ""},
		{"starved in the first", crowd(0x10, 5, "Load"), idle(0x10, 9), nil, diagnose.Note, ""},
		{"one thread", crowd(0x10, 1, "Load") + idle(0x80, 9), crowd(0x10, 1, "Load") + idle(0x80, 9), nil, diagnose.Note, ""},
		{"two threads", two, two, nil, diagnose.Warning, ""},
		{"two that turn over", two, crowd(0x20, 2, "Load") + idle(0x80, 9), nil, diagnose.Note, ""},
		{"critical", two, two, []func(*diagnose.Snapshot){critical, critical}, diagnose.Critical, "At once."},
		{"critical at last", two, two, []func(*diagnose.Snapshot){warning, critical}, diagnose.Critical, "At once."},
		{"critical at first", two, two, []func(*diagnose.Snapshot){critical, warning}, diagnose.Warning, "Later."},
		{"critical, and turns over", two, crowd(0x20, 2, "Load") + idle(0x80, 9),
			[]func(*diagnose.Snapshot){critical, critical}, diagnose.Note, "At once."},
		{"critical, and gone", two, idle(0x80, 9), []func(*diagnose.Snapshot){critical, func(*diagnose.Snapshot) {}},
			diagnose.Note, "At once."},
	} {
		if tt.found == nil {
			if s := shop(t, tt.first, tt.second); s.Severity != tt.want {
				t.Errorf("%s: %s, want %s (%s)", tt.name, s.Severity, tt.want, s.Headline)
			}
			continue
		}
		s := judgedAs(t, tt.found, mainOfShop+tt.first, mainOfShop+tt.second)
		if s.Severity != tt.want || s.Advice != tt.advice {
			t.Errorf("%s: %s, %q; want %s, %q (%s)", tt.name, s.Severity, s.Advice, tt.want, tt.advice, s.Headline)
		}
	}
}

// Nothing is blocked: who is idle, who runs, and whether anybody came or went.
func TestNothingBlocked(t *testing.T) {
	const calm = "Nothing of note is blocked in any of 3 reports: "
	either := strings.ReplaceAll(loops("0xA"), "CPU_TIME", "[Native Frames]")
	collects := strings.ReplaceAll(loops("0xA"), "Acme.Shop!Acme.Shop.Prices.Sum()",
		"System.Private.CoreLib!System.Buffers.Text.Base64.EncodeToUtf8()")
	for _, tt := range []struct {
		name     string
		reports  []string
		severity diagnose.Severity
		want     string
	}{
		{"the same threads", []string{idle(0x10, 2), idle(0x10, 2), idle(0x10, 2)}, diagnose.OK,
			calm + "2 of 2 pool workers idle in the last, and no thread came or went"},
		{"one came", []string{idle(0x10, 2), idle(0x10, 2), idle(0x10, 3)}, diagnose.OK,
			calm + "3 of 3 pool workers idle in the last"},
		{"one went", []string{idle(0x10, 2), idle(0x10, 1), idle(0x10, 1)}, diagnose.OK,
			calm + "1 of 1 pool worker idle in the last"},
		{"one for another", []string{idle(0x10, 2), idle(0x11, 2), idle(0x11, 2)}, diagnose.OK,
			calm + "2 of 2 pool workers idle in the last"},
		{"one runs all the time", []string{loops("0xA") + idle(0x10, 2), loops("0xA") + idle(0x10, 2), loops("0xA") + idle(0x10, 2)},
			diagnose.Note, calm + "2 of 3 pool workers idle in the last; Prices.Sum runs in the same thread in 3 of 3"},
		{"one that waits or runs", []string{either, either, either}, diagnose.OK,
			calm + "0 of 1 pool worker idle in the last, and no thread came or went"},
		{"the framework runs", []string{collects, collects, collects}, diagnose.OK,
			calm + "0 of 1 pool worker idle in the last, and no thread came or went"},
		{"another runs each time", []string{loops("0xA"), loops("0xB"), loops("0xC")}, diagnose.OK,
			calm + "0 of 1 pool worker idle in the last"},
	} {
		if s := shop(t, tt.reports...); s.Headline != tt.want || s.Severity != tt.severity {
			t.Errorf("%s:\n got %s %s\nwant %s %s", tt.name, s.Severity, s.Headline, tt.severity, tt.want)
		}
	}
}

// A thread in the same own code three times in a row is on a hot path or in a loop; twice
// may be chance, and code that nobody can tell from a wait is called unclear.
func TestHotPaths(t *testing.T) {
	unclear := strings.ReplaceAll(loops("0xA"), "CPU_TIME", "[Native Frames]")
	for _, tt := range []struct {
		name    string
		reports []string
		want    string
	}{
		{"three times", []string{loops("0xA"), loops("0xA"), loops("0xA")},
			"running, in 3 of 3 reports; 1 of 1 the same thread in 3 of 3: a hot path, or a loop that does not end"},
		{"twice", []string{loops("0xA"), loops("0xA")}, "running, in 2 of 2 reports"},
		{"not in a row", []string{loops("0xA"), loops("0xA"), "", loops("0xA")}, "running, in 3 of 4 reports"},
		{"others", []string{loops("0xA"), loops("0xB"), loops("0xC")}, "running, in 3 of 3 reports"},
		{"unclear", []string{unclear, unclear, unclear}, "unclear, in 3 of 3 reports"},
	} {
		if got := shop(t, tt.reports...).Places[0].Sentence; got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestWho(t *testing.T) {
	for role, want := range map[classify.Role]string{
		classify.Worker: "worker", classify.Main: "main thread", classify.Dedicated: "thread", classify.Unknown: "thread",
		classify.Finalizer: "finalizer thread", classify.Timer: "timer thread",
	} {
		if got := (&Place{Site: &group.Site{Role: role}}).Who(); got != want {
			t.Errorf("%s: %q, want %q", role, got, want)
		}
	}
}

// The pace of a starved pool is named at both its ends, of workers only, and only while the pool is
// starved.
func TestPaceOfAStarvedPool(t *testing.T) {
	const says = "the pace at which a starved pool adds workers"
	late := func(seconds float64) []time.Duration {
		return []time.Duration{0, time.Duration(seconds * float64(time.Second))}
	}
	starved := []string{crowd(0x10, 4, "Load"), crowd(0x10, 10, "Load")}
	for _, tt := range []struct {
		name    string
		reports []string
		elapsed []time.Duration
		pace    string
		known   bool
	}{
		{"slowest", starved, late(12), "0.5 more a second", true},
		{"slower", starved, late(13), "0.5 more a second", false},
		{"fastest", starved, late(1), "6.0 more a second", true},
		{"faster", starved, late(0.9), "6.7 more a second", false},
		{"with idle workers", []string{starved[0], starved[1] + idle(0x80, 9)}, late(6), "1.0 more a second", false},
		{"threads of their own", []string{consumers(0, 4) + crowd(0x10, 4, "Load"), consumers(0, 10) + crowd(0x10, 4, "Load")}, late(6),
			"1.0 more a second", false},
		{"no times", starved, nil, "6 more each report", false},
		{"no time between", starved, late(0), "6 more each report", false},
	} {
		var sets []*group.Set
		for _, text := range tt.reports {
			sets = append(sets, grouped(t, "made up", mainOfShop+text)...)
		}
		s := related(t, sets, tt.elapsed)
		if got := s.Places[0].Sentence; !strings.HasPrefix(got, tt.pace) || strings.Contains(got, says) != tt.known {
			t.Errorf("%s: %s", tt.name, got)
		}
		if perSecond, ok := s.PerSecond(s.Places[0]); !ok && perSecond != 0 {
			t.Errorf("%s: %v a second, which is not known", tt.name, perSecond)
		}
	}
}

// The times between the reports are said as they were: one, or the shortest and the longest.
func TestInterval(t *testing.T) {
	for _, tt := range []struct {
		seconds []float64
		want    string
	}{
		{nil, ""}, {[]float64{0}, ""}, {[]float64{0, 5}, "5s"}, {[]float64{0, 5, 10, 15}, "5s"},
		{[]float64{0, 5, 9, 15}, "4s to 6s"}, {[]float64{0, 4, 10, 15}, "4s to 6s"}, {[]float64{0, 0.0104, 0.0208}, "10ms"},
		{[]float64{0, 0.0104, 60}, "10ms to 59.99s"},
	} {
		s := &Series{}
		for _, at := range tt.seconds {
			s.Elapsed = append(s.Elapsed, time.Duration(at*float64(time.Second)))
		}
		if got := s.interval(); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.seconds, got, tt.want)
		}
	}
}
