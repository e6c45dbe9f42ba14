package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// mutant is one change: the bytes [from, to) of a file are replaced.
type mutant struct {
	dir, file string
	line      int
	from, to  int
	source    []byte // the whole file
	text      string // what stands there instead
}

// String is "classify/rule.go:36: x && y → x || y".
func (m mutant) String() string {
	text := m.text
	if text == "" {
		text = "(nothing)"
	}
	return fmt.Sprintf("%s:%d: %s → %s", m.file, m.line, oneLine(string(m.source[m.from:m.to])), oneLine(text))
}

func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 80 {
		s = s[:77] + "…"
	}
	return s
}

// overlay writes the changed file and the description by which go puts it over the
// original; remove deletes both.
func (m mutant) overlay() (description string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	defer func() {
		if err != nil {
			remove()
		}
	}()
	changed := filepath.Join(dir, filepath.Base(m.file))
	text := append(append(append([]byte{}, m.source[:m.from]...), m.text...), m.source[m.to:]...)
	if err := os.WriteFile(changed, text, 0o600); err != nil {
		return "", nil, fmt.Errorf("writing the changed %s: %w", m.file, err)
	}
	original, err := filepath.Abs(m.file)
	if err != nil {
		return "", nil, err
	}
	encoded, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		return "", nil, err
	}
	description = filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(description, encoded, 0o600); err != nil {
		return "", nil, fmt.Errorf("writing the overlay: %w", err)
	}
	return description, remove, nil
}
