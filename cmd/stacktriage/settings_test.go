package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// settingsIn is an environment whose file of settings holds a text.
func settingsIn(t *testing.T, text string, variables ...string) (environment, string) {
	t.Helper()
	home := t.TempDir()
	path := filepath.Join(home, "stacktriage", "config")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	env := fakeEnvironment(append(variables, "LANG=C.UTF-8", "XDG_CONFIG_HOME="+home)...)
	env.stdoutTerminal, env.width = false, 0
	return env, path
}

// TestPrecedence: a flag beats the variable, which beats the file, which beats the
// default.
func TestPrecedence(t *testing.T) {
	svg := []string{"report", "-f", "svg", stacks + "stack-bad.txt"}
	background := func(env environment, args ...string) string {
		got := execute(t, env, "", append(svg, args...)...)
		if got.code != exitOK {
			t.Fatalf("%d %q", got.code, got.stderr)
		}
		return got.stdout
	}
	dark, light := background(piped(), "--theme", "dark"), background(piped(), "--theme", "light")
	if dark == light {
		t.Fatal("the themes are the same")
	}
	file, _ := settingsIn(t, "theme = light\n")
	both, _ := settingsIn(t, "theme = light\n", "STACKTRIAGE_THEME=dark")
	for _, tt := range []struct {
		name string
		env  environment
		args []string
		want string
	}{
		{"nothing set", piped(), nil, dark},
		{"the file", file, nil, light},
		{"the variable beats the file", both, nil, dark},
		{"the flag beats the variable", both, []string{"--theme", "light"}, light},
		{"the flag beats the file", file, []string{"--theme", "dark"}, dark},
	} {
		if background(tt.env, tt.args...) != tt.want {
			t.Errorf("%s: the wrong theme", tt.name)
		}
	}
}

func TestSettingsAreHeeded(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	for _, tt := range []struct {
		name, text    string
		args, flagged []string
	}{
		{"chat", "chat = jira", []string{"report", "-f", "chat", bad}, []string{"--chat", "jira"}},
		{"width", "width = 61", []string{"report", bad}, []string{"--width", "61"}},
		{"color", "color = always", []string{"report", bad}, []string{"--color", "always"}},
		{"user", "user = Microsoft.AspNetCore.*, Other", []string{"report", bad}, []string{"--user", "Microsoft.AspNetCore.*"}},
		{"framework", "# ours\nframework = Bookstore.* # all", []string{"report", bad}, []string{"--framework", "Bookstore.*"}},
		{"diff", "width=61", []string{"diff", bad, bad}, []string{"--width", "61"}},
		{"help of a command without the flag", "theme = light", []string{"explain", "lock"}, nil},
	} {
		env, _ := settingsIn(t, tt.text+"\n")
		got, want := execute(t, env, "", tt.args...), execute(t, piped(), "", append(tt.args, tt.flagged...)...)
		if got != want {
			t.Errorf("%s: the setting is not the flag:\n%+v\n%+v", tt.name, got, want)
		}
		if plain := execute(t, piped(), "", tt.args...); tt.flagged != nil && plain == want {
			t.Errorf("%s: the flag changes nothing", tt.name)
		}
	}
}

// TestSettingIsNoFlag: a default program to paste into does not ask for chat text, nor a
// theme for a picture, as the flags do.
func TestSettingIsNoFlag(t *testing.T) {
	env, _ := settingsIn(t, "chat = discord\ntheme = light\n")
	got, want := execute(t, env, "", stacks+"stack-bad.txt"), execute(t, piped(), "", stacks+"stack-bad.txt")
	if got != want {
		t.Errorf("%+v\nwant\n%+v", got, want)
	}
}

func TestCustomsComeBeforeTheFile(t *testing.T) {
	env, _ := settingsIn(t, "color = always\n", "NO_COLOR=1")
	if got := execute(t, env, "", stacks+"stack-bad.txt"); strings.Contains(got.stdout, "\x1b") {
		t.Error("the file beats NO_COLOR")
	}
	if got := execute(t, env, "", "config"); !strings.Contains(got.stdout, "NO_COLOR") {
		t.Errorf("it is not said why: %s", got.stdout)
	}
}

