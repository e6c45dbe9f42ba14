package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestOutputNameSaysTheFormat(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	tests := []struct {
		file   string
		args   []string
		begins string
	}{
		{"out.html", []string{"report", bad}, "<!doctype html>"},
		{"OUT.HTML", []string{"report", bad}, "<!doctype html>"},
		{"out.json", []string{"report", bad}, "{"},
		{"out.png", []string{"report", bad}, "\x89PNG"},
		{"out.svg", []string{"report", "--theme", "light", bad}, "<svg"},
		{"out.folded", []string{"report", bad}, "System.Threading.Thread.StartCallback;"},
		{"out.speedscope.json", []string{"report", bad}, `{"$schema":"https://www.speedscope.app`},
		{"out.pb.gz", []string{"report", bad}, "\x1f\x8b"},
		{"out.txt", []string{"report", bad}, "60 of 60 pool workers"},
		{"out", []string{"report", bad}, "60 of 60 pool workers"},
		{"out.log", []string{"report", bad}, "60 of 60 pool workers"},
		{"html", []string{"report", bad}, "60 of 60 pool workers"},
		{"out.html", []string{"report", "--format", "text", bad}, "60 of 60 pool workers"},
		{"out.json", []string{"report", "--format", "svg", bad}, "<svg"},
		{"out.json", []string{"report", "--chat", "plain", bad}, "CRITICAL: 60 of 60"},
		{"out.html", []string{"diff", bad, bad}, "<!doctype html>"},
		{"out.svg", []string{"tree", bad}, "<svg"},
		{"out.json", []string{"series", stacks + "web/hang-1.txt", stacks + "web/hang-2.txt"}, "{"},
	}
	for _, tt := range tests {
		path := filepath.Join(t.TempDir(), tt.file)
		got := execute(t, piped(), "", append(tt.args, "-o", path)...)
		if got.code != exitOK || got.stdout != "" {
			t.Errorf("%s %q: exit code %d, stdout %q, stderr %q", tt.file, tt.args, got.code, got.stdout, got.stderr)
			continue
		}
		if text := readFile(t, path); !strings.HasPrefix(text, tt.begins) {
			t.Errorf("%s %q begins with %.60q, want %q", tt.file, tt.args, text, tt.begins)
		}
	}
}

func TestOutputNameOfAFormatThatIsNotThere(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	for _, args := range [][]string{
		{"tree", "-o", "out.html", bad},
		{"tree", "-o", "out.json", bad},
		{"diff", "-o", "out.pb.gz", bad, bad},
		{"series", "-o", "out.png", bad, bad},
	} {
		t.Chdir(t.TempDir())
		got := execute(t, piped(), "", args...)
		if got.code != exitTrouble || !strings.Contains(got.stderr, "which this command does not write") {
			t.Errorf("%q: exit code %d, stderr %q", args, got.code, got.stderr)
		}
		if left, _ := filepath.Glob("*"); len(left) > 0 {
			t.Errorf("%q wrote %q", args, left)
		}
	}
}
