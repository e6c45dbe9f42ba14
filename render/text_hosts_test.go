package render

import (
	"strings"
	"testing"
)

// TestSitesWithoutOwnCodeSayWhereTheyAre: a call alone is no place.
func TestSitesWithoutOwnCodeSayWhereTheyAre(t *testing.T) {
	tests := []struct {
		report string
		width  int
		want   string
	}{
		{
			"third/quartz-blocked.txt", 100,
			"1 worker   SemaphoreSlim.Wait\n called by TaskSchedulingThreadPool.BlockForAvailableThreads (Quartz)",
		},
		{
			"third/orleans-grain-blocked.txt", 100,
			"called by ActivationData.IActivationWorkingSetMember.IsCandidateForRemoval (Orleans.Runtime)",
		},
		{"third/orleans-grain-blocked.txt", 100, "2 workers   lock\n called by "},
		{"real/pwsh-foreach-parallel.txt", 140, "called by StartSleepCommand.Sleep (Microsoft.PowerShell), "},
	}
	for _, tt := range tests {
		var out strings.Builder
		if err := Text(&out, analyzed(t, tt.report), Options{Width: tt.width, Unicode: true}); err != nil {
			t.Fatal(err)
		}
		if got := squeeze(out.String()); !strings.Contains(got, squeeze(tt.want)) {
			t.Errorf("%s does not say %q:\n%s", tt.report, tt.want, out.String())
		}
	}
}

// TestHostIsNamedOnce: a place shown with its stack has the library frame in the stack.
func TestHostIsNamedOnce(t *testing.T) {
	var out strings.Builder
	if err := Text(&out, analyzed(t, "web/ds-taskwait.txt"), Options{Width: 100, Unicode: true, Full: true}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "called by") {
		t.Errorf("a host beside its stack:\n%s", out.String())
	}
}
