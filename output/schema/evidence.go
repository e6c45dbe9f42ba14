package schema

import (
	"math"
	"time"

	"stacktriage/classify"
	"stacktriage/diagnose"
)

// Evidence is what was measured beside the stacks. Parts for which no source was there
// are null.
type Evidence struct {
	Window      Window      `json:"window"`
	Pool        *Pool       `json:"pool"`
	Waits       []WaitPlace `json:"waits"`
	Bookkeeping int         `json:"bookkeeping"`
	Locks       []LockPlace `json:"locks"`
	Standing    *Standing   `json:"standing"`
	Shares      *Shares     `json:"shares"`
	Charts      []Chart     `json:"charts"`
	Proof       []Proof     `json:"proof"`
	Against     []Proof     `json:"against"`
	Remarks     []string    `json:"remarks"`
	Joined      []string    `json:"joined"`
}

// Window is the time that was watched.
type Window struct {
	Seconds float64                   `json:"seconds"`
	Start   *time.Time                `json:"start"`
	Sources []diagnose.EvidenceSource `json:"sources"`
}

// Pool is what was measured of the thread pool.
type Pool struct {
	Queue                *Values      `json:"queue"`
	Threads              *Values      `json:"threads"`
	CompletedPerSecond   *float64     `json:"completedPerSecond"`
	CPUPercent           *float64     `json:"cpuPercent"`
	ContentionsPerSecond *float64     `json:"contentionsPerSecond"`
	Adjustments          *Adjustments `json:"adjustments"`
}

// Values sums up the values of a counter.
type Values struct {
	First     float64 `json:"first"`
	Last      float64 `json:"last"`
	Min       float64 `json:"min"`
	Max       float64 `json:"max"`
	Values    int     `json:"values"`
	AboveZero int     `json:"aboveZero"`
	Absolute  bool    `json:"absolute"`
}

// Adjustments counts the changes of the number of workers by reason.
type Adjustments struct {
	Starvation          int `json:"starvation"`
	CooperativeBlocking int `json:"cooperativeBlocking"`
	Other               int `json:"other"`
}

// WaitPlace is the waits at one place.
type WaitPlace struct {
	Role          classify.Role `json:"role"`
	Cause         *Cause        `json:"cause"`
	Culprit       *Culprit      `json:"culprit"`
	Begun         int           `json:"begun"`
	Ended         int           `json:"ended"`
	Open          int           `json:"open"`
	MedianMS      *float64      `json:"medianMs"`
	MaxMS         *float64      `json:"maxMs"`
	OpenAtLeastMS *float64      `json:"openAtLeastMs"`
	TotalMS       float64       `json:"totalMs"`
}

// LockPlace is the waits for locks at one place.
type LockPlace struct {
	Cause    *Cause      `json:"cause"`
	Culprit  *Culprit    `json:"culprit"`
	Waits    int         `json:"waits"`
	Open     int         `json:"open"`
	MedianMS *float64    `json:"medianMs"`
	MaxMS    *float64    `json:"maxMs"`
	Owners   []LockOwner `json:"owners"`
}

// LockOwner is a thread that held a lock.
type LockOwner struct {
	ThreadID string          `json:"threadId"`
	Waits    int             `json:"waits"`
	Culprit  *Culprit        `json:"culprit"`
	State    *classify.State `json:"state"`
	Cause    *Cause          `json:"cause"`
}

// Standing says how many blocked threads did not move.
type Standing struct {
	Samples int     `json:"samples"`
	Seconds float64 `json:"seconds"`
	Threads int     `json:"threads"`
	Of      int     `json:"of"`
}

// Shares says what pool workers did over a recording.
type Shares struct {
	Threads int     `json:"threads"`
	Seconds float64 `json:"seconds"`
	Places  []Share `json:"places"`
}

// Share is the time of workers at one place.
type Share struct {
	State   classify.State `json:"state"`
	Cause   *Cause         `json:"cause"`
	Culprit *Culprit       `json:"culprit"`
	Seconds float64        `json:"seconds"`
}

// Chart is the course of one value; each point is seconds and value.
type Chart struct {
	Kind     diagnose.ChartKind `json:"kind"`
	Title    string             `json:"title"`
	Absolute bool               `json:"absolute"`
	Points   [][2]float64       `json:"points"`
}

// Proof is a measured fact and what it is for.
type Proof struct {
	ID       diagnose.ProofID `json:"id"`
	For      string           `json:"for"`
	Sentence string           `json:"sentence"`
}

// OSThread is what the operating system says of a thread.
type OSThread struct {
	Name  string  `json:"name"`
	State string  `json:"state"`
	CPUMS float64 `json:"cpuMs"`
}

