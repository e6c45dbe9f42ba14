package series

import (
	"slices"
	"strings"
	"testing"

	"stacktriage/diagnose"
)

// What can be an alarm comes first, then what a thread waits in all its life, then what
// runs; among the alarms that which grows, and of two alike the larger.
func TestOrderOfPlaces(t *testing.T) {
	const life = "Thread (0x%ID):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object,int32)\n" +
		"  Acme.Shop!Acme.Shop.Pump.Next()\n  Acme.Shop!Acme.Shop.Pump.Run()\n" +
		"  System.Private.CoreLib!System.Threading.Thread.StartCallback()\n\n"
	dedicated := func(ids ...string) string {
		text := ""
		for _, id := range ids {
			text += strings.Replace(life, "%ID", id, 1)
		}
		return text
	}
	s := shop(t,
		loops("0x90")+dedicated("A1", "A2", "A3", "A4", "A5")+crowd(0x10, 1, "Grow")+crowd(0x20, 2, "Stand")+crowd(0x30, 3, "Turn")+
			crowd(0x50, 4, "Pass")+consumers(0, 2),
		loops("0x90")+dedicated("A1", "A2", "A3", "A4", "A5")+crowd(0x10, 4, "Grow")+crowd(0x20, 2, "Stand")+crowd(0x40, 3, "Turn")+consumers(0, 2),
		loops("0x90")+dedicated("A1", "A2", "A3", "A4", "A5")+crowd(0x10, 7, "Grow")+crowd(0x20, 2, "Stand")+crowd(0x30, 3, "Turn")+
			crowd(0x60, 1, "Stand", "Late")+consumers(0, 2))
	var got []string
	for _, p := range s.Places {
		name := p.At()[strings.LastIndexByte(p.At(), '.')+1:]
		if p.Quiet {
			name += " quietly"
		}
		got = append(got, name)
	}
	want := []string{"Grow", "Stand", "Take", "Turn", "Pass", "Next quietly", "Sum"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	const usual = "5 of 5 the same thread in 3 of 3: a waiting thread's normal life as often as a hang"
	if pump := s.Places[5]; pump.Sentence != usual {
		t.Errorf("got %q, want %q", pump.Sentence, usual)
	}
}

// Threads of which no finding gives alarm neither grow nor appear.
func TestQuietPlaces(t *testing.T) {
	pumps := func(n int) string {
		text := ""
		for i := range n {
			text += "Thread (0xA" + string(rune('0'+i)) + "):\n  [Native Frames]\n" +
				"  System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object,int32)\n" +
				"  Acme.Shop!Acme.Shop.Pump.Next()\n  System.Private.CoreLib!System.Threading.Thread.StartCallback()\n\n"
		}
		return text
	}
	for _, tt := range []struct {
		name    string
		reports []string
		want    Reading
	}{
		{"more each time", []string{pumps(1), pumps(3), pumps(5)}, Standing},
		{"there since the second", []string{"", pumps(4), pumps(4)}, Passing},
		{"more each time, from none", []string{"", pumps(3), pumps(6)}, Passing},
		{"there since long", []string{"", pumps(4), pumps(4), pumps(4)}, Passing},
		{"gone since the second", []string{pumps(4), "", ""}, Passing},
	} {
		s := shop(t, tt.reports...)
		i := slices.IndexFunc(s.Places, func(p *Place) bool { return strings.HasSuffix(p.At(), "Pump.Next") })
		if p := s.Places[i]; !p.Quiet || p.Reading != tt.want {
			t.Errorf("%s: %s, quiet %v; want %s", tt.name, p.Reading, p.Quiet, tt.want)
		}
		if s.Severity == diagnose.Warning || s.Severity == diagnose.Critical {
			t.Errorf("%s: %s %s", tt.name, s.Severity, s.Headline)
		}
	}
}

// A long series is judged by the three reports in a row in which most threads stay, and as
// a whole where nearly as many stay in all of it.
func TestLongestStay(t *testing.T) {
	nobody := loops("0xF0")
	load := func(first, count int) string { return crowd(first, count, "Load") + nobody }
	for _, tt := range []struct {
		name           string
		reports        []string
		span, same, of int
	}{
		{"the first of two alike", []string{load(0x10, 2), load(0x10, 2), load(0x10, 2), load(0x20, 3), load(0x20, 3), load(0x20, 2)}, 3, 2, 2},
		{"the later, which holds more", []string{load(0x10, 2), load(0x10, 2), load(0x10, 2), load(0x20, 3), load(0x20, 3), load(0x20, 3)}, 3, 3, 3},
		{"nine of ten in all", []string{load(0x10, 10), load(0x10, 10), load(0x10, 10), load(0x10, 9)}, 4, 9, 9},
		{"17 of 20 in all", []string{load(0x10, 20), load(0x10, 20), load(0x10, 20), load(0x10, 17)}, 3, 20, 20},
		{"one in all", []string{load(0x10, 1), load(0x10, 1), load(0x10, 1), load(0x10, 1)}, 4, 1, 1},
		{"none in the first", []string{nobody, load(0x10, 2), load(0x10, 2), load(0x10, 2)}, 3, 2, 2},
		{"never three in a row", []string{load(0x10, 2), nobody, load(0x10, 2), nobody}, 3, 0, 0},
		{"others each time", []string{load(0x10, 2), load(0x20, 2), load(0x30, 2), load(0x40, 2)}, 4, 0, 2},
		{"three reports", []string{load(0x10, 2), load(0x10, 2), load(0x20, 2)}, 3, 0, 2},
	} {
		s := shop(t, tt.reports...)
		i := slices.IndexFunc(s.Places, func(p *Place) bool { return strings.HasSuffix(p.At(), "Orders.Load") })
		if got := s.Places[i].Same; len(got.Threads) > 0 && !strings.Contains(tt.name, "later") && got.Threads[0] != "0x10" {
			t.Errorf("%s: %v", tt.name, got.Threads)
		}
		if got := s.Places[i].Same; got.Span != tt.span || len(got.Threads) != tt.same || got.Of != tt.of {
			t.Errorf("%s: %d of %d in %d reports, want %d of %d in %d", tt.name, len(got.Threads), got.Of, got.Span,
				tt.same, tt.of, tt.span)
		}
	}
}

// A thread has stayed where the frames that cannot change while it waits are the same.
func TestStayedByItsFrames(t *testing.T) {
	const (
		spin  = "  System.Private.CoreLib!System.Threading.SpinWait.SpinOnceCore(int32)\n"
		wait  = "  System.Private.CoreLib!System.Threading.ManualResetEventSlim.Wait(int32,value class System.Threading.CancellationToken)\n"
		load  = "  Acme.Shop!Acme.Shop.Orders.Load()\n"
		get   = "  Acme.Shop!Acme.Shop.Orders.Get()\n"
		host  = "  System.Private.CoreLib!System.Threading.Tasks.Task.ExecuteWithThreadLocal(class System.Threading.Tasks.Task&,class System.Threading.Thread)\n"
		root  = "  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n" + "  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n"
		start = "Thread (0xA):\n  [Native Frames]\n"
	)
	for _, tt := range []struct {
		name         string
		first, later string
		stays        bool
	}{
		{"the same", wait + load + root, wait + load + root, true},
		{"spins before it sleeps", wait + load + root, spin + wait + load + root, true},
		{"another caller", wait + load + root, wait + load + get + root, false},
		{"another caller in the framework", wait + load + root, wait + load + host + root, false},
		{"no own code", wait + root, spin + wait + root, true},
		{"no own code, by another way", wait + root, wait + host + root, true},
		{"the runtime cut the root off", wait + load + strings.Repeat(get, 98), spin + wait + load + strings.Repeat(get, 97), true},
		{"the runtime cut another's root off", wait + load + strings.Repeat(get, 98), wait + strings.Repeat(get, 99), false},
		{"the input ends within the root", wait + load + get[:28], wait + load + get[:33], true},
	} {
		s := shop(t, start+tt.first+"\n", start+tt.later+"\n")
		stays := slices.ContainsFunc(s.Places, func(p *Place) bool { return slices.Contains(p.Same.Threads, "0xA") })
		if stays != tt.stays {
			t.Errorf("%s: stays is %v, want %v", tt.name, stays, tt.stays)
		}
	}
}

// What one report shows of an inlined handler names it in the others, too.
func TestHandlersAreNamedByOtherReports(t *testing.T) {
	const (
		waits = "Thread (0xA):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Tasks.Task`1[System.__Canon].get_Result()\n"
		below = "  Anonymously Hosted DynamicMethods Assembly!dynamicClass.lambda_method2(pMT: 00007F0000000001,class System.Object)\n" +
			"  Microsoft.AspNetCore.Mvc.Core!Microsoft.AspNetCore.Mvc.Infrastructure.ActionMethodExecutor+SyncObjectResultExecutor.Execute()\n" +
			"  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n" +
			"  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n\n"
	)
	s := shop(t, waits+below, waits+"  Acme.Shop!Acme.Shop.CartController.Buy(int32)\n"+below)
	if p := s.Places[0]; !slices.Equal(p.Counts, []int{1, 1}) || p.At() != "Task<T>.Result in CartController.Buy" {
		t.Errorf("%v at %s, want both at one", p.Counts, p.At())
	}
}

func TestByNumber(t *testing.T) {
	want := []string{"0x9", "0xA", "0xF", "0x10", "0x1A", "0x100"}
	got := slices.Clone(want)
	slices.Reverse(got)
	if slices.SortFunc(got, byNumber); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	if byNumber("0xA", "0xA") != 0 {
		t.Error("an id is not itself")
	}
}

func TestRepeated(t *testing.T) {
	for n, want := range map[int]bool{1: false, 2: false, 3: true, 4: true} {
		if Repeated(n) != want {
			t.Errorf("%d reports: %v", n, !want)
		}
	}
}
