package main

import (
	"encoding/base64"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tty collects what is written to the terminal behind the streams.
type tty struct{ strings.Builder }

func (*tty) Close() error { return nil }

func withTTY(env environment) (environment, *tty) {
	screen := &tty{}
	env.openTerminal = func() (io.WriteCloser, error) { return screen, nil }
	return env, screen
}

func TestFlagsThatAFormatDoesNotHeed(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	for _, tt := range []struct {
		args []string
		says string
	}{
		{[]string{"--chat", "irc", bad}, "--chat irc is not known: choose one of slack, teams"},
		{[]string{"--chat", "slack", "--format", "json", bad}, "--chat is for --format chat, not for json"},
		{[]string{"--no-emoji", bad}, "--no-emoji is for --format chat, not for text"},
		{[]string{"--theme", "light", bad}, "--theme is for --format png or svg, not for text"},
		{[]string{"--classes", "--format", "chat", bad}, "--classes is for --format folded or speedscope or pprof"},
		{[]string{"--theme", "pink", "--format", "svg", bad}, "--theme"},
		{[]string{"--redact-key", "", bad}, "--redact-key is empty"},
		{[]string{"--redact", "--overview", bad}, "--redact is for a page about each report"},
		{[]string{"diff", "--chat", "irc", bad, bad}, "--chat irc is not known"},
		{[]string{"diff", "--format", "pprof", bad, bad}, "--format"},
	} {
		got := execute(t, piped(), "", tt.args...)
		if got.code != exitTrouble || got.stdout != "" || !strings.Contains(got.stderr, tt.says) {
			t.Errorf("%q: code %d, stdout %q, stderr %q, want %q", tt.args, got.code, got.stdout, got.stderr, tt.says)
		}
	}
}

func TestChatProgramChoosesTheFormat(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	plain := execute(t, piped(), "", "--chat", "plain", bad)
	if plain.code != exitOK || !strings.HasPrefix(plain.stdout, "CRITICAL: 60 of 60") || strings.Contains(plain.stdout, "```") {
		t.Errorf("%+v", plain)
	}
	slack := execute(t, piped(), "", "--format", "chat", bad)
	if !strings.HasPrefix(slack.stdout, "🟥 CRITICAL: 60 of 60") {
		t.Errorf("%+v", slack)
	}
	calm := execute(t, piped(), "", "--format", "chat", "--no-emoji", bad)
	if calm.stdout != strings.TrimPrefix(slack.stdout, "🟥 ") {
		t.Errorf("%+v", calm)
	}
	locale := execute(t, fakeEnvironment("LANG=C"), "", "--format", "chat", "--color", "always", bad)
	if locale.stdout != slack.stdout {
		t.Errorf("locale and colour change the text to paste: %q", locale.stdout)
	}
}

func TestBinaryFormatsAreNotForTerminals(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	for _, args := range [][]string{{"report", "-f", "png", bad}, {"report", "-f", "pprof", bad}, {"diff", "-f", "png", bad, stacks + "stack-fixed.txt"}} {
		format := args[2]
		if got := execute(t, fakeEnvironment(), "", args...); got.code != exitTrouble || got.stdout != "" || !strings.Contains(got.stderr, "-o") {
			t.Errorf("%s on a terminal: code %d, %d bytes, %q", format, got.code, len(got.stdout), got.stderr)
		}
		if got := execute(t, piped(), "", args...); got.code != exitOK || got.stdout == "" {
			t.Errorf("%s in a pipe: %d, %q", format, got.code, got.stderr)
		}
		path := filepath.Join(t.TempDir(), "out")
		if got := execute(t, fakeEnvironment(), "", append(args, "-o", path)...); got.code != exitOK {
			t.Errorf("%s to a file: %q", format, got.stderr)
		}
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s to a file: %v, %v", format, info, err)
		}
	}
}

func TestCopySendsTheChatText(t *testing.T) {
	bad, fixed := stacks+"stack-bad.txt", stacks+"stack-fixed.txt"
	for _, args := range [][]string{{"report", bad}, {"report", "--redact", bad}, {"diff", bad, fixed}} {
		want := execute(t, piped(), "", append(args, "--format", "chat")...)
		printed := execute(t, piped(), "", args...)
		for _, format := range []string{"text", "chat", "json"} {
			env, screen := withTTY(piped())
			got := execute(t, env, "", append(args, "--copy", "--format", format)...)
			if got.code != exitOK || !strings.Contains(got.stderr, "sent ") {
				t.Errorf("%q %s: code %d, %q", args, format, got.code, got.stderr)
			}
			if strings.Contains(got.stdout, "\x1b") || format == "text" && got.stdout != printed.stdout || format == "chat" && got.stdout != want.stdout {
				t.Errorf("%q %s: stdout %q", args, format, got.stdout)
			}
			if text := clipped(t, screen.String()); text != want.stdout {
				t.Errorf("%q %s: the clipboard gets %q", args, format, text)
			}
		}
	}
}

