package filter

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/parse"
)

func snapshot(t *testing.T, name string) *diagnose.Snapshot {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "testdata", "stacks", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	snaps, err := parse.Read(file, name)
	if err != nil {
		t.Fatal(err)
	}
	return diagnose.Analyze(snaps, diagnose.Options{}).Snapshots[0]
}

func compiled(t *testing.T, o Options) *Filter {
	t.Helper()
	f, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestNothingToFilter(t *testing.T) {
	f := compiled(t, Options{Min: 1})
	if f != nil {
		t.Error("a filter that filters nothing is not nil")
	}
	s := snapshot(t, "stack-bad.txt")
	if f.Apply(s) != s || f.Unmatched() != nil {
		t.Error("a nil filter changed the snapshot")
	}
}

func TestThreadsShown(t *testing.T) {
	tests := []struct {
		name    string
		options Options
		threads int
		sites   int
	}{
		{"focus on a printed name", Options{Focus: []string{`OrderService\.SummaryByResult`}}, 8, 1},
		{"focus on a frame of the input", Options{Focus: []string{`Acme\.Orders!.*SummaryByResult`}}, 8, 1},
		{"two patterns of one flag are alternatives", Options{Focus: []string{"SummaryByResult", "ReserveByWait"}}, 12, 2},
		{"ignore", Options{Focus: []string{"OrderService"}, Ignore: []string{"ByResult"}}, 6, 2},
		{"role", Options{Roles: []string{"worker"}}, 17, 4},
		{"state", Options{Roles: []string{"worker"}, States: []string{"idle"}}, 1, 0},
		{"min", Options{Roles: []string{"worker"}, States: []string{"blocked"}, Min: 4}, 12, 2},
		{"nothing", Options{Focus: []string{"Npgsql"}}, 0, 0},
	}
	s := snapshot(t, "acme/net10-mixed_bad.txt")
	for _, tt := range tests {
		got := compiled(t, tt.options).Apply(s)
		if got.Filtered.Threads != tt.threads || got.Filtered.OfThreads != s.Counts.Threads || len(got.Sites) != tt.sites {
			t.Errorf("%s: %d of %d threads, %d sites; want %d and %d",
				tt.name, got.Filtered.Threads, got.Filtered.OfThreads, len(got.Sites), tt.threads, tt.sites)
		}
	}
}

// TestPrintedNames: what stands in an output selects the threads it stands for, however
// their stacks were inlined.
func TestPrintedNames(t *testing.T) {
	tests := []struct {
		report  string
		options Options
		threads int
	}{
		{"web/stack-bad.txt", Options{Focus: []string{`Task<T>\.Result`}}, 60},
		{"web/stack-bad.txt", Options{Focus: []string{"Task<T>.Result"}}, 60},
		{"web/stack-bad.txt", Options{Focus: []string{"Task wait"}}, 61},
		{"web/stack-bad.txt", Options{Focus: []string{`^Program\.Main lambda #2$`}}, 60},
		{"web/stack-bad.txt", Options{Focus: []string{`Wait\(int, CancellationToken\)`}}, 62},
		{"web/stack-bad.txt", Options{Focus: []string{"^console logger$"}}, 1},
		{"web/stack-bad.txt", Options{Focus: []string{"^pool worker$"}}, 60},
		{"web/stack-bad.txt", Options{Ignore: []string{"Task<T>.Result"}}, 7},
		{"web/shop-timer.txt", Options{Focus: []string{`\block\b`}}, 23},
		{"web/shop-timer.txt", Options{Ignore: []string{`\block\b`}}, 8},
		{"web/shop-timer.txt", Options{Ignore: []string{"lock"}, Roles: []string{"worker"}}, 1},
		{"web/ds-taskwait.txt", Options{Focus: []string{"^MVC action inlined into lambda_method9$"}}, 49},
		{"web/shop-lazy.txt", Options{Focus: []string{"Lazy<T>.Value"}}, 8},
	}
	for _, tt := range tests {
		s := snapshot(t, tt.report)
		if got := compiled(t, tt.options).Apply(s).Filtered.Threads; got != tt.threads {
			t.Errorf("%s %+v: %d threads, want %d", tt.report, tt.options, got, tt.threads)
		}
	}
}

// TestEveryPrintedPlaceIsFound: the call and the culprit of each site, taken word by
// word, select at least the threads of that site.
func TestEveryPrintedPlaceIsFound(t *testing.T) {
	for _, name := range []string{
		"web/stack-bad.txt", "acme/net10-mixed_bad.txt", "web/ds-deadlock.txt", "web/ds-taskwait.txt",
		"web/shop-timer.txt", "web/shop-lazy.txt", "third/npgsql-lock-holder.txt",
	} {
		s := snapshot(t, name)
		for _, site := range s.Sites {
			for _, word := range append(causeNames(site.Cause), culpritNames(site.Culprit)...) {
				shown := compiled(t, Options{Focus: []string{"^" + regexp.QuoteMeta(word) + "$"}}).Apply(s)
				found := 0
				for _, x := range shown.Sites {
					if x.Groups[0].Stack.ID == site.Groups[0].Stack.ID {
						found = x.Threads
					}
				}
				if word != "" && found < site.Threads {
					t.Errorf("%s: --focus %q shows %d of the %d threads of its place", name, word, found, site.Threads)
				}
			}
		}
	}
}

// TestInvariants: what is shown is a part of the snapshot, adds up, and changes neither
// the verdict nor the snapshot it was taken from.
func TestInvariants(t *testing.T) {
	options := []Options{
		{
			Focus: []string{"."}}, {Focus: []string{"Acme|Bookstore|Program"}}, {Ignore: []string{"Task"}}, {Hide: []string{"^System"}},
		{
			Show: []string{"Acme|Program"}}, {Show: []string{"^$"}}, {Hide: []string{"."}}, {Min: 2}, {Min: 1000}, {Roles: []string{"worker", "main"}},
		{States: []string{"blocked"}, Hide: []string{"Threading"}}, {Show: []string{"Wait"}, Hide: []string{"Core"}, Min: 3},
	}
	for _, name := range []string{
		"stack-bad.txt", "stack-fixed.txt", "acme/net10-mixed_bad.txt", "web/ds-deadlock.txt", "web/ds-taskwait.txt",
		"third/npgsql-lock-holder.txt",
	} {
		whole := snapshot(t, name)
		for _, o := range options {
			got := compiled(t, o).Apply(whole)
			checkView(t, name, whole, got)
		}
		if again := snapshot(t, name); !reflect.DeepEqual(sizes(again), sizes(whole)) {
			t.Errorf("%s: filtering changed the snapshot", name)
		}
	}
}

func checkView(t *testing.T, name string, whole, got *diagnose.Snapshot) {
	t.Helper()
	by := name + " " + got.Filtered.By
	threads, frames := 0, 0
	for _, g := range got.Groups {
		threads += g.Count()
		frames += g.Count() * len(g.Stack.Frames)
		checkGroup(t, by, g)
	}
	placed := 0
	for _, site := range got.Sites {
		sum := 0
		for _, g := range site.Groups {
			sum += g.Count()
		}
		if sum != site.Threads {
			t.Errorf("%s: a site has %d threads, its groups %d", by, site.Threads, sum)
		}
		placed += sum
	}
	for _, a := range got.SetAside {
		placed += a.Threads
	}
	if threads != got.Filtered.Threads || placed != threads || frames != got.Filtered.Frames {
		t.Errorf("%s: %d threads in groups, %d in places, %d said; %d frames, %d said",
			by, threads, placed, got.Filtered.Threads, frames, got.Filtered.Frames)
	}
	if got.Headline != whole.Headline || len(got.Findings) != len(whole.Findings) || !reflect.DeepEqual(got.Counts, whole.Counts) {
		t.Errorf("%s: the verdict changed", by)
	}
}

func checkGroup(t *testing.T, by string, g *group.Group) {
	t.Helper()
	n := len(g.Stack.Frames)
	if n == 0 || len(g.Class.Kinds) != n {
		t.Errorf("%s: %d frames, %d kinds", by, n, len(g.Class.Kinds))
	}
	if c := g.Class; c.APIFrame >= n || c.CulpritFrame >= n || c.Caller >= n || c.RunEnd > n || c.RootFrame > n {
		t.Errorf("%s: an index points behind the %d frames: %+v", by, n, c)
	}
	if c := g.Class; c.Culprit != nil && c.Culprit.Kind == classify.CulpritUser && g.Stack.Frames[c.CulpritFrame].Raw != c.Culprit.Frame.Raw {
		t.Errorf("%s: the culprit is not where the index points", by)
	}
}

func sizes(s *diagnose.Snapshot) []int {
	out := []int{len(s.Groups), len(s.Sites), len(s.SetAside)}
	for _, g := range s.Groups {
		out = append(out, g.Count(), len(g.Stack.Frames), len(g.Class.Kinds), g.Class.RunEnd)
	}
	for _, site := range s.Sites {
		out = append(out, site.Threads, len(site.Groups))
	}
	return out
}

func TestUnmatched(t *testing.T) {
	f := compiled(t, Options{
		Focus: []string{"Program", "Npgsql"}, Hide: []string{"Kestrel", "Orleans"}, Roles: []string{"worker", "finalizer"}, States: []string{
			"blocked", "running",
		},
	})
	f.Apply(snapshot(t, "stack-bad.txt"))
	want := []string{
		"--focus Npgsql: matched no frame, call, culprit or kind of thread", "--hide Orleans: matched no frame",
		"--role finalizer: no thread has this role", "--state running: no thread is in this state",
	}
	if got := f.Unmatched(); !reflect.DeepEqual(got, want) {
		t.Errorf("unmatched: %q, want %q", got, want)
	}
}

func TestBadOptions(t *testing.T) {
	tests := []struct {
		options Options
		says    string
	}{
		{Options{Focus: []string{"a(b"}}, `--focus "a(b": missing closing ) at character 2`},
		{Options{Focus: []string{"(a)(b"}}, "at character 4"},
		{Options{Focus: []string{`\(a(b`}}, "at character 4"},
		{Options{Focus: []string{"[(]a)b"}}, "unexpected ) at character 5"},
		{Options{Ignore: []string{"a[b"}}, `--ignore "a[b": missing closing ] at character 2`},
		{Options{Show: []string{"ä*{"}}, ""},
		{Options{Show: []string{"äö**"}}, "at character 3"},
		{Options{Hide: []string{`ab\`}}, "trailing backslash at end of expression at character 3"},
		{Options{Hide: []string{`a\k`}}, "invalid escape sequence at character 2"},
		{Options{Hide: []string{"a{1001}"}}, "invalid repeat count at character 2"},
		{Options{Roles: []string{"wrker"}}, "--role wrker: choose from worker"},
		{Options{States: []string{"stuck"}}, "--state stuck: choose from idle"},
		{Options{Min: -1}, "cannot be negative"},
	}
	for _, tt := range tests {
		_, err := New(tt.options)
		switch {
		case tt.says == "" && err != nil:
			t.Errorf("%+v: %v", tt.options, err)
		case tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says)):
			t.Errorf("%+v: error %v, want %q", tt.options, err, tt.says)
		}
	}
}
