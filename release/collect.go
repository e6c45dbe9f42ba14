package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// completions are the shells with the file that each looks for.
var completions = []struct{ shell, name, installed string }{
	{"bash", "completions/stacktriage.bash", "/usr/share/bash-completion/completions/stacktriage"},
	{"zsh", "completions/_stacktriage", "/usr/share/zsh/vendor-completions/_stacktriage"},
	{"fish", "completions/stacktriage.fish", "/usr/share/fish/vendor_completions.d/stacktriage.fish"},
	{"powershell", "completions/stacktriage.ps1", ""},
}

const (
	manPage  = "man/stacktriage.1"
	notices  = "THIRD_PARTY.md"
	readme   = "README.md"
	licence  = "LICENSE"
	fileMode = 0o644
)

// collect gathers what is packed beside the binary.
func (r *release) collect() error {
	var err error
	if r.modules, err = linked(r.work(targets[0])); err != nil {
		return err
	}
	for _, name := range []string{readme, licence} {
		data, err := os.ReadFile(filepath.Join(r.root, name))
		if errors.Is(err, fs.ErrNotExist) && name == licence {
			continue // not chosen yet
		}
		if err != nil {
			return fmt.Errorf("reading what is packed: %w", err)
		}
		r.extras = append(r.extras, file{name, fileMode, data})
	}
	text, err := thirdParty(r.root, r.modules)
	if err != nil {
		return err
	}
	r.extras = append(r.extras, file{notices, fileMode, text})
	page, err := r.ask("man")
	if err != nil {
		return err
	}
	r.extras = append(r.extras, file{manPage, fileMode, page})
	for _, c := range completions {
		script, err := r.ask("completion", c.shell)
		if err != nil {
			return err
		}
		r.extras = append(r.extras, file{c.name, fileMode, script})
	}
	return nil
}

// compressed is gzip without a time or a name, so that the same text is the same bytes.
func compressed(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("compressing: %w", err)
	}
	if _, err := w.Write(data); err != nil {
		return nil, fmt.Errorf("compressing: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compressing: %w", err)
	}
	return out.Bytes(), nil
}
