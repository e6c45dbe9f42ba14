package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSourceOf(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "a=b.txt")
	if err := os.WriteFile(whole, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ arg, label, path string }{
		{"stack.txt", "stack.txt", "stack.txt"},
		{"before=stack.txt", "before", "stack.txt"},
		{"before=a=b.txt", "before", "a=b.txt"},
		{whole, whole, whole},
		{"x=" + whole, "x", whole},
		{"=stack.txt", "=stack.txt", "=stack.txt"},
		{"before=", "before=", "before="},
		{"-", "-", "-"},
		{"live=-", "live", "-"},
		{"./diff", "./diff", "./diff"},
	}
	for _, tt := range tests {
		got := sourceOf(tt.arg)
		if got.label != tt.label || got.path != tt.path {
			t.Errorf("sourceOf(%q) = %q from %q, want %q from %q", tt.arg, got.label, got.path, tt.label, tt.path)
		}
	}
}

func TestStdinOnlyOnce(t *testing.T) {
	if _, err := sourcesOf([]string{"-", "again=-"}); err == nil {
		t.Error("two inputs from one stdin were accepted")
	}
}
