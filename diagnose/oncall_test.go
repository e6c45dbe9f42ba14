package diagnose

import "testing"

// TestCommandsAreSafeToPaste: the name of an input comes from elsewhere, and must mean
// nothing to a shell.
func TestCommandsAreSafeToPaste(t *testing.T) {
	for name, want := range map[string]string{
		"stack.txt": "stack.txt", "/tmp/a-b_c.d+e:f@g%h=i/ü1.txt": "/tmp/a-b_c.d+e:f@g%h=i/ü1.txt",
		"a b": "'a b'", "": "''", "-rf": "'./-rf'", "it's": `'it'\''s'`, "$(x)": "'$(x)'", "a;b": "'a;b'", "a\nb": "'a\nb'",
	} {
		if got := quoted(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
	for label, want := range map[string]string{
		"stack-bad.txt": "stack-bad", "/var/tmp/stack.txt.gz": "stack", `C:\\dumps\\stack.log`: "stack", "a.zip": "a",
		"x.nettrace": "x", "y.json": "y", "z.csv": "z", "w.md": "w", "-": "report", "": "report", "...": "report",
		"a b;c": "a-b-c", "v1.2_x.txt": "v1.2_x", "über.txt": "über",
		"0123456789012345678901234567890.txt": "0123456789012345678901234567",
		"0123456789012345678901234567":        "0123456789012345678901234567",
	} {
		if got := fileStem(label); got != want {
			t.Errorf("%q: %q, want %q", label, got, want)
		}
	}
	if got := (advised{}).take(".txt"); got != "dotnet-stack report -p PID > report.txt" {
		t.Errorf("without a report: %s", got)
	}
}
