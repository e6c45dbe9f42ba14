package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestOutputNeverReplacesAnInput: under its own name, through a link, behind a label, in
// a folder or as standard input.
func TestOutputNeverReplacesAnInput(t *testing.T) {
	text := readFile(t, stacks+"stack-bad.txt")
	dir := t.TempDir()
	bad, link, other, rules := filepath.Join(dir, "bad.txt"), filepath.Join(dir, "link"), filepath.Join(dir, "other.txt"), filepath.Join(t.TempDir(), "rules")
	for path, content := range map[string]string{bad: text, other: text, rules: "user Acme.*\n"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	symlink(t, bad, link)
	tests := []struct {
		name string
		args []string
	}{
		{"report", []string{"report", "-o", bad, bad}},
		{"through a link", []string{"report", "-o", link, bad}},
		{"input through a link", []string{"report", "-o", bad, link}},
		{"second of several", []string{"report", "-o", bad, other, bad}},
		{"label", []string{"report", "-o", bad, "before=" + bad}},
		{"folder", []string{"report", "-o", bad, dir}},
		{"JSON", []string{"report", "--format", "json", "-o", bad, bad}},
		{"another spelling", []string{"report", "-o", dir + "/./bad.txt", bad}},
		{"diff", []string{"diff", "-o", bad, bad, other}},
		{"diff, after", []string{"diff", "-o", bad, other, bad}},
		{"series", []string{"series", "-o", bad, other, bad}},
		{"tree", []string{"tree", "-o", bad, bad}},
		{"learn", []string{"learn", "-o", bad, bad}},
		{"rules", []string{"learn", "--rules", rules, "-o", rules, bad}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assertTrouble(t, execute(t, piped(), "", tt.args...), "would be lost")
			for path, content := range map[string]string{bad: text, other: text} {
				if readFile(t, path) != content {
					t.Fatalf("%s was written to", path)
				}
			}
		})
	}
	t.Run("standard input", func(t *testing.T) {
		file, err := os.Open(bad)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		assertTrouble(t, executeOn(t, piped(), file, "-o", bad), "would be lost")
	})
}
