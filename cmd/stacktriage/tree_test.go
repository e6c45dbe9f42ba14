package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTree(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	tests := []struct {
		name string
		args []string
		says []string
	}{
		{
			"merged", []string{"tree", bad},
			[]string{"\n60 ▸ Program.Main lambda #2", "~~~~ BLOCKED", "56 more",
				"==> 60 of 67 threads with 1 root", "\nFolded  7 threads that always wait: ", "; --all draws them"},
		},
		{"all", []string{"tree", "--all", bad}, []string{"1   timer\n", "==> 67 threads with 8 roots"}},
		{"all ids", []string{"tree", "--ids", "-1", bad}, []string{"0x335E 0x335F"}},
		{"exact", []string{"tree", "--exact", bad}, []string{"==> 60 of 67 threads with 1 root", "9 branches"}},
		{"root first", []string{"tree", "--root-first", bad}, []string{"\n60   pool worker\n60   ⋮"}},
		{"full", []string{"tree", "--full", bad}, []string{"Task.SpinThenBlockingWait(int, CancellationToken)"}},
		{"coloured", []string{"tree", "--color", "always", bad}, []string{"\x1b["}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := execute(t, piped(), "", tt.args...)
			if got.code != exitOK || got.stderr != "" {
				t.Fatalf("code %d, stderr %q", got.code, got.stderr)
			}
			for _, want := range tt.says {
				if !strings.Contains(got.stdout, want) {
					t.Errorf("no %q in\n%s", want, got.stdout)
				}
			}
		})
	}
}

func TestTreeToFileIsPlain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tree.txt")
	env := piped()
	env.stdoutTerminal = true
	got := execute(t, env, readFile(t, stacks+"stack-bad.txt"), "tree", "-o", path)
	text, err := os.ReadFile(path)
	if err != nil || got.code != exitOK || got.stdout != "" {
		t.Fatalf("%v, code %d, stdout %q, stderr %q", err, got.code, got.stdout, got.stderr)
	}
	if strings.Contains(string(text), "\x1b") || !strings.Contains(string(text), "==> 60 of 67 threads") {
		t.Errorf("got\n%s", text)
	}
}

func TestTreePicture(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	if got := execute(t, piped(), "", "tree", "-f", "svg", bad); got.code != exitOK || !strings.HasPrefix(got.stdout, "<svg") || !strings.Contains(got.stdout, "Program.Main lambda #2") {
		t.Errorf("code %d, stderr %q, stdout %.200s", got.code, got.stderr, got.stdout)
	}
	env := piped()
	env.stdoutTerminal = true
	for _, args := range [][]string{{"tree", "-f", "png", bad}, {"tree", "--theme", "light", bad}, {"tree", "-f", "gif", bad}} {
		if got := execute(t, env, "", args...); got.code != exitTrouble || got.stdout != "" {
			t.Errorf("%v: code %d, stdout %.100s", args, got.code, got.stdout)
		}
	}
}

func TestTreeTrouble(t *testing.T) {
	if got := execute(t, piped(), "", "tree", "no-such.txt"); got.code != exitTrouble || got.stdout != "" {
		t.Errorf("code %d, stdout %q", got.code, got.stdout)
	}
	env := piped()
	env.stdinTerminal = true
	if got := execute(t, env, "", "tree"); got.code != exitTrouble || !strings.Contains(got.stderr, "--root-first") {
		t.Errorf("code %d, stderr %q", got.code, got.stderr)
	}
}
