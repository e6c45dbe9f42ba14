package export

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"stacktriage/diagnose"
	"stacktriage/internal/corpus"
	"stacktriage/parse"
)

// reports are the files the tests look at: small, mixed, large, other languages.
var reports = []string{
	"stack-bad.txt", "stack-fixed.txt", "acme/net10-mixed_bad.txt", "real/large-3000.txt",
	"third/vb-shapes.txt", "third/fsharp-shapes.txt", "real/net9-lockhold.txt",
}

// stacks is the folder of real reports.
const stacks = "../../testdata/stacks"

// analyzed reads real reports, packed ones too, and draws the conclusions.
func analyzed(t *testing.T, names ...string) *diagnose.Report {
	t.Helper()
	return corpus.Analyzed(t, stacks, names...)
}

func write(t *testing.T, to func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := to(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func threadsOf(r *diagnose.Report) int {
	n := 0
	for _, s := range r.Snapshots {
		n += s.Counts.Threads
	}
	return n
}

// foldedPattern is how speedscope reads a line (src/import/bg-flamegraph.ts); a line
// that does not match is skipped without a word.
var foldedPattern = regexp.MustCompile(`^(.*) (\d+)$`)

func TestFolded(t *testing.T) {
	for _, o := range []Options{{}, {Classes: true}, {Raw: true}} {
		for _, name := range append(reports, "several") {
			r := analyzed(t, filesOf(name)...)
			sum, last := 0, 1<<30
			for line := range strings.Lines(string(write(t, func(w io.Writer) error { return Folded(w, r, o) }))) {
				m := foldedPattern.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
				if m == nil {
					t.Fatalf("%s: %q is not a folded stack", name, line)
				}
				n, err := strconv.Atoi(m[2])
				if err != nil || n <= 0 || n > last {
					t.Fatalf("%s: count %q behind %d", name, m[2], last)
				}
				last = n
				sum += n
				if slices.Contains(strings.Split(m[1], ";"), "") {
					t.Errorf("%s: an empty name in %q", name, line)
				}
			}
			if sum != threadsOf(r) {
				t.Errorf("%s: %d threads, want %d", name, sum, threadsOf(r))
			}
		}
	}
}

func filesOf(name string) []string {
	if name == "several" {
		return []string{"stack-bad.txt", "stack-fixed.txt"}
	}
	return []string{name}
}

func TestFoldedDiffHasEveryStackOfEitherSide(t *testing.T) {
	r := analyzed(t, "stack-bad.txt", "stack-fixed.txt")
	before, after := r.Snapshots[0], r.Snapshots[1]
	out := string(write(t, func(w io.Writer) error { return FoldedDiff(w, before, after, Options{}) }))
	pattern := regexp.MustCompile(`^(.*) (\d+) (\d+)$`)
	b, a, vanished := 0, 0, 0
	for line := range strings.Lines(out) {
		m := pattern.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			t.Fatalf("%q is not a folded difference", line)
		}
		nb, _ := strconv.Atoi(m[2])
		na, _ := strconv.Atoi(m[3])
		if nb+na == 0 {
			t.Errorf("nobody has the stack %q", line)
		}
		if na == 0 {
			vanished++
		}
		b, a = b+nb, a+na
	}
	if b != before.Counts.Threads || a != after.Counts.Threads || vanished == 0 {
		t.Errorf(
			"%d and %d threads, want %d and %d; %d stacks vanished", b, a, before.Counts.Threads,
			after.Counts.Threads, vanished,
		)
	}
}

func TestClassesAreAnArtificialRoot(t *testing.T) {
	out := string(write(t, func(w io.Writer) error {
		return Folded(w, analyzed(t, "stack-bad.txt"), Options{Classes: true})
	}))
	if !strings.HasPrefix(out, "[pool] sync-over-async;") || !strings.Contains(out, "\n[main] waiting;") {
		t.Errorf("classes are missing in\n%s", out)
	}
}

func TestNamesAreSafeForReadersOfFoldedStacks(t *testing.T) {
	text := "Thread (0x1):\n  [Native Frames]\n  A!N.T.odd;name(class B;C)\n  ?!?\n\n"
	snaps, err := parse.Read(strings.NewReader(text), "a;b.txt")
	if err != nil {
		t.Fatal(err)
	}
	r := diagnose.Analyze(snaps, diagnose.Options{})
	for _, o := range []Options{{}, {Raw: true}} {
		out := string(write(t, func(w io.Writer) error { return Folded(w, r, o) }))
		if strings.Count(out, ";") != 1 || !strings.Contains(out, "odd,name") {
			t.Errorf("%+v: %q", o, out)
		}
	}
}

// TestSpeedscope checks the rules of jlfwong/speedscope src/lib/file-format-spec.ts
// and src/import/speedscope.ts.
func TestSpeedscope(t *testing.T) {
	for _, name := range append(reports, "several") {
		r := analyzed(t, filesOf(name)...)
		file := decodeSpeedscope(
			t, write(t, func(w io.Writer) error { return Speedscope(w, r, Options{Version: "v1"}) }),
		)
		if file.Exporter != "stacktriage@v1" || file.Name == "" || file.Active != 0 {
			t.Errorf("%s: %+v", name, file)
		}
		if all := file.Profiles[0]; !strings.HasSuffix(all.Name, "all") || all.End != r.Snapshots[0].Counts.Threads {
			t.Errorf("%s: the first profile is %s with %d threads", name, all.Name, all.End)
		}
	}
}

func TestSpeedscopeDiffHasTwoProfiles(t *testing.T) {
	r := analyzed(t, "stack-bad.txt", "stack-fixed.txt")
	file := decodeSpeedscope(t, write(t, func(w io.Writer) error {
		return SpeedscopeDiff(w, r.Snapshots[0], r.Snapshots[1], Options{})
	}))
	if len(file.Profiles) != 2 || file.Profiles[0].Name != "before" || file.Profiles[1].Name != "after" {
		t.Errorf("profiles: %+v", file.Profiles)
	}
}

func decodeSpeedscope(t *testing.T, data []byte) speedscopeFile {
	t.Helper()
	var file speedscopeFile
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		t.Fatal(err)
	}
	if file.Schema != speedscopeSchema || file.Active >= len(file.Profiles) {
		t.Errorf("schema %q, active %d of %d", file.Schema, file.Active, len(file.Profiles))
	}
	for _, f := range file.Shared.Frames {
		if f.Name == "" {
			t.Error("a frame without a name")
		}
	}
	for _, p := range file.Profiles {
		sum := 0
		for i, stack := range p.Samples {
			sum += p.Weights[i]
			for _, f := range stack {
				if f < 0 || f >= len(file.Shared.Frames) {
					t.Fatalf("%s: frame %d of %d", p.Name, f, len(file.Shared.Frames))
				}
			}
		}
		if p.Type != "sampled" || p.Unit != "none" || p.Start != 0 || p.End != sum ||
			len(p.Samples) != len(p.Weights) {
			t.Errorf(
				"%s: type %s unit %s, %d samples, %d weights, end %d, sum %d", p.Name, p.Type, p.Unit,
				len(p.Samples), len(p.Weights), p.End, sum,
			)
		}
	}
	return file
}

