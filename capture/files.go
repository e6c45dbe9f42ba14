package capture

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"stacktriage/nettrace"
)

// ManifestEnd is what the names of manifests end in: files that say which other files
// beside them are one capture, and what the operating system said.
const ManifestEnd = ".capture.json"

// manifestVersion is the version of the manifest's form.
const manifestVersion = 1

// manifest is the JSON of a capture.
type manifest struct {
	Version int                   `json:"stacktriageCapture"`
	PID     int                   `json:"pid"`
	Name    string                `json:"name"`
	Runtime string                `json:"runtime"`
	OS      string                `json:"os"`
	Arch    string                `json:"architecture"`
	Taken   time.Time             `json:"taken"`
	Between float64               `json:"betweenSeconds"`
	Files   manifestFiles         `json:"files"`
	Threads map[string]threadJSON `json:"threads"`
	Remarks []string              `json:"remarks"`
}

// manifestFiles are the names of the files of a capture; empty for those it lacks.
type manifestFiles struct {
	Text   string `json:"text"`
	First  string `json:"stacks"`
	Events string `json:"events"`
	Second string `json:"stacksAgain"`
}

// threadJSON is a thread at both readings; null where it was not there.
type threadJSON struct {
	Name   string       `json:"name"`
	Before *readingJSON `json:"before"`
	After  *readingJSON `json:"after"`
}

type readingJSON struct {
	State string `json:"state"`
	CPU   int64  `json:"cpuNs"`
	Wait  string `json:"wait,omitempty"`
}

// file is one file of a capture.
type file struct {
	name  string
	write func(io.Writer) error
}

// Save writes a capture to files in a folder, which is made if it is not there. Their
// names hold the program, its id and the time; none that is there is overwritten. It
// returns their paths, the manifest's last.
func (c *Case) Save(folder string) ([]string, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder of the capture: %w", err)
	}
	var paths []string
	for _, f := range c.files() {
		path := filepath.Join(folder, f.name)
		if err := create(path, f.write); err != nil {
			return paths, fmt.Errorf("saving the capture: %w", err)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// create writes a new file that only this user may read: command lines are in it.
func create(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// files are those of the capture, the manifest last.
func (c *Case) files() []file {
	base := fmt.Sprintf("%s-%d-%s", safeName(c.Target.Name), c.Target.PID, c.Taken.UTC().Format("20060102T150405.000Z"))
	m := c.manifest()
	m.Files.Text = base + "-stacks.txt"
	list := []file{{m.Files.Text, c.writeText}}
	add := func(to *string, end string, stream []byte) {
		if stream != nil {
			*to = base + end
			list = append(list, file{*to, func(w io.Writer) error { _, err := w.Write(stream); return err }})
		}
	}
	add(&m.Files.First, "-stacks.nettrace", c.First)
	add(&m.Files.Events, "-events.nettrace", c.Events)
	add(&m.Files.Second, "-stacks-again.nettrace", c.Second)
	return append(list, file{base + ManifestEnd, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(m)
	}})
}

// safeName keeps what is harmless in the name of a file.
func safeName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '_':
			return r
		}
		return '_'
	}, name)
	const longest = 64
	name = strings.Trim(name[:min(len(name), longest)], ".")
	if name == "" {
		return "process"
	}
	return name
}

// writeText writes the first sample as dotnet-stack prints it.
func (c *Case) writeText(w io.Writer) error {
	r, err := nettrace.NewReader(bytes.NewReader(c.First))
	if err != nil {
		return err
	}
	for err == nil {
		_, err = r.Next()
	}
	return r.WriteReport(w)
}

