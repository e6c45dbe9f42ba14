package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// runIn runs a program that sees nothing but the files below a folder, as far as this
// user may confine it: root can, others run it where it lies.
func runIn(t *testing.T, root, program string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(filepath.Join(root, program), args...)
	cmd.Dir = root
	cmd.Env = []string{}
	if os.Getuid() == 0 {
		cmd.Path, cmd.Dir = "/"+program, "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Chroot:     root,
			Credential: &syscall.Credential{Uid: 65532, Gid: 65532},
		}
		if err := os.Chmod(root, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	return out
}
