package main

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
)

// errBroken says that a change does not compile.
var errBroken = errors.New("does not compile")

// fails runs tests with a file put over another, and reports whether one fails. Tests
// that hang fail, too.
func fails(ctx context.Context, overlay, packages string) (bool, error) {
	if err := exec.CommandContext(ctx, "go", "build", "-overlay", overlay, packages).Run(); err != nil {
		return false, errBroken
	}
	cmd := exec.CommandContext(ctx, "go", "test", "-short", "-vet=off", "-failfast", "-timeout", "180s",
		"-overlay", overlay, packages)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if err == nil {
		return false, nil
	}
	if bytes.Contains(out.Bytes(), []byte("[build failed]")) {
		return false, errBroken
	}
	return true, nil
}
