package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// binary is a compiled test of a package that has all mutants in it.
type binary struct {
	path, dir, skip string
	usual           time.Duration // how long it takes with no mutant active
}

// overlay writes the rewritten files, and the description by which go puts them over the
// originals for a build.
func (t *target) overlay(mutants []*mutant, temp string) (string, error) {
	replace := map[string]string{}
	texts, _ := t.rewritten(mutants)
	put := func(name string, text []byte) error {
		original, err := filepath.Abs(name)
		if err != nil {
			return err
		}
		replace[original] = filepath.Join(temp, filepath.Base(name))
		return os.WriteFile(replace[original], text, 0o600)
	}
	for s, text := range texts {
		if s.test {
			continue
		}
		if err := put(s.name, text); err != nil {
			return "", fmt.Errorf("writing the rewritten %s: %w", s.name, err)
		}
	}
	helper := strings.Replace(switches, "PACKAGE", t.name, 1)
	if err := put(filepath.Join(t.dir, "mutants_switches.go"), []byte(helper)); err != nil {
		return "", fmt.Errorf("writing the switches: %w", err)
	}
	encoded, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	description := filepath.Join(temp, "overlay.json")
	return description, os.WriteFile(description, encoded, 0o600)
}

// build compiles the tests of a package and sees them pass while no mutant is active.
func build(ctx context.Context, overlay, dir, temp, skip string) (*binary, error) {
	b := &binary{filepath.Join(temp, strings.NewReplacer("/", "_", ".", "root").Replace(dir)+".test"), dir, skip, 0}
	compile := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", b.path, "./"+dir)
	if out, err := compile.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the tests of %s: %w\n%s", dir, err, out)
	}
	started := time.Now()
	if noticed, out := b.fails(ctx, 0, 10*time.Minute); noticed && ctx.Err() == nil {
		return nil, fmt.Errorf("the tests of %s fail before anything is changed:\n%s", dir, out)
	}
	b.usual = time.Since(started)
	return b, nil
}

// notices reports whether the tests fail, or hang, while a mutant is active.
func (b *binary) notices(ctx context.Context, id int) bool {
	noticed, _ := b.fails(ctx, id, 5*time.Second+5*b.usual)
	return noticed
}

func (b *binary) fails(ctx context.Context, id int, limit time.Duration) (bool, []byte) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	run := exec.CommandContext(limited, b.path, "-test.short", "-test.failfast", "-test.skip="+b.skip)
	run.Dir = b.dir
	run.Env = append(os.Environ(), fmt.Sprint("MUTANT=", id))
	run.WaitDelay = time.Second
	var out bytes.Buffer
	run.Stdout, run.Stderr = &out, &out
	err := run.Run()
	return err != nil && !errors.Is(err, exec.ErrWaitDelay), out.Bytes()
}
