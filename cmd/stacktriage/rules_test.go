package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEveryIDOfTheCorpusIsAGate guards the lists: an id that reports show must be one
// that --fail-on takes.
func TestEveryIDOfTheCorpusIsAGate(t *testing.T) {
	files, err := filepath.Glob(stacks + "*/*.txt")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d reports (%v)", len(files), err)
	}
	got := execute(t, piped(), "", append([]string{"--format", "json"}, files...)...)
	var report struct {
		Snapshots []struct {
			Source   struct{ Label string }
			Findings []struct{ ID string }
			Sites    []struct {
				Role  string
				Cause *struct{ Rule string }
			}
		}
	}
	if err := json.Unmarshal([]byte(got.stdout), &report); err != nil {
		t.Fatal(err)
	}
	for _, s := range report.Snapshots {
		for _, f := range s.Findings {
			if !slices.Contains(findingIDs(), string(f.ID)) {
				t.Errorf("%s: finding %s is no gate", s.Source.Label, f.ID)
			}
		}
		for _, site := range s.Sites {
			// The rule of a background thread is its name.
			if site.Cause != nil && site.Role != "background" && !slices.Contains(ruleIDs(), site.Cause.Rule) {
				t.Errorf("%s: rule %s is no gate", s.Source.Label, site.Cause.Rule)
			}
		}
	}
}

const consumers = "idle order consumer\n    wait queue-consume\n    Acme.Orders!Acme.Orders.Scenarios.ConsumerLoop\n"

func TestRulesAreAppliedByEveryCommand(t *testing.T) {
	rules := tempFile(t, "site.rules", consumers)
	report := stacks + "acme/net10-dedicated_threads.txt"
	for _, args := range [][]string{{report}, {"diff", report, report}, {"series", report, report}} {
		got := execute(t, piped(), "", append(args, "--rules", rules)...)
		if got.code != exitOK || strings.Contains(got.stdout, "ConsumerLoop") {
			t.Errorf("%q: exit code %d, stderr %q\n%s", args, got.code, got.stderr, got.stdout)
		}
	}
	if got := execute(t, piped(), "", "--rules", rules, report); !strings.Contains(got.stdout, "order consumer ×8") {
		t.Errorf("no name in\n%s", got.stdout)
	}
	if got := execute(t, piped(), "", "explain", "--rules", tempFile(t, "r", "advice cpu Ask Kim.\n"), "cpu"); !strings.Contains(got.stdout, "Ask Kim.") {
		t.Errorf("explain does not know the site's advice:\n%s", got.stdout)
	}
}

func TestRulesOfTheUser(t *testing.T) {
	report := stacks + "acme/net10-dedicated_threads.txt"
	folder := t.TempDir()
	path := filepath.Join(folder, "stacktriage", "rules")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(consumers), 0o600); err != nil {
		t.Fatal(err)
	}
	env := fakeEnvironment("LANG=C.UTF-8", "XDG_CONFIG_HOME="+folder)
	if got := execute(t, env, "", report); got.code != exitOK || !strings.Contains(got.stdout, "order consumer") {
		t.Errorf("exit code %d, stderr %q\n%s", got.code, got.stderr, got.stdout)
	}
	if got := execute(t, env, "", "--rules", tempFile(t, "none", ""), report); strings.Contains(got.stdout, "order consumer") {
		t.Error("--rules does not replace the user's own file")
	}
	empty := fakeEnvironment("LANG=C.UTF-8", "XDG_CONFIG_HOME="+t.TempDir())
	if got := execute(t, empty, "", report); got.code != exitOK || got.stderr != "" {
		t.Errorf("without a file: exit code %d, stderr %q", got.code, got.stderr)
	}
}

func TestDefaultRules(t *testing.T) {
	windows := fakeEnvironment("APPDATA=roaming", "HOME=home")
	windows.windows = true
	for want, env := range map[string]environment{
		filepath.Join("xdg", "stacktriage", "rules"):             fakeEnvironment("XDG_CONFIG_HOME=xdg", "HOME=home"),
		filepath.Join("home", ".config", "stacktriage", "rules"): fakeEnvironment("HOME=home"),
		filepath.Join("roaming", "stacktriage", "rules"):         windows,
		"": fakeEnvironment(),
	} {
		if got := userFile(env, "rules"); got != want {
			t.Errorf("rules are looked for in %q, want %q", got, want)
		}
	}
}

func TestRulesTrouble(t *testing.T) {
	report := stacks + "stack-fixed.txt"
	bad := tempFile(t, "site.rules", "user Acme.*\nidel feed\n")
	tests := []struct {
		name string
		args []string
		says string
	}{
		{"wrong line", []string{"--rules", bad, report}, `site.rules:2: unknown word "idel"`},
		{"missing", []string{"--rules", "no-such.rules", report}, "no-such.rules: the rules cannot be read"},
		{"folder", []string{"tree", "--rules", t.TempDir(), report}, "rules"},
		{"diff", []string{"diff", "--rules", bad, report, report}, "site.rules:2"},
		{"series", []string{"series", "--rules", bad, report, report}, "site.rules:2"},
		{"learn", []string{"learn", "--rules", bad, report}, "site.rules:2"},
	}
	for _, tt := range tests {
		got := execute(t, piped(), "", tt.args...)
		if got.code != exitTrouble || got.stdout != "" || !strings.Contains(got.stderr, tt.says) || strings.Count(got.stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q", tt.name, got.code, got.stdout, got.stderr)
		}
	}
}

func TestLearn(t *testing.T) {
	report := stacks + "acme/net10-dedicated_threads.txt"
	path := filepath.Join(t.TempDir(), "site.rules")
	if got := execute(t, piped(), "", "learn", "-o", path, report); got.code != exitOK || got.stdout != "" || got.stderr != "" {
		t.Fatalf("exit code %d, stdout %q, stderr %q", got.code, got.stdout, got.stderr)
	}
	if text := readFile(t, path); !strings.Contains(text, "idle Scenarios.ConsumerLoop\n    wait queue-consume\n    Acme.Orders!Acme.Orders.Scenarios.ConsumerLoop\n") {
		t.Errorf("learned\n%s", text)
	}
	if got := execute(t, piped(), "", "--rules", path, report); !strings.Contains(got.stdout, "Scenarios.ConsumerLoop ×8") {
		t.Errorf("what was learned is not applied:\n%s", got.stdout)
	}
	again := execute(t, piped(), "", "learn", "--rules", path, report)
	if again.code != exitOK || !strings.Contains(again.stdout, "There is none that is not known already") {
		t.Errorf("exit code %d, learned again\n%s", again.code, again.stdout)
	}
	busy := execute(t, piped(), "", "learn", stacks+"stack-bad.txt")
	if busy.code != exitOK || !strings.Contains(busy.stderr, "is it a report of an idle process?") || strings.Contains(busy.stdout, "lambda") {
		t.Errorf("exit code %d, stderr %q, learned\n%s", busy.code, busy.stderr, busy.stdout)
	}
	if got := execute(t, piped(), "", "learn", "no-such.txt"); got.code != exitTrouble || got.stdout != "" {
		t.Errorf("exit code %d, stdout %q", got.code, got.stdout)
	}
}

func TestRulesThatAreTooLongAreRefused(t *testing.T) {
	path := tempFile(t, "rules", strings.Repeat("# nothing\n", maxRules/10+1)+"off cpu\n")
	assertTrouble(t, execute(t, piped(), "", "--rules", path, stacks+"stack-fixed.txt"), "longer than 4 MB")
}
