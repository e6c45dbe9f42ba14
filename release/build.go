package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// target is a platform.
type target struct{ os, arch string }

var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

func (t target) String() string { return t.os + "-" + t.arch }

// binary is the name of the program on a platform.
func (t target) binary() string {
	if t.os == "windows" {
		return "stacktriage.exe"
	}
	return "stacktriage"
}

// work is where the binary of a platform is built.
func (r *release) work(t target) string {
	return filepath.Join(r.out, ".build", t.String(), t.binary())
}

// build builds the binary of a platform, static and without paths of this machine.
func (r *release) build(t target) error {
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w -X main.release="+r.version,
		"-o", r.work(t), "./cmd/stacktriage")
	cmd.Dir = r.root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.os, "GOARCH="+t.arch)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building for %s: %w\n%s", t, err, out)
	}
	return nil
}

// ask runs the program that was built for this machine.
func (r *release) ask(args ...string) ([]byte, error) {
	out, err := exec.Command(r.work(target{runtime.GOOS, runtime.GOARCH}), args...).Output()
	if err != nil {
		return nil, fmt.Errorf("stacktriage %s: %w", args[0], err)
	}
	return out, nil
}
