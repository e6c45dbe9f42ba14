package live

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// located is a frame of JSON with where it stands.
type located struct {
	Raw, Kind string
	Source    []struct {
		File           string
		Line, LastLine int
	}
}

// name is the method in the words of the assembly, without parameters and arguments.
func (f located) name() string {
	_, name, _ := strings.Cut(f.Raw, "!")
	name, _, _ = strings.Cut(name, "(")
	return name
}

// method is its name alone.
func (f located) method() string {
	name := f.name()
	if at := strings.Index(name, ".."); at >= 0 { // .ctor and .cctor
		return name[at+1:]
	}
	return name[strings.LastIndexByte(name, '.')+1:]
}

// startOriginal runs the published program, whose PDB is in it, as a server that waits for
// its standard input.
func startOriginal(t *testing.T) *target {
	t.Helper()
	path, err := original()
	if err != nil {
		t.Fatal(err)
	}
	tmp := shortTemp(t)
	cmd := exec.Command(path, "server", "start")
	cmd.Env = append(os.Environ(), "TMPDIR="+tmp)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Process.Kill()
		cmd.Wait()
	})
	for range 500 {
		sockets, _ := filepath.Glob(filepath.Join(tmp, "dotnet-diagnostic-"+strconv.Itoa(cmd.Process.Pid)+"-*"))
		if len(sockets) > 0 {
			return &target{cmd, tmp}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("no diagnostics socket within 5 s")
	return nil
}

// stacksOf are the stacks of a report in JSON.
func stacksOf(t *testing.T, a answer) [][]located {
	t.Helper()
	var report struct {
		Snapshots []struct {
			Groups []struct{ Frames []located }
		}
	}
	if err := json.Unmarshal([]byte(a.stdout), &report); err != nil {
		t.Fatalf("%v: %s", err, a.stderr)
	}
	var all [][]located
	for _, s := range report.Snapshots {
		for _, g := range s.Groups {
			all = append(all, g.Frames)
		}
	}
	return all
}

// TestLinesAreTheRightOnes samples a program while it starts, and compares the line of
// each frame of it with what a second reader finds in the assembly: the line on which the
// method calls the frame above it. Frames of methods that the compiler wrote have no line.
func TestLinesAreTheRightOnes(t *testing.T) {
	path, err := original()
	if err != nil {
		t.Fatal(err)
	}
	image, err := os.ReadFile(filepath.Join(filepath.Dir(path), program))
	if err != nil {
		t.Fatal(err)
	}
	reader, err := readSecond(image)
	if err != nil {
		t.Fatal(err)
	}
	c := &lineCheck{
		reader: reader, exact: map[string]bool{}, coarse: map[string]bool{}, within: map[string]bool{},
		without: map[string]bool{},
	}
	for range 4 {
		p := startOriginal(t)
		for range 8 {
			a := tool(t, "report", "--format", "json", "-q", "--for", "0", "-p", p.pid())
			if a.code != 0 {
				continue // it is still starting
			}
			for _, frames := range stacksOf(t, a) {
				c.stack(t, frames)
			}
		}
		p.Process.Kill()
		if len(c.exact) >= 6 {
			break
		}
	}
	t.Logf("%d frames on the line of their call: %s", len(c.exact), sorted(c.exact))
	t.Logf("%d frames on lines of which one has their call: %s", len(c.coarse), sorted(c.coarse))
	t.Logf("%d frames on a line of their method, the call being inlined: %s", len(c.within), sorted(c.within))
	t.Logf("%d methods without a line in the PDB: %s", len(c.without), sorted(c.without))
	if len(c.exact) < 3 || len(c.without) == 0 {
		t.Errorf("too few frames were seen")
	}
}

func sorted(set map[string]bool) string {
	var all []string
	for name := range set {
		all = append(all, name)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// lineCheck compares, and keeps what it compared.
type lineCheck struct {
	reader                         *second
	exact, coarse, within, without map[string]bool
}

// stack compares the frames of one stack.
func (c *lineCheck) stack(t *testing.T, frames []located) {
	t.Helper()
	for i, f := range frames {
		if !strings.HasPrefix(f.Raw, host+"!") {
			continue
		}
		above := ""
		if i > 0 {
			above = frames[i-1].method()
		}
		c.frame(t, f, above)
	}
}

func (c *lineCheck) frame(t *testing.T, f located, above string) {
	t.Helper()
	rows := c.reader.methods[f.name()]
	if len(rows) == 0 {
		return // a generic type, whose name has its arguments in it
	}
	called, anywhere := map[position]bool{}, map[position]bool{}
	for _, row := range rows {
		lines := c.reader.lines(row)
		for _, p := range lines {
			anywhere[p] = true
		}
		for _, at := range c.reader.calls(row, above) {
			if p, ok := covering(lines, at); ok {
				called[p] = true
			}
		}
	}
	switch {
	case len(anywhere) == 0:
		if len(f.Source) > 0 {
			t.Errorf("%s: %v, but the PDB has no line for it", f.Raw, f.Source)
		}
		c.without[f.name()] = true
		return
	case len(f.Source) == 0:
		t.Errorf("%s above %s has no line, and could have %v", above, f.Raw, anywhere)
		return
	}
	for _, s := range f.Source {
		last := max(s.Line, s.LastLine)
		among := func(places map[position]bool) bool {
			for p := range places {
				if p.file == s.File && p.line >= s.Line && p.line <= last {
					return true
				}
			}
			return false
		}
		mark := fmt.Sprintf("%s:%d-%d", f.name(), s.Line, last)
		switch {
		case len(called) > 0 && !among(called):
			t.Errorf("%s calls %s at %v, not at %+v", f.Raw, above, called, s)
		case len(called) > 0 && last > s.Line:
			c.coarse[mark] = true
		case len(called) > 0:
			c.exact[mark] = true
		case !among(anywhere):
			t.Errorf("%s is at %v, not at %+v", f.Raw, anywhere, s)
		default:
			c.within[mark] = true
		}
	}
}

// TestWhyThereIsNoLine: a method that the compiler wrote has none, and a report in full
// says so.
func TestWhyThereIsNoLine(t *testing.T) {
	p := startOriginal(t)
	time.Sleep(4 * time.Second)
	a := tool(t, "report", "--full", "--width", "200", "--for", "0", "-p", p.pid())
	const why = "No source lines for azmcp!Program.<Main>: the PDB names no line for it, as for code that the " +
		"compiler adds."
	if !strings.Contains(strings.Join(strings.Fields(a.stdout), " "), why) {
		t.Errorf("no %q in\n%s", why, a.stdout)
	}
}

// TestWhatLinesCost: a sample with lines takes less than a quarter of a second longer.
func TestWhatLinesCost(t *testing.T) {
	const runs, most = 9, 250 * time.Millisecond
	p := startOriginal(t)
	time.Sleep(5 * time.Second)
	var with, without []time.Duration
	for range runs {
		with = append(with, sampleTime(t, p))
		without = append(without, sampleTime(t, p, "--no-lines"))
	}
	slices.Sort(with)
	slices.Sort(without)
	t.Logf("a sample with lines %v, without %v (medians of %d)", with[runs/2].Round(time.Millisecond),
		without[runs/2].Round(time.Millisecond), runs)
	if grown := with[runs/2] - without[runs/2]; grown > most {
		t.Errorf("lines cost %v, want at most %v", grown, most)
	}
}

func sampleTime(t *testing.T, p *target, flags ...string) time.Duration {
	t.Helper()
	a := tool(t, append([]string{"report", "-q", "--for", "0", "-p", p.pid()}, flags...)...)
	if a.code != 0 {
		t.Fatal(a.stderr)
	}
	return a.took
}

// TestLinesOfACapture: what was captured names the lines later, on a machine that has
// nothing but the capture and the program's files, and none with those of another build.
func TestLinesOfACapture(t *testing.T) {
	path, err := original()
	if err != nil {
		t.Fatal(err)
	}
	published := filepath.Dir(path)
	for range 6 {
		p := startOriginal(t)
		for range 8 {
			out := filepath.Join(t.TempDir(), "capture")
			if tool(t, "capture", "--for", "0", "-p", p.pid(), "-o", out).code != 0 {
				continue // it is still starting
			}
			if ownLines(t, out, "--symbols", published) == 0 {
				continue // its own code has not begun, or has returned
			}
			if got := ownLines(t, out); got != 0 {
				t.Errorf("%d lines without symbols", got)
			}
			// Our own program has the name, and is another build.
			if got := ownLines(t, out, "--symbols", filepath.Dir(hostPath)); got != 0 {
				t.Errorf("%d lines from another build", got)
			}
			return
		}
		p.Process.Kill()
	}
	t.Fatal("no capture showed code of the program's own")
}

// ownLines counts the lines of the program's own frames in a report of a capture.
func ownLines(t *testing.T, folder string, flags ...string) int {
	t.Helper()
	n := 0
	args := append([]string{"report", "--format", "json", "-q", folder}, flags...)
	for _, frames := range stacksOf(t, tool(t, args...)) {
		for _, f := range frames {
			if strings.HasPrefix(f.Raw, host+"!") {
				n += len(f.Source)
			}
		}
	}
	return n
}
