package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the outputs shown in README.md and SKILL.md")

// console is one ```console block of a page (the fence may have more backticks):
// commands behind "$ ", each followed by what it prints.
type console struct {
	line  int
	lines []string
}

// TestReadme runs every command of the console blocks of the pages that show commands,
// in order, and compares what it prints with what the page shows. A command may read a
// file with "< FILE" and be cut with "| head -N"; anything else is an error, so that
// nothing in these blocks goes untested.
func TestReadme(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	symlink(t, filepath.Join(root, "testdata"), filepath.Join(dir, "testdata"))
	t.Chdir(dir)
	for _, name := range []string{"README.md", "SKILL.md"} {
		replayPage(t, root, name)
	}
}

func replayPage(t *testing.T, root, name string) {
	t.Helper()
	path := filepath.Join(root, name)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, blocks, after := splitReadme(string(text))
	ran := 0
	var out strings.Builder
	for i, b := range blocks {
		out.WriteString(before[i])
		got := replay(t, b, &ran)
		if want := strings.Join(b.lines, "\n"); got != want && !*update {
			t.Errorf("%s:%d: the block prints\n%s\nthe page shows\n%s", name, b.line, got, want)
		}
		out.WriteString(got)
	}
	out.WriteString(after)
	if ran == 0 {
		t.Errorf("%s shows no command", name)
	}
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// splitReadme cuts the text at its console blocks; before[i] is what precedes block i,
// the fence included.
func splitReadme(text string) (before []string, blocks []console, after string) {
	var prose strings.Builder
	var block *console
	fence := ""
	for n, line := range strings.Split(text, "\n") {
		ticks, isConsole := strings.CutSuffix(line, "console")
		switch {
		case block == nil && isConsole && len(ticks) >= 3 && strings.Trim(ticks, "`") == "":
			fence = ticks
			prose.WriteString(line + "\n")
			before = append(before, prose.String())
			prose.Reset()
			block = &console{line: n + 2}
		case block != nil && line == fence:
			blocks = append(blocks, *block)
			block = nil
			prose.WriteString("\n" + line + "\n")
		case block != nil:
			block.lines = append(block.lines, line)
		default:
			prose.WriteString(line + "\n")
		}
	}
	return before, blocks, strings.TrimSuffix(prose.String(), "\n")
}

// replay runs the commands of a block and returns the block as it should be.
func replay(t *testing.T, b console, ran *int) string {
	t.Helper()
	var lines []string
	for i, line := range b.lines {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		*ran++
		lines = append(lines, line)
		lines = append(lines, runShown(t, b.line+i, command)...)
	}
	return strings.Join(lines, "\n")
}

// runShown runs one command line and returns its standard output, then its standard
// error, in lines.
func runShown(t *testing.T, line int, command string) []string {
	t.Helper()
	command, limit := cutHead(t, line, command)
	command, input := cutInput(t, command)
	args := fields(command)
	if len(args) == 0 || args[0] != "stacktriage" {
		t.Fatalf("line %d: %q does not run stacktriage", line, command)
	}
	var stdout, stderr bytes.Buffer
	env := environment{lookup: func(name string) (string, bool) {
		value, ok := map[string]string{"LANG": "C.UTF-8", "TERM": "xterm", "COLUMNS": "80"}[name]
		return value, ok
	}, stdoutPipe: true}
	run(context.Background(), args[1:], input, &stdout, &stderr, env)
	text := strings.TrimRight(stdout.String()+stderr.String(), "\n")
	if text == "" {
		return nil
	}
	out := strings.Split(text, "\n")
	if limit > 0 && len(out) > limit {
		out = out[:limit]
	}
	return out
}

func cutHead(t *testing.T, line int, command string) (string, int) {
	t.Helper()
	command, head, piped := strings.Cut(command, " | ")
	if !piped {
		return command, 0
	}
	number, ok := strings.CutPrefix(head, "head -")
	limit := 0
	for _, c := range number {
		if c < '0' || c > '9' {
			ok = false
		}
		limit = limit*10 + int(c-'0')
	}
	if !ok || limit == 0 {
		t.Fatalf("line %d: cannot run %q", line, head)
	}
	return command, limit
}

func cutInput(t *testing.T, command string) (string, *bytes.Reader) {
	t.Helper()
	command, file, ok := strings.Cut(command, " < ")
	if !ok {
		return command, bytes.NewReader(nil)
	}
	text, err := os.ReadFile(strings.TrimSpace(file))
	if err != nil {
		t.Fatal(err)
	}
	return command, bytes.NewReader(text)
}

// fields splits a command line at blanks; single quotes keep blanks.
func fields(command string) []string {
	var out []string
	var word strings.Builder
	quoted, open := false, false
	for _, c := range command {
		switch {
		case c == '\'':
			quoted, open = !quoted, true
		case c == ' ' && !quoted:
			if open {
				out = append(out, word.String())
			}
			word.Reset()
			open = false
		default:
			word.WriteRune(c)
			open = true
		}
	}
	if open {
		out = append(out, word.String())
	}
	return out
}
