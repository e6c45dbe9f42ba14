package chat

import (
	"strings"
	"testing"
)

func TestNoNameClosesTheJiraBlock(t *testing.T) {
	for _, name := range []string{"{noformat}", "a{noformat:title=x}b", "{NoFormat}", "{noformat|x}", "{noformat"} {
		got := noNoformat("in " + name + "Client")
		if strings.Contains(strings.ToLower(got), "{noformat") {
			t.Errorf("%s: %q can close the block", name, got)
		}
		if !strings.Contains(strings.ToLower(got), "noformat") {
			t.Errorf("%s: %q has lost the name", name, got)
		}
	}
	if line := "Program.Main {int} noformat"; noNoformat(line) != line {
		t.Errorf("%q became %q", line, noNoformat(line))
	}
}
