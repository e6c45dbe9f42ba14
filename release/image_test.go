package main

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// testImage lays out the root file system that the Dockerfile describes, without an
// engine, and runs its entry point in it as any user.
func testImage(t *testing.T, made, source string) {
	root := t.TempDir()
	entry := ""
	archive := tarFiles(t, gunzip(t, read(t, filepath.Join(made, "stacktriage-1.2.3-linux-amd64.tar.gz"))))
	lines := bufio.NewScanner(bytes.NewReader(read(t, filepath.Join(source, "Dockerfile"))))
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "COPY":
			from, to := words[len(words)-2], words[len(words)-1]
			data, ok := archive["stacktriage-1.2.3-linux-amd64/"+filepath.Base(from)]
			if !ok {
				t.Fatalf("the image wants %s, which the archive does not hold", from)
			}
			to = filepath.Join(root, to)
			if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(to, data, 0o755); err != nil {
				t.Fatal(err)
			}
		case "ENTRYPOINT":
			entry = strings.Trim(words[1], `["]`)
		case "FROM":
			if words[1] != "scratch" {
				t.Errorf("the image is built on %s", words[1])
			}
		}
	}
	if entry == "" {
		t.Fatal("the image has no entry point")
	}
	write(t, filepath.Join(root, "stack-bad.txt"), read(t, filepath.Join(source, "testdata/stacks/stack-bad.txt")))
	got := string(runIn(t, root, strings.TrimPrefix(entry, "/"), "report", "stack-bad.txt"))
	if !strings.HasPrefix(got, "60 of 60 pool workers blocked") {
		t.Errorf("the image says\n%.200s", got)
	}
}
