package stacktriage_test

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/internal/corpus"
	"stacktriage/parse"
)

// damage changes a report as people, tools and transports do; nil where it does not
// apply. The thread blocks are those of the report, b the original.
type damage struct {
	name string
	do   func(c *patient) []byte
	// loses says that the damage takes lines away and adds or changes none: it must not
	// raise an alarm over a healthy report.
	loses bool
}

// patient is a report with what is known of it.
type patient struct {
	text    []byte
	threads []string        // each with its header, marker and frames
	own     map[string]bool // modules of own code
	blocked []string        // threads that are blocked workers with own code
	snap    *diagnose.Snapshot
}

var damages = []damage{
	{"no own frames", withoutModules(func(c *patient, module string) bool { return c.own[module] }), true},
	{"no frames of the base library", withoutModules(func(_ *patient, m string) bool { return m == "System.Private.CoreLib" }), true},
	{"base library only", withoutModules(func(_ *patient, m string) bool { return m != "System.Private.CoreLib" }), true},
	{"6 innermost frames", eachThread(func(l []string) []string { return l[:min(len(l), 8)] }), true},
	{"3 innermost frames", eachThread(func(l []string) []string { return l[:min(len(l), 5)] }), true},
	{"root lost", eachThread(func(l []string) []string {
		if len(l) < 6 {
			return l
		}
		return l[:len(l)-3]
	}), true},
	{"leaf lost", eachThread(dropFrames(func(i, _ int) bool { return i == 0 })), true},
	{"4 innermost lost", eachThread(dropFrames(func(i, _ int) bool { return i < 4 })), true},
	{"every second frame lost", eachThread(dropFrames(func(i, _ int) bool { return i%2 == 1 })), true},
	{"every third frame lost", eachThread(dropFrames(func(i, _ int) bool { return i%3 == 0 })), true},
	{"first and last two frames", eachThread(dropFrames(func(i, n int) bool { return i >= 2 && i < n-2 })), true},
	{"frames reversed", eachThread(func(l []string) []string {
		frames := slices.Clone(l[2:])
		slices.Reverse(frames)
		return append(slices.Clone(l[:2]), frames...)
	}), false},
	{"markers swapped", replaced("[Native Frames]", "\x00", "CPU_TIME", "[Native Frames]", "\x00", "CPU_TIME"), false},
	{"markers lost", replaced("  [Native Frames]\n", "", "  CPU_TIME\n", ""), true},
	{"unknown module", func(c *patient) []byte {
		return moduleName.ReplaceAllFunc(c.text, func(m []byte) []byte {
			if c.own[strings.TrimSpace(string(m[:len(m)-1]))] {
				return []byte("  Zq7!")
			}
			return m
		})
	}, false},
	{"case lost", func(c *patient) []byte { return bytes.ToLower(c.text) }, false},
	{"symbols of the base library lost", func(c *patient) []byte {
		return coreLibFrame.ReplaceAll(c.text, []byte("  ?!?"))
	}, false},
	{"one thread alone", func(c *patient) []byte {
		if len(c.blocked) == 0 {
			return nil
		}
		return []byte(c.blocked[0] + "\n")
	}, false},
	{"second half only", func(c *patient) []byte { return c.text[len(c.text)/2:] }, false},
	{"cut at 60 columns", func(c *patient) []byte {
		return eachLine(c.text, func(line string) string { return line[:min(len(line), 60)] })
	}, false},
	{"as dotnet-monitor", converted(asMonitor), false},
	{"as clrstack", converted(func(s *parse.Snapshot) []byte { return asClrstack(s, nil) }), false},
	{"as parallelstacks", converted(asTree), false},
}

var (
	moduleName   = regexp.MustCompile(`(?m)^ +[^\s!]+!`)
	coreLibFrame = regexp.MustCompile(`(?m)^  System\.Private\.CoreLib!.*$`)
)

func withoutModules(drop func(*patient, string) bool) func(*patient) []byte {
	return func(c *patient) []byte {
		return eachLine(c.text, func(line string) string {
			module, _, ok := strings.Cut(strings.TrimSpace(line), "!")
			if ok && drop(c, module) {
				return gone
			}
			return line
		})
	}
}

// gone is a line that is taken out.
const gone = "\x00"

func eachLine(text []byte, change func(string) string) []byte {
	var out []byte
	for line := range strings.Lines(string(text)) {
		if line = change(strings.TrimRight(line, "\r\n")); line != gone {
			out = append(append(out, line...), '\n')
		}
	}
	return out
}

// eachThread changes the lines of each thread: header, marker, then the frames.
func eachThread(change func([]string) []string) func(*patient) []byte {
	return func(c *patient) []byte {
		var b bytes.Buffer
		for _, thread := range c.threads {
			lines := strings.Split(strings.TrimSpace(thread), "\n")
			if len(lines) > 2 {
				lines = change(lines)
			}
			b.WriteString(strings.Join(lines, "\n") + "\n\n")
		}
		return b.Bytes()
	}
}

