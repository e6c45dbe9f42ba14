package schema

import (
	"io"
	"time"
)

// Process is a process that can be captured. What is not known is null.
type Process struct {
	PID          int        `json:"pid"`
	Name         string     `json:"name"`
	Runtime      *string    `json:"runtime"`
	OS           string     `json:"os"`
	Architecture string     `json:"architecture"`
	Platform     *string    `json:"platform"`
	Threads      *int       `json:"threads"`
	Started      *time.Time `json:"started"`
	CommandLine  string     `json:"commandLine"`
	Socket       string     `json:"socket"`
}

// Unanswered is a process that could not be asked.
type Unanswered struct {
	PID    int    `json:"pid"`
	Name   string `json:"name"`
	Reason string `json:"reason"`
	Error  string `json:"error"`
}

// WriteProcesses writes the processes of a machine as one object.
func WriteProcesses(w io.Writer, processes []Process, unanswered []Unanswered, version string) error {
	j := begin(w, version)
	j.text(",")
	j.array("processes", len(processes), func(i int) any { return processes[i] })
	j.text(",")
	j.array("unanswered", len(unanswered), func(i int) any { return unanswered[i] })
	return j.end()
}

// Build says what the program was made of. The commit and its date are empty where the
// build did not record them.
type Build struct {
	Version  string
	Commit   string
	Modified bool   // the files were not those of the commit
	Date     string // of the commit, RFC 3339
	Go       string
	OS       string
	Arch     string
}

// WriteBuild writes what the program was made of as one object.
func WriteBuild(w io.Writer, b Build) error {
	j := begin(w, b.Version)
	for _, f := range []struct {
		name  string
		value any
	}{
		{"commit", b.Commit}, {"modified", b.Modified}, {"date", b.Date}, {"go", b.Go}, {"os", b.OS}, {"arch", b.Arch},
	} {
		j.text(",\n" + `"` + f.name + `": `)
		j.value(f.value)
	}
	return j.end()
}