func TestSettingsTrouble(t *testing.T) {
	report := stacks + "stack-bad.txt"
	for _, tt := range []struct{ name, text, says string }{
		{"a slip", "theme = light\n\nwdith = 90\n", `config:3: there is no setting "wdith"; did you mean width?`},
		{"no such key", "nonsense = 1\n", `config:1: there is no setting "nonsense"; there are chat, color, `},
		{"no value", "theme =\n", "config:1: theme: a value is missing"},
		{"no words in a list", "user = , ,\n", "config:1: user: a value is missing"},
		{"no key", "light\n", `config:1: a setting is written "key = value"`},
		{"a wrong word", "chat = slcak\n", `config:1: chat: "slcak" is none of slack, `},
		{"a wrong number", "width = wide\n", `config:1: width: "wide" is no number of columns`},
		{"a number without meaning", "width = 0\n", "config:1: width: a line has one column or more"},
		{"twice", "theme = light\r\ntheme = dark\r\n", "config:2: theme is set in "},
		{"control characters", "\x1b[2J = 1\n", "there is no setting"},
		{"endless", strings.Repeat("#\n", 1<<20), "longer than 1 MB"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			env, _ := settingsIn(t, tt.text)
			assertTrouble(t, execute(t, env, "", report), tt.says)
			if help := execute(t, env, "", "--help"); help.code != exitOK {
				t.Errorf("there is no help: %+v", help)
			}
		})
	}
	env, _ := settingsIn(t, "", "STACKTRIAGE_WIDTH=wide")
	assertTrouble(t, execute(t, env, "", report), `STACKTRIAGE_WIDTH: width: "wide" is no number`)
	env, _ = settingsIn(t, "", "STACKTRIAGE_CONFIG=no/such/file")
	assertTrouble(t, execute(t, env, "", report), "no/such/file: the settings cannot be read")
	env, _ = settingsIn(t, "", "STACKTRIAGE_CONFIG="+t.TempDir())
	assertTrouble(t, execute(t, env, "", report), "the settings cannot be read")
}

// TestHomeThatCannotBeLookedInto: a service account's home is often no folder at all.
func TestHomeThatCannotBeLookedInto(t *testing.T) {
	for _, home := range []string{os.DevNull, "no/such/home", "nul\x00"} {
		env := fakeEnvironment("LANG=C.UTF-8", "HOME="+home)
		if got := execute(t, env, "", stacks+"stack-bad.txt"); got.code != exitOK || got.stderr != "" {
			t.Errorf("HOME=%q: %d %q", home, got.code, got.stderr)
		}
	}
}

func TestConfig(t *testing.T) {
	env, path := settingsIn(t, "\ufefftheme = light\nuser = Acme.* Shop\n", "STACKTRIAGE_WIDTH=66")
	got := execute(t, env, "", "config", "--width", "200")
	for _, line := range []string{
		"SETTINGS  of " + path + "\n", "  chat       slack        default\n", "  theme      light        " + path + ":1\n",
		"  user       Acme.* Shop  " + path + ":2\n", "  framework  (not set)    default\n",
		"  width      66           STACKTRIAGE_WIDTH\n",
	} {
		if !strings.Contains(got.stdout, line) {
			t.Errorf("%q is missing in\n%s", line, got.stdout)
		}
	}
	got = execute(t, env, "", "config", "-f", "json")
	newSchemas(t).check(t, "config", "config", got.stdout)
	var out struct {
		File     string
		Read     bool
		Settings []struct {
			Key   string
			Value []string
			From  string
		}
	}
	if err := json.Unmarshal([]byte(got.stdout), &out); err != nil || out.File != path || !out.Read ||
		len(out.Settings) != len(settingKeys()) || len(out.Settings[5].Value) != 2 || out.Settings[5].From != "file" {
		t.Errorf("%v %+v", err, out)
	}
	newSchemas(t).check(t, "config", "config without a home", execute(t, piped(), "", "config", "-f", "json").stdout)
}

func TestMacFolders(t *testing.T) {
	home := t.TempDir()
	env := fakeEnvironment("HOME=" + home)
	env.mac = true
	usual := filepath.Join(home, ".config", "stacktriage", "config")
	if got := userFile(env, "config"); got != usual {
		t.Errorf("%s, want %s", got, usual)
	}
	library := filepath.Join(home, "Library", "Application Support", "stacktriage", "config")
	if err := os.MkdirAll(filepath.Dir(library), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(library, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := userFile(env, "config"); got != library {
		t.Errorf("%s, want %s", got, library)
	}
	env.mac = false
	if got := userFile(env, "config"); got != usual {
		t.Errorf("elsewhere: %s, want %s", got, usual)
	}
}