func dropFrames(drop func(i, n int) bool) func([]string) []string {
	return func(lines []string) []string {
		out := slices.Clone(lines[:2])
		for i, frame := range lines[2:] {
			if !drop(i, len(lines)-2) {
				out = append(out, frame)
			}
		}
		return out
	}
}

func replaced(pairs ...string) func(*patient) []byte {
	r := strings.NewReplacer(pairs[:2]...)
	return func(c *patient) []byte {
		text := r.Replace(string(c.text))
		for i := 2; i < len(pairs); i += 2 {
			text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
		}
		return []byte(text)
	}
}

func converted(to func(*parse.Snapshot) []byte) func(*patient) []byte {
	return func(c *patient) []byte { return to(c.snap.Input) }
}

// patientOf reads a plain report of dotnet-stack; nil for all else.
func patientOf(name string, input []byte, report *diagnose.Report) *patient {
	if len(report.Snapshots) != 1 || strings.Contains(name, "variant-") || bytes.ContainsRune(input, 0xfeff) {
		return nil
	}
	c := &patient{text: bytes.ReplaceAll(input, []byte("\r"), nil), own: map[string]bool{}, snap: report.Snapshots[0]}
	if c.snap.Input.Source.Dialect != "dotnet-stack" || !bytes.Contains(c.text, []byte("\n\nThread (")) {
		return nil
	}
	c.threads = strings.Split(strings.TrimSpace(string(c.text)), "\n\n")
	blocked := map[string]bool{}
	for _, g := range c.snap.Groups {
		for i, f := range g.Stack.Frames {
			if g.Class.Kinds[i] == classify.KindUser {
				c.own[f.Module] = true
			}
		}
		if g.Class.State == classify.Blocked && g.Class.Role == classify.Worker && g.Class.Culprit != nil {
			for _, thread := range g.Threads {
				blocked["Thread ("+c.snap.Input.ID(int(thread))+"):"] = true
			}
		}
	}
	for _, thread := range c.threads {
		if header, _, _ := strings.Cut(strings.TrimSpace(thread), "\n"); blocked[strings.TrimSpace(header)] {
			c.blocked = append(c.blocked, thread)
		}
	}
	return c
}

// exhaustive says that all of a large test is to run, not a part of it.
func exhaustive() bool { return os.Getenv("STACKTRIAGE_EXHAUSTIVE") != "" }

// TestDamageIsNeverCalm damages every report in which work is blocked in every way: none
// of what is left is called healthy. The other way round, no loss of lines makes an
// alarm of a healthy report.
func TestDamageIsNeverCalm(t *testing.T) {
	eachReport(t, func(t *testing.T, name string, input []byte, report *diagnose.Report) {
		c := patientOf(name, input, report)
		if c == nil {
			return
		}
		first := c.snap.Findings[0]
		ill := len(c.blocked) > 0 && (first.Severity == diagnose.Critical || first.Severity == diagnose.Warning)
		if !ill && first.ID != diagnose.Healthy {
			return
		}
		for i, d := range damages {
			if !exhaustive() && i%3 != len(name)%3 {
				continue
			}
			text := d.do(c)
			if len(text) == 0 || bytes.Equal(text, c.text) {
				continue
			}
			after, err := analyze(name, text)
			if err != nil {
				continue // refused
			}
			for _, s := range after.Snapshots {
				got := s.Findings[0]
				if ill && got.ID == diagnose.Healthy && len(after.Snapshots) == 1 {
					t.Errorf("%s: %q became %q", d.name, c.snap.Headline, s.Headline)
				}
				if !ill && d.loses && (got.Severity == diagnose.Critical || got.Severity == diagnose.Warning) {
					t.Errorf("%s: %q became %q", d.name, c.snap.Headline, s.Headline)
				}
			}
		}
	})
}

// TestDamageAppliesToTheCorpus: each damage changes reports at all.
func TestDamageAppliesToTheCorpus(t *testing.T) {
	name := "web/stack-bad.txt"
	input := corpus.Report(t, stacks, name)
	report, err := analyze(name, input)
	if err != nil {
		t.Fatal(err)
	}
	c := patientOf(name, input, report)
	if c == nil || len(c.blocked) != 60 || !c.own["Bookstore.Api"] {
		t.Fatalf("not taken for a report with 60 blocked workers: %+v", c)
	}
	for _, d := range damages {
		if text := d.do(c); len(text) == 0 || bytes.Equal(text, c.text) {
			t.Errorf("%s: nothing changed", d.name)
		}
	}
}
