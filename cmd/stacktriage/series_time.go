package main

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"stacktriage/parse"
)

// dateAndTime is a date and a time of day in a name, as people and scripts write
// them: 20240501-101530, 2024-05-01T10-15-30Z, 2024_05_01_10_15_30.
var dateAndTime = regexp.MustCompile(`(?:^|\D)(20\d\d)[-_.]?(\d\d)[-_.]?(\d\d)[-_. T]?(\d\d)[-_.:h]?(\d\d)[-_.:m]?(\d\d)(?:\D|$)`)

// epochSeconds is what "date +%s" prints, for the years 2017 to 2033.
var epochSeconds = regexp.MustCompile(`(?:^|\D)(1[5-9]\d{8})(?:\D|$)`)

// elapsedOf finds out when each report was taken: from the lines between the reports of
// one input, else from the names of the files. File times are not asked: copying and
// unpacking change them, and the same input would not give the same output.
func elapsedOf(snaps []*parse.Snapshot) []time.Duration {
	labels := make([]string, len(snaps))
	for i, snap := range snaps {
		labels[i] = snap.Source.Label
	}
	if lines := timeLines(snaps); snaps[0].Source.Of == len(snaps) && len(lines) == len(snaps) {
		return elapsedBetween(lines, timeOfLine)
	}
	return elapsedBetween(labels, func(label string) (time.Time, bool) { return timeIn(filepath.Base(label)) })
}

// timeLines are the lines that are no part of a report and hold a time, as "date" in a
// loop prints them.
func timeLines(snaps []*parse.Snapshot) []string {
	var lines []string
	for _, snap := range snaps {
		for _, p := range snap.Problems {
			if _, ok := timeOfLine(p.Text); ok && p.Line > 0 {
				lines = append(lines, p.Text)
			}
		}
	}
	return lines
}

// dateLayouts are what "date" and its options print.
var dateLayouts = [...]string{
	time.UnixDate, time.ANSIC, time.RFC1123, time.RFC1123Z, "Mon Jan _2 03:04:05 PM MST 2006", "Mon _2 Jan 2006 03:04:05 PM MST", "Mon _2 Jan 15:04:05 MST 2006",
}

func timeOfLine(line string) (time.Time, bool) {
	line = strings.Trim(line, " \t#=-*")
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, line); err == nil {
			return t, true
		}
	}
	return timeIn(line)
}

// elapsedBetween is the time since the first text. It returns nothing unless each text
// holds a time and each is later than the one before it: a guess would make a wrong
// pace.
func elapsedBetween(texts []string, read func(string) (time.Time, bool)) []time.Duration {
	var first, last time.Time
	elapsed := make([]time.Duration, len(texts))
	for i, text := range texts {
		t, ok := read(text)
		switch {
		case !ok, i > 0 && !t.After(last):
			return nil
		case i == 0:
			first = t
		}
		last = t
		elapsed[i] = t.Sub(first)
	}
	return elapsed
}

// timeIn finds a time in a text.
func timeIn(text string) (time.Time, bool) {
	if m := dateAndTime.FindStringSubmatch(text); m != nil {
		t, err := time.Parse("20060102150405", m[1]+m[2]+m[3]+m[4]+m[5]+m[6])
		return t, err == nil
	}
	if m := epochSeconds.FindStringSubmatch(text); m != nil {
		n, err := strconv.ParseInt(m[1], 10, 64)
		return time.Unix(n, 0), err == nil
	}
	return time.Time{}, false
}
