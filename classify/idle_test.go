package classify

import (
	"testing"

	"stacktriage/frame"
)

func TestPatternOf(t *testing.T) {
	tests := []struct{ raw, want string }{
		{"Acme.Feed!Acme.Feed.Prices.Loop()", "Acme.Feed!Acme.Feed.Prices.Loop"},
		{"Acme.Feed!Acme.Feed.Prices+<RunAsync>d__4.MoveNext()", "Acme.Feed!Acme.Feed.Prices.RunAsync"},
		{"Acme.Feed!Acme.Feed.Prices`1+<RunAsync>d__4[System.__Canon].MoveNext()",
			"Acme.Feed!Acme.Feed.Prices.RunAsync"},
		{"Acme.Feed!Program+<>c.<<Main>$>b__0_2(int32)", "Acme.Feed!Program+<>c.<<Main>$>b__0_2"},
		{"Acme.Feed!Acme.Feed.Prices+<>c__DisplayClass4_0.<Run>b__1()",
			"Acme.Feed!Acme.Feed.Prices+<>c__DisplayClass4_0.<Run>b__1"},
		{"Acme.Feed!Program+<>c+<<<Main>$>b__0_1>d.MoveNext()", "Acme.Feed!Program+<>c+<<<Main>$>b__0_1>d.MoveNext"},
		{"Acme.Feed!Program+<<Main>$>d__0.MoveNext()", "Acme.Feed!Program+<<Main>$>d__0.MoveNext"},
	}
	for _, tt := range tests {
		f, ok := frame.Decode(tt.raw)
		if !ok {
			t.Fatalf("%s is no frame", tt.raw)
		}
		got := PatternOf(&f)
		if got != tt.want {
			t.Errorf("PatternOf(%s) = %s, want %s", tt.raw, got, tt.want)
		}
		if p := parsePattern(got); !p.matches("acme.feed", false, namesOf(&f)) {
			t.Errorf("%s does not match the frame it was made of", got)
		}
	}
}

func TestKnownIdle(t *testing.T) {
	const (
		event = "C!System.Threading.ManualResetEventSlim.Wait() < "
		enter = "C!System.Threading.Monitor.Enter_Slowpath(class System.Object) < "
		loop  = "Acme.Feed!Acme.Feed.Prices.Loop()"
		start = "Acme.Feed!Acme.Feed.Prices.Start()"
		pool  = "C!System.Threading.ThreadPoolWorkQueue.Dispatch() < " +
			"C!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart() < @start"
	)
	rule := KnownIdle{Label: "price feed", Waits: []RuleID{RuleEventSlim}, Frames: []string{"Acme.Feed!*Prices.Loop",
		"*.Start"}}
	anyWait := KnownIdle{Label: "price feed", Frames: rule.Frames}
	tests := []struct {
		name, stack   string
		rule          KnownIdle
		state         State
		alwaysWaiting bool
	}{
		{"dedicated", event + loop + " < " + start + " < @start", rule, Waiting, false},
		{"with frames between", event + loop + " < @own < " + start + " < @start", rule, Waiting, false},
		{"pool worker", event + loop + " < " + start + " < " + pool, rule, Blocked, true},
		{"another wait", "@wait < " + loop + " < " + start + " < @start", rule, Blocked, false},
		{"any wait", "@wait < " + loop + " < " + start + " < @start", anyWait, Waiting, false},
		{"never a lock", enter + loop + " < " + start + " < @start", anyWait, Blocked, false},
		{"never a lock of a worker", enter + loop + " < " + start + " < " + pool, anyWait, Blocked, false},
		{"another culprit", event + "@own < " + loop + " < " + start + " < @start", rule, Blocked, false},
		{"second frame missing", event + loop + " < @start", rule, Blocked, false},
		{"frames in another order", event + start + " < " + loop + " < @start", rule, Blocked, false},
		{"no frames", event + loop + " < " + start + " < @start", KnownIdle{Label: "all"}, Blocked, false},
		{"call without own code", event + "System.Linq!System.Linq.Pump.Run() < @start",
			KnownIdle{Label: "pump", Frames: []string{"System.Threading.ManualResetEventSlim.Wait"}}, Waiting, false},
		{"unclear", "System.Linq!System.Linq.Enumerable.ToList() < " + loop + " < " + start + " < @start", anyWait,
			Waiting, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := classifyFor(t, Options{Idle: []KnownIdle{tt.rule}}, tt.stack, "[Native Frames]")
			if got.State != tt.state || got.AlwaysWaiting != tt.alwaysWaiting {
				t.Errorf("%s, always waits %v; cause %+v", got.State, got.AlwaysWaiting, got.Cause)
			}
			if known := got.Cause.Rule == RuleKnownIdle; known != (tt.state == Waiting) || known &&
				got.Cause.API != tt.rule.Label {
				t.Errorf("cause %+v", got.Cause)
			}
		})
	}
}

func TestRulesThatAreSwitchedOff(t *testing.T) {
	const wait = "C!System.Threading.ManualResetEventSlim.Wait() < @own < @pool"
	if got := classifyFor(t, Options{}, wait, "[Native Frames]"); got.Cause.Rule != RuleEventSlim {
		t.Errorf("%+v", got.Cause)
	}
	if got := classifyFor(t, Options{Off: []string{"event-slim"}}, wait, "[Native Frames]"); got.Cause.Rule == RuleEventSlim {
		t.Errorf("%+v although it is off", got.Cause)
	}
	const gate = "@wait < C!System.Threading.PortableThreadPool+GateThread.GateThreadStart() < @start"
	if got := classifyFor(t, Options{Off: []string{"gate"}}, gate, "[Native Frames]"); got.Role == Gate {
		t.Error("a gate although the row is off")
	}
}
