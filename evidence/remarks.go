package evidence

import (
	"fmt"
	"strings"
	"time"

	"stacktriage/counters"
)

// remarksOn says what a recording of events cannot show, and what was lost of it.
func remarksOn(t *Trace) []string {
	var out []string
	for _, lost := range t.Lost() {
		out = append(out, strings.ToUpper(lost[:1])+lost[1:]+".")
	}
	if n := t.waits.orphans; n > 0 {
		out = append(out, count(n, "wait", "waits")+" ended here that began before the recording.")
	}
	return out
}

// remarksOnCounters says what a file of counters cannot show, and what was lost of it.
func remarksOnCounters(c *Counters, pool counters.Pool) []string {
	r := c.Recording
	out := []string{}
	if len(pool.Queue.Points) > 0 && !pool.Queue.Absolute {
		out = append(out, "The file holds changes only: "+
			"what queued, and how many threads there were, when the recording began is not known.")
	}
	if r.Truncated {
		out = append(out, "The file breaks off.")
	}
	if r.Skipped > 0 {
		out = append(out, count(r.Skipped, "row", "rows")+" of the file could not be read.")
	}
	if gaps := pool.Queue.Gaps(); len(gaps) > 0 {
		text := fmt.Sprintf("No value for %s from %s", seconds(gaps[0].Length), clock(r, gaps[0].At))
		if len(gaps) > 1 {
			text += ", and " + count(len(gaps)-1, "other gap", "other gaps")
		}
		out = append(out, text+": the timer that measures starves or is stopped for garbage collection, too.")
	}
	if !r.Timed && len(pool.Queue.Points) < 2 {
		out = append(out, "One look at the screen shows one instant: "+
			"a queue proves starvation only when it stands for seconds.")
	}
	if r.DayUnsure {
		out = append(out, "The order of day and month in the time stamps cannot be told, "+
			"so that times are given without the date.")
	}
	return out
}

// startOf is the time of the first value; zero where its date or its zone is not known.
func startOf(r *counters.Recording) time.Time {
	if !r.Timed || r.DayUnsure || !r.Zoned {
		return time.Time{}
	}
	return r.Start
}

// clock is a time of day of a recording, as it was written.
func clock(r *counters.Recording, at time.Duration) string {
	if !r.Timed {
		return fmt.Sprintf("refresh %d", int(at/time.Second)+1)
	}
	return r.Start.Add(at).Format("15:04:05")
}

// seconds prints a duration for reading: "0.7 s", "41 s", "3 min".
func seconds(d time.Duration) string {
	switch {
	case d < 100*time.Millisecond:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < 10*time.Second:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", d.Seconds()), ".0") + " s"
	case d < 10*time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	}
	return fmt.Sprintf("%.0f min", d.Minutes())
}

// number prints a measured value: whole from 10 on.
func number(v float64) string {
	if v >= 10 || v <= -10 || v == float64(int64(v)) {
		return fmt.Sprintf("%.0f", v)
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0")
}
