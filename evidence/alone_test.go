package evidence

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stacktriage/diagnose"
)

// csvOf writes a CSV of collect: a row of values for each counter, one a second.
func csvOf(kind string, counters map[string][]float64) []byte {
	var b strings.Builder
	b.WriteString("Timestamp,Provider,Counter Name,Counter Type,Mean/Increment\n")
	for name, values := range counters {
		for i, v := range values {
			fmt.Fprintf(&b, "11/30/2026 08:%02d:%02d,System.Runtime,%s,%s,%g\n", 40+i/60, i%60, name, kind, v)
		}
	}
	return []byte(b.String())
}

const (
	queueName     = "ThreadPool Queue Length"
	threadsName   = "ThreadPool Thread Count"
	completedName = "ThreadPool Completed Work Item Count (Count / 1 sec)"
	cpuName       = "CPU Usage (%)"
)

func repeat(v float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = v
	}
	return out
}

func rising(from, step float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = from + step*float64(i)
	}
	return out
}

// What counters alone prove, and what they do not.
func TestCountersAlone(t *testing.T) {
	tests := []struct {
		name       string
		kind       string
		counters   map[string][]float64
		want       diagnose.FindingID
		confidence diagnose.Confidence
		says       string
	}{
		{"starved", "Metric", map[string][]float64{queueName: repeat(150, 30), threadsName: rising(10, 2, 30), completedName: repeat(4, 30), cpuName: repeat(3, 30)},
			diagnose.PoolStarvation, diagnose.High, "Thread pool starved for 29 s from 08:40:00: up to 150 work items queued"},
		{"starved at the limit of threads", "Metric", map[string][]float64{queueName: repeat(150, 30), threadsName: repeat(64, 30), completedName: repeat(4, 30)},
			diagnose.PoolStarvation, diagnose.High, "4 a second completed"},
		{"starved, and recovered", "Metric", map[string][]float64{queueName: append(repeat(90, 10), repeat(0, 20)...), threadsName: append(rising(10, 4, 10), repeat(50, 20)...)},
			diagnose.PoolStarvation, diagnose.High, "for 9 s"},
		{"computing", "Metric", map[string][]float64{queueName: repeat(150, 30), threadsName: repeat(8, 30), completedName: repeat(20, 30), cpuName: repeat(98, 30)},
			diagnose.PoolStarvation, diagnose.Low, "CPU 98 %"},
		{"changes only", "Rate", map[string][]float64{queueName: append([]float64{0, 150}, repeat(-1, 20)...), threadsName: append([]float64{0}, repeat(4, 21)...)},
			diagnose.PoolStarvation, diagnose.Medium, "the queue grew by up to 150 work items and did not empty"},
		{"busy with a short backlog", "Metric", map[string][]float64{queueName: repeat(5, 30), threadsName: repeat(8, 30), completedName: repeat(2000, 30)},
			diagnose.Unclear, diagnose.Low, "it moves and no threads are added"},
		{"a burst", "Metric", map[string][]float64{queueName: append(append(repeat(0, 10), 118), repeat(0, 10)...), threadsName: repeat(8, 21)},
			diagnose.Healthy, diagnose.Medium, "118 work items queued in 1 of 21 values"},
		{"calm", "Metric", map[string][]float64{queueName: repeat(0, 30), threadsName: repeat(8, 30), completedName: repeat(900, 30)},
			diagnose.Healthy, diagnose.High, "No sign of starvation in 29 s"},
		{"calm, changes only", "Rate", map[string][]float64{queueName: repeat(0, 30), threadsName: repeat(0, 30)},
			diagnose.Healthy, diagnose.Low, "the queue did not grow"},
		{"no queue", "Metric", map[string][]float64{threadsName: repeat(8, 30)},
			diagnose.Unclear, diagnose.Low, "no queue"},
		{"two values", "Metric", map[string][]float64{queueName: {0}, threadsName: {8}},
			diagnose.Unclear, diagnose.Low, "too few"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			snap := judged(t, csvOf(test.kind, test.counters))
			f := snap.Findings[0]
			if f.ID != test.want || f.Confidence != test.confidence || !strings.Contains(snap.Headline, test.says) {
				t.Errorf("%s, %s: %s", f.ID, f.Confidence, snap.Headline)
			}
			if f.Advice == "" {
				t.Error("no next step")
			}
			for _, p := range append(f.Proof, f.Against...) {
				if strings.HasSuffix(p.Sentence, ".") || p.Sentence == "" {
					t.Errorf("%s: %q", p.ID, p.Sentence)
				}
			}
		})
	}
}

// A sum of changes is never called a number of work items or threads.
func TestChangesAreNeverTotals(t *testing.T) {
	for _, name := range []string{"bad.csv", "bad.json"} {
		data, err := os.ReadFile(filepath.Join("..", "testdata", "evidence", "counters", name))
		if err != nil {
			t.Fatal(err)
		}
		snap := judged(t, data)
		text := snap.Headline
		for _, p := range snap.Evidence.Proof {
			text += "\n" + p.Sentence
		}
		for _, wrong := range []string{"180 pool threads in", "182 work items queue", "184 work items queue"} {
			if strings.Contains(text, wrong) && !strings.Contains(text, "+"+wrong) {
				t.Errorf("%s: %q in %s", name, wrong, text)
			}
		}
		for _, c := range snap.Evidence.Charts[:2] {
			if c.Absolute || !strings.Contains(c.Title, "since the recording began") {
				t.Errorf("%s: chart %q", name, c.Title)
			}
		}
	}
}

// Waits without samples are a finding by their cause, where none of them ended.
func TestWaitsAlone(t *testing.T) {
	r := newRecorder(1)
	for i := range 3 {
		r.wait(s, uint64(0x10+i), "@task < Acme!Acme.Shelf.Count() < @pool")
	}
	snap := judged(t, r.bytes(t, 6*s))
	shows(t, snap, diagnose.SyncOverAsync, "E6", "")
	if want := "3 pool workers began to wait on Task<T>.Result in Shelf.Count in 6 s, and none of them has gone on"; snap.Headline != want {
		t.Errorf("%q, want %q", snap.Headline, want)
	}
	r = newRecorder(1)
	r.wait(s, 0x10, "@task < Acme!Acme.Shelf.Count() < @pool")
	r.goOn(2*s, 0x10)
	shows(t, judged(t, r.bytes(t, 6*s)), diagnose.Unclear, "", "")
}