func evidenceOf(e *diagnose.Evidence) *Evidence {
	if e == nil {
		return nil
	}
	out := &Evidence{
		Window: Window{Seconds: inSeconds(e.Window.Length), Sources: listed(e.Window.Sources, same)},
		Pool:   poolOf(e.Pool), Bookkeeping: e.Bookkeeping, Shares: sharesOf(e.Shares),
		Waits: listed(e.Waits, waitOf), Locks: listed(e.Locks, lockOf), Charts: listed(e.Charts, chartOf),
		Proof: listed(e.Proof, proofOf), Against: listed(e.Against, proofOf),
		Remarks: listed(e.Remarks, same), Joined: listed(e.Joined, same),
	}
	if start := e.Window.Start; !start.IsZero() {
		out.Window.Start = &start
	}
	if s := e.Standing; s != nil {
		out.Standing = &Standing{Samples: s.Samples, Seconds: inSeconds(s.Length), Threads: s.Threads, Of: s.Of}
	}
	return out
}

func poolOf(p *diagnose.Pool) *Pool {
	if p == nil {
		return nil
	}
	out := &Pool{
		Queue: valuesOf(p.Queue), Threads: valuesOf(p.Threads), CompletedPerSecond: p.CompletedPerSecond,
		CPUPercent: p.CPUPercent, ContentionsPerSecond: p.ContentionsPerSecond,
	}
	if a := p.Adjustments; a != nil {
		out.Adjustments = &Adjustments{Starvation: a.Starvation, CooperativeBlocking: a.CooperativeBlocking, Other: a.Other}
	}
	return out
}

func valuesOf(v *diagnose.Values) *Values {
	if v == nil {
		return nil
	}
	return &Values{
		First: v.First, Last: v.Last, Min: v.Min, Max: v.Max,
		Values: v.Count, AboveZero: v.AboveZero, Absolute: v.Absolute,
	}
}

func waitOf(w diagnose.WaitPlace) WaitPlace {
	return WaitPlace{
		Role: w.Role, Cause: causeOf(w.Cause), Culprit: placedAt(w.Culprit), Begun: w.Begun, Ended: w.Ended, Open: w.Open,
		MedianMS: inMS(w.Median), MaxMS: inMS(w.Max), OpenAtLeastMS: inMS(w.OpenAtLeast), TotalMS: *inMS(&w.Total),
	}
}

func lockOf(l diagnose.LockPlace) LockPlace {
	return LockPlace{
		Cause: causeOf(l.Cause), Culprit: placedAt(l.Culprit), Waits: l.Waits, Open: l.Open,
		MedianMS: inMS(l.Median), MaxMS: inMS(l.Max), Owners: listed(l.Owners, ownerOf),
	}
}

func ownerOf(o diagnose.LockOwner) LockOwner {
	return LockOwner{
		ThreadID: o.ThreadID, Waits: o.Waits, Culprit: placedAt(o.Culprit), State: orNull(o.State), Cause: causeOf(o.Cause),
	}
}

func sharesOf(s *diagnose.Shares) *Shares {
	if s == nil {
		return nil
	}
	return &Shares{Threads: s.Threads, Seconds: inSeconds(s.Total), Places: listed(s.Places, func(p diagnose.Share) Share {
		return Share{State: p.State, Cause: causeOf(p.Cause), Culprit: placedAt(p.Culprit), Seconds: inSeconds(p.Time)}
	})}
}

func chartOf(c diagnose.Chart) Chart {
	out := Chart{Kind: c.Kind, Title: c.Title, Absolute: c.Absolute}
	out.Points = listed(c.Points, func(p diagnose.Point) [2]float64 { return [2]float64{inSeconds(p.At), p.Value} })
	return out
}

// placedAt names a culprit without its namespace, which its raw frame has.
func placedAt(c *classify.Culprit) *Culprit {
	out := culpritOf(c)
	if out != nil {
		out.Name = c.Short
	}
	return out
}

func proofOf(p diagnose.Proof) Proof { return Proof{ID: p.ID, For: p.For, Sentence: p.Sentence} }

// osOf is nil where the operating system was not asked.
func osOf(threads map[string]diagnose.OSThread) map[string]OSThread {
	if threads == nil {
		return nil
	}
	out := map[string]OSThread{}
	for id, t := range threads {
		out[id] = OSThread{Name: t.Name, State: t.State, CPUMS: *inMS(&t.CPU)}
	}
	return out
}

// listed is never nil: an empty list is [] and not null.
func listed[T, U any](from []T, of func(T) U) []U {
	out := make([]U, len(from))
	for i, v := range from {
		out[i] = of(v)
	}
	return out
}

func same[T any](v T) T { return v }

// inSeconds and inMS round to a tenth of a millisecond.
func inSeconds(d time.Duration) float64 { return math.Round(d.Seconds()*1e4) / 1e4 }

func inMS(d *time.Duration) *float64 {
	if d == nil {
		return nil
	}
	ms := math.Round(d.Seconds()*1e4) / 10
	return &ms
}
