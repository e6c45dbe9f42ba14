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

// Setting is a default, and where it comes from.
type Setting struct {
	Key   string   `json:"key"`
	Value []string `json:"value"`
	From  string   `json:"from"`
	Where *string  `json:"where"`
}

// NewSetting is a setting with values, of which one that is empty is none.
func NewSetting(key string, values []string, from, where string) Setting {
	s := Setting{Key: key, Value: []string{}, From: from, Where: orNull(where)}
	for _, v := range values {
		if v != "" {
			s.Value = append(s.Value, v)
		}
	}
	return s
}

// WriteConfig writes the settings and the file they are read from, if it is there.
func WriteConfig(w io.Writer, file string, read bool, settings []Setting, version string) error {
	j := begin(w, version)
	j.text(",")
	j.field("file", orNull(file))
	j.field("read", read)
	j.array("settings", len(settings), func(i int) any { return settings[i] })
	return j.end()
}
