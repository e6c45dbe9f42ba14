package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"stacktriage/capture"
	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/docs"
)

// schemas validates JSON outputs against docs/schema.json.
type schemas struct {
	compiler *jsonschema.Compiler
	whole    *jsonschema.Schema
}

const schemaURL = "urn:stacktriage:json:1"

func newSchemas(t *testing.T) *schemas {
	t.Helper()
	s := &schemas{compiler: jsonschema.NewCompiler()}
	s.compiler.AssertFormat()
	if err := s.compiler.AddResource(schemaURL, decoded(t, docs.Schema)); err != nil {
		t.Fatal(err)
	}
	s.whole = s.named(t, "")
	return s
}

// named is the schema of one kind of output, or the whole one for "".
func (s *schemas) named(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	if name != "" {
		name = "#/$defs/" + name
	}
	schema, err := s.compiler.Compile(schemaURL + name)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// check holds an output against the schema of its kind, and the whole schema, which has
// to know it for what it is.
func (s *schemas) check(t *testing.T, kind, of, text string) {
	t.Helper()
	value := decoded(t, text)
	if err := s.named(t, kind).Validate(value); err != nil {
		t.Errorf("%s: no %s as docs/schema.json has it: %v", of, kind, err)
		return
	}
	if err := s.whole.Validate(value); err != nil {
		t.Errorf("%s: a %s, and something else, too: %v", of, kind, err)
	}
}

func decoded(t *testing.T, text string) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in %.300s", err, text)
	}
	return value
}