// TestSpeedscopeStacksStandOnTheirFeet: samples are root first.
func TestSpeedscopeStacksStandOnTheirFeet(t *testing.T) {
	file := decodeSpeedscope(t, write(t, func(w io.Writer) error {
		return Speedscope(w, analyzed(t, "stack-bad.txt"), Options{})
	}))
	stack := file.Profiles[0].Samples[0]
	root, leaf := file.Shared.Frames[stack[0]].Name, file.Shared.Frames[stack[len(stack)-1]].Name
	if !strings.Contains(root, "Thread") || !strings.Contains(leaf, "Wait") {
		t.Errorf("from %s to %s", root, leaf)
	}
}

func TestPprof(t *testing.T) {
	for _, name := range append(reports, "several") {
		r := analyzed(t, filesOf(name)...)
		data := write(t, func(w io.Writer) error { return Pprof(w, r, Options{Version: "v1"}) })
		p, err := profile.ParseData(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := p.CheckValid(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		sum := int64(0)
		for _, s := range p.Sample {
			sum += s.Value[0]
			for key, values := range s.Label {
				if len(values) != 1 {
					t.Errorf("%s: label %s has %d values", name, key, len(values))
				}
			}
		}
		if sum != int64(threadsOf(r)) {
			t.Errorf("%s: %d threads, want %d", name, sum, threadsOf(r))
		}
		for _, f := range p.Function {
			if f.SystemName != "" || f.Name == "" {
				t.Errorf("%s: function %+v", name, f)
			}
		}
		if again := write(t, func(w io.Writer) error { return Pprof(w, r, Options{Version: "v1"}) }); !bytes.Equal(
			data, again,
		) {
			t.Errorf("%s: two runs differ", name)
		}
	}
}

// TestGoToolPprofReadsIt runs the reader most people have.
func TestGoToolPprofReadsIt(t *testing.T) {
	if testing.Short() {
		t.Skip("runs go tool pprof")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	dir := t.TempDir()
	for _, name := range []string{"stack-bad", "stack-fixed"} {
		r := analyzed(t, name+".txt")
		data := write(t, func(w io.Writer) error { return Pprof(w, r, Options{}) })
		if err := os.WriteFile(filepath.Join(dir, name+".pb.gz"), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		cmd := exec.Command(goTool, append([]string{"tool", "pprof"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(
			os.Environ(), "HOME="+dir, "GOFLAGS=", "GOCACHE="+goEnv(t, goTool, "GOCACHE"),
			"GOMODCACHE="+goEnv(t, goTool, "GOMODCACHE"),
		)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go tool pprof %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	top := run("-top", "-cum", "stack-bad.pb.gz")
	for _, want := range []string{"Type: threads", "67 total", "System.Threading.Tasks.Task<T>.Result", "Program.Main lambda #2"} {
		if !strings.Contains(top, want) {
			t.Errorf("-top does not say %q:\n%s", want, top)
		}
	}
	diff := run("-top", "-cum", "-diff_base", "stack-bad.pb.gz", "stack-fixed.pb.gz")
	if !regexp.MustCompile(`(?m) -60 .* Program\.Main lambda #2$`).MatchString(diff) {
		t.Errorf("-diff_base does not show that 60 threads left:\n%s", diff)
	}
}

func goEnv(t *testing.T, goTool, name string) string {
	t.Helper()
	out, err := exec.Command(goTool, "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