func (c *Case) manifest() *manifest {
	m := &manifest{
		Version: manifestVersion, PID: c.Target.PID, Name: c.Target.Name, Runtime: c.Info.Runtime, OS: c.Info.OS,
		Arch: c.Info.Architecture, Taken: c.Taken.UTC(), Between: c.Between.Seconds(), Remarks: c.Remarks,
		Threads: map[string]threadJSON{},
	}
	for id, t := range c.Before {
		m.Threads[fmt.Sprintf("0x%X", id)] = threadJSON{Name: t.Name, Before: readingOf(t)}
	}
	for id, t := range c.After {
		key := fmt.Sprintf("0x%X", id)
		m.Threads[key] = threadJSON{Name: t.Name, Before: m.Threads[key].Before, After: readingOf(t)}
	}
	return m
}

func readingOf(t Thread) *readingJSON {
	return &readingJSON{string(t.State), t.CPU.Nanoseconds(), t.Wait}
}

// Load reads a capture back from a manifest in a folder or an archive.
func Load(from fs.FS, name string) (*Case, error) {
	data, err := readFile(from, name)
	if err != nil {
		return nil, err
	}
	var m manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("%s is no manifest of a capture: %w", path.Base(name), err)
	}
	if m.Version != manifestVersion {
		return nil, fmt.Errorf("%s is no manifest of a capture of version %d", path.Base(name), manifestVersion)
	}
	c := &Case{
		Target: Target{PID: m.PID, Name: m.Name}, Taken: m.Taken, Remarks: m.Remarks,
		Info:    Info{PID: m.PID, Runtime: m.Runtime, OS: m.OS, Architecture: m.Arch, Entry: m.Name},
		Between: time.Duration(m.Between * float64(time.Second)),
	}
	c.readThreads(m.Threads)
	for _, f := range [...]struct {
		to   *[]byte
		name string
	}{{&c.First, m.Files.First}, {&c.Events, m.Files.Events}, {&c.Second, m.Files.Second}} {
		if f.name == "" {
			continue
		}
		// A manifest names files beside it, and no others.
		if *f.to, err = readFile(from, path.Join(path.Dir(name), path.Base(f.name))); err != nil {
			return nil, err
		}
	}
	if c.First == nil {
		return nil, fmt.Errorf("%s names no sample of stacks", path.Base(name))
	}
	return c, nil
}

// readThreads reads the threads of a manifest; the readings are nil if one is missing.
func (c *Case) readThreads(threads map[string]threadJSON) {
	c.Before, c.After = map[uint64]Thread{}, map[uint64]Thread{}
	for key, t := range threads {
		var id uint64
		if _, err := fmt.Sscanf(key, "0x%X", &id); err != nil {
			continue
		}
		for _, r := range [...]struct {
			to   map[uint64]Thread
			from *readingJSON
		}{{c.Before, t.Before}, {c.After, t.After}} {
			if r.from != nil && r.from.State != "" {
				r.to[id] = Thread{Name: t.Name, State: r.from.State[0], CPU: time.Duration(r.from.CPU), Wait: r.from.Wait}
			}
		}
	}
	if len(c.Before) == 0 || len(c.After) == 0 {
		c.Before, c.After = nil, nil
	}
}

// readFile reads a file of a capture, within the bound that streams have.
func readFile(from fs.FS, name string) ([]byte, error) {
	f, err := from.Open(name)
	if err != nil {
		return nil, fmt.Errorf("a file of the capture is missing: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxStream+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading a file of the capture: %w", err)
	case len(data) > maxStream:
		return nil, fmt.Errorf("%s is larger than %d MiB", path.Base(name), maxStream>>20)
	}
	return data, nil
}

// Members are the names of the files that a manifest claims, itself left out; none if it
// is no manifest.
func Members(from fs.FS, name string) []string {
	data, err := readFile(from, name)
	if err != nil {
		return nil
	}
	var m manifest
	if json.Unmarshal(data, &m) != nil || m.Version != manifestVersion {
		return nil
	}
	var names []string
	for _, member := range [...]string{m.Files.Text, m.Files.First, m.Files.Events, m.Files.Second} {
		if member != "" {
			names = append(names, path.Join(path.Dir(name), path.Base(member)))
		}
	}
	return names
}