// clipped decodes an OSC 52 sequence.
func clipped(t *testing.T, sequence string) string {
	t.Helper()
	body, ok := strings.CutPrefix(sequence, "\x1b]52;c;")
	if !ok {
		t.Fatalf("no OSC 52: %q", sequence)
	}
	text, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(body, "\a"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestCopyThroughMultiplexers(t *testing.T) {
	for variable, want := range map[string]string{"TMUX=/tmp/tmux-0/default,1,0": "\x1bPtmux;", "STY=1.pts-0": "\x1bP\x1b]52;"} {
		env, screen := withTTY(fakeEnvironment("LANG=C.UTF-8", variable))
		if got := execute(t, env, "", "--copy", stacks+"stack-bad.txt"); got.code != exitOK || !strings.Contains(screen.String(), want) {
			t.Errorf("%s: code %d, sequence %q", variable, got.code, screen.String()[:40])
		}
	}
}

func TestCopyWithoutATerminal(t *testing.T) {
	env := piped()
	for name, open := range map[string]func() (io.WriteCloser, error){"unknown": nil, "none": func() (io.WriteCloser, error) { return nil, errors.New("no") }} {
		env.openTerminal = open
		got := execute(t, env, "", "--copy", stacks+"stack-bad.txt")
		if got.code != exitTrouble || !strings.Contains(got.stderr, "pbcopy") || got.stdout != "" {
			t.Errorf("%s: code %d, %q", name, got.code, got.stderr)
		}
	}
}

func TestRedact(t *testing.T) {
	bad, fixed := stacks+"stack-bad.txt", stacks+"stack-fixed.txt"
	broken := tempFile(t, "secret-app.txt", readFile(t, bad)+"\n  garbage of Bookstore\n")
	for _, args := range [][]string{
		{
			"report", bad}, {"report", "-f", "json", bad}, {"report", "-f", "json", bad, fixed}, {"report", "--full",
			broken}, {"report", "--chat", "slack", bad},
		{
			"tree", bad}, {"diff", bad, fixed}, {"diff", "-f", "json", "--all", bad, fixed}, {"series",
			stacks + "web/bad-1.txt", stacks + "web/bad-2.txt",
		},
	} {
		for _, flags := range [][]string{{"--redact"}, {"--redact-key", "k"}} {
			got := execute(t, piped(), "", append(args, flags...)...)
			if got.code != exitOK {
				t.Errorf("%q: code %d, %q", args, got.code, got.stderr)
			}
			for _, secret := range []string{"Bookstore", "InventoryClient", "stack-bad", "secret-app"} {
				if strings.Contains(got.stdout, secret) || strings.HasPrefix(secret, "B") && strings.Contains(got.stderr, secret) {
					t.Errorf("%q: %s is in %q %q", args, secret, got.stdout, got.stderr)
				}
			}
		}
	}
}

// TestRedactHidesPatterns: who looks for own code names it.
func TestRedactHidesPatterns(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	for _, args := range [][]string{{"report"}, {"report", "-f", "json"}, {"report", "-f", "html"}, {"tree"}} {
		for _, pattern := range []string{"Bookstore", "Bookstore|Task", "(Bookstore", "[Bookstore"} {
			for _, flag := range []string{"--focus", "--ignore", "--show", "--hide"} {
				got := execute(t, piped(), "", append(args, "--redact", flag, pattern, bad)...)
				if strings.Contains(got.stdout+got.stderr, "Bookstore") {
					t.Errorf("%q %s %s: the pattern is in %.200q %q", args, flag, pattern, got.stdout, got.stderr)
				}
			}
		}
	}
}

func TestRedactKeyMakesReportsComparable(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	other := stacks + "web/stack-bad.txt" // the same program on another day
	first := execute(t, piped(), "", "--redact-key", "k", "-f", "json", bad)
	line := func(out string) string {
		_, rest, _ := strings.Cut(out, `"culprit":{"kind":"user","name":"`)
		name, _, _ := strings.Cut(rest, `"`)
		return name
	}
	second := execute(t, piped(), "", "--redact-key", "k", "-f", "json", stacks+"acme/net10-mixed_bad.txt", other)
	if name := line(first.stdout); name == "" || !strings.Contains(second.stdout, `"name":"`+name+`"`) {
		t.Errorf("the culprit %q of the first is not in the second", name)
	}
	third := execute(t, piped(), "", "--redact-key", "other", "-f", "json", bad)
	if line(first.stdout) == line(third.stdout) {
		t.Errorf("another key makes the same token %q", line(third.stdout))
	}
}