// corpusFiles are every stride-th report and recording of testdata.
func corpusFiles(t *testing.T, stride int) []string {
	t.Helper()
	var files []string
	for _, root := range []string{stacks, "../../testdata/evidence"} {
		n := 0
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			if n++; n%stride == 0 {
				files = append(files, path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func TestReportsFitTheSchema(t *testing.T) {
	stride := 6
	if os.Getenv("STACKTRIAGE_EXHAUSTIVE") != "" {
		stride = 1
	}
	s, reports := newSchemas(t), 0
	for _, path := range corpusFiles(t, stride) {
		if got := execute(t, piped(), "", "report", "-f", "json", path); got.stdout != "" {
			reports++
			s.check(t, "report", path, got.stdout)
		}
	}
	if reports*stride < 200 {
		t.Errorf("only %d reports were checked", reports)
	}
	for _, args := range [][]string{
		{"--redact", stacks + "stack-bad.txt"},
		{"--focus", "OrderService", "--min", "2", stacks + "acme/net10-mixed_bad.txt"},
		{"testdata/damaged.txt"},
		{"../../testdata/evidence/depot/lockheld.txt", "--with", "../../testdata/evidence/depot/lockheld-events.nettrace.gz"},
		{stacks + "series"},
	} {
		args = append([]string{"report", "-f", "json"}, args...)
		if got := execute(t, piped(), "", args...); got.stdout != "" {
			s.check(t, "report", strings.Join(args, " "), got.stdout)
		}
	}
}

func TestOtherOutputsFitTheSchema(t *testing.T) {
	s := newSchemas(t)
	bad, fixed, mixed := stacks+"stack-bad.txt", stacks+"stack-fixed.txt", stacks+"acme/net10-mixed_bad.txt"
	growing, err := filepath.Glob(stacks + "series/*.txt")
	if err != nil || len(growing) < 3 {
		t.Fatalf("%v: %v", growing, err)
	}
	for _, tt := range []struct {
		kind string
		args []string
	}{
		{"diff", []string{"diff", "-f", "json", bad, fixed}},
		{"diff", []string{"diff", "-f", "json", fixed, bad}},
		{"diff", []string{"diff", "-f", "json", bad, bad}},
		{"diff", []string{"diff", "-f", "json", mixed, fixed}},
		{"diff", []string{"diff", "-f", "json", growing[0], growing[1]}},
		{"series", append([]string{"series", "-f", "json"}, growing[:3]...)},
		{"series", append([]string{"series", "-f", "json", "--every", "5s"}, growing[:3]...)},
		{"build", []string{"version", "--json"}},
		{"rules", []string{"rules", "-f", "json"}},
		{"explained", append([]string{"explain", "-f", "json"}, explainedIDs()...)},
		{"explained", []string{"explain", "-f", "json", "lambda #2", "Task<T>.Result", "lock", "no such thing",
			"sync-over-async", "Acme.Shop!Acme.Shop.Orders+<LoadAsync>d__4.MoveNext()", "class initialisation"}},
	} {
		got := execute(t, piped(), "", tt.args...)
		s.check(t, tt.kind, strings.Join(tt.args, " "), got.stdout)
	}
	var words []string
	for _, e := range wordEntries() {
		words = append(words, e.words...)
	}
	got := execute(t, piped(), "", append([]string{"explain", "-f", "json"}, words...)...)
	s.check(t, "explained", "explain of every word", got.stdout)
	if got.code != exitOK {
		t.Errorf("some word of docs/words.md is not explained: %s", got.stderr)
	}
	var processes strings.Builder
	if err := writeProcesses(&processes, listing(time.Now())); err != nil {
		t.Fatal(err)
	}
	s.check(t, "processes", "ps --json", processes.String())
	processes.Reset()
	if err := writeProcesses(&processes, capture.Listing{}); err != nil {
		t.Fatal(err)
	}
	s.check(t, "processes", "ps --json of nothing", processes.String())
}

// TestSchemaIsStrict changes a report in every place: a field more, a field less or a
// value of another kind must not pass, else the schema would promise nothing.
func TestSchemaIsStrict(t *testing.T) {
	s := newSchemas(t)
	for _, tt := range []struct {
		kind string
		args []string
	}{
		{"report", []string{"report", "-f", "json", "../../testdata/evidence/depot/lockheld.txt", "--with",
			"../../testdata/evidence/depot/lockheld-events.nettrace.gz"}},
		{"diff", []string{"diff", "-f", "json", stacks + "series/partial-1.txt", stacks + "stack-fixed.txt"}},
		{"series", []string{"series", "-f", "json", stacks + "series/partial-1.txt", stacks + "series/partial-2.txt"}},
		{"build", []string{"version", "--json"}},
		{"explained", []string{"explain", "-f", "json", "task-result", "nothing of the kind"}},
	} {
		schema := s.named(t, tt.kind)
		value := decoded(t, execute(t, piped(), "", tt.args...).stdout)
		wrong := func(what, path string) {
			if schema.Validate(value) == nil {
				t.Errorf("%s: passes with %s at %s", tt.kind, what, path)
			}
		}
		seen := map[string]bool{}
		eachObject(value, "", func(path string, object map[string]any) {
			if seen[path] {
				return // one element of an array stands for all
			}
			seen[path] = true
			object["surprise"] = "?"
			wrong("a field more", path)
			delete(object, "surprise")
			for name, was := range object {
				object[name] = map[string]any{"of": "another kind"}
				wrong("a wrong value", path+"/"+name)
				delete(object, name)
				if !slices.Contains([]string{"filtered", "os", "source"}, name) && !strings.HasSuffix(path, "/roles") {
					wrong("a field less", path+"/"+name)
				}
				object[name] = was
			}
		})
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: not put back as it was: %v", tt.kind, err)
		}
	}
}

// eachObject visits every object of a value. The elements of an array share a path.
func eachObject(value any, path string, visit func(string, map[string]any)) {
	switch v := value.(type) {
	case map[string]any:
		visit(path, v)
		for name, part := range v {
			eachObject(part, path+"/"+name, visit)
		}
	case []any:
		for _, part := range v {
			eachObject(part, path+"/*", visit)
		}
	}
}

// TestSchemaWords: the words that the schema lists are those of the tables.
func TestSchemaWords(t *testing.T) {
	var schema struct {
		Defs map[string]struct{ Enum []string } `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(docs.Schema), &schema); err != nil {
		t.Fatal(err)
	}
	same := func(name string, want []string) {
		got := slices.Sorted(slices.Values(schema.Defs[name].Enum))
		want = slices.Compact(slices.Sorted(slices.Values(want)))
		if !slices.Equal(got, want) {
			t.Errorf("$defs/%s of docs/schema.json lists\n%q\nthe tables have\n%q", name, got, want)
		}
	}
	same("findingId", findingIDs())
	same("causeId", append(ruleIDs(), string(classify.RuleKnownIdle)))
	var categories, roles []string
	for _, r := range classify.CauseRules() {
		categories = append(categories, string(r.Category))
	}
	same("category", append(categories, string(classify.CategoryBackground)))
	for _, r := range classify.RoleRules() {
		roles = append(roles, string(r.Role))
	}
	same("role", append(roles, string(classify.Main), string(classify.Dedicated), string(classify.Unknown)))
	same("severity", append(slices.Clone(gateSeverities), string(diagnose.OK)))
}

func TestSchemaCommandPrintsThePage(t *testing.T) {
	if got := execute(t, piped(), "", "schema"); got.code != exitOK || got.stdout != docs.Schema {
		t.Errorf("%d %q %.100q", got.code, got.stderr, got.stdout)
	}
	file := filepath.Join(t.TempDir(), "s.json")
	if got := execute(t, piped(), "", "schema", "-o", file); got.code != exitOK || readFile(t, file) != docs.Schema {
		t.Errorf("%d %q", got.code, got.stderr)
	}
}
