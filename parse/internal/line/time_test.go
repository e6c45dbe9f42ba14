package line

import (
	"testing"
	"time"
)

func TestTimeOf(t *testing.T) {
	want := time.Date(2026, 5, 1, 10, 15, 30, 0, time.UTC)
	for text, alone := range map[string]bool{
		"Fri May  1 10:15:30 UTC 2026":                 true,
		"Fri May  1 10:15:30 AM UTC 2026":              true,
		"Fri 01 May 2026 10:15:30 AM UTC":              true,
		"Fri, 01 May 2026 10:15:30 +0000":              true,
		"=== 2026-05-01T10:15:30Z ===":                 true,
		"# 2026-05-01 10:15:30.123":                    true,
		"2026-05-01 10:15:30,123 +00:00":               true,
		"20260501-101530":                              true,
		"1777630530":                                   true,
		"sample 2 at 2026-05-01 10:15:30":              false,
		"2026-05-01T10:15:30.123Z INFO listening":      false,
		"[2026_05_01_10_15_30] dotnet-stack report":    false,
		"build 1777630530 of the service was deployed": false,
	} {
		got, is, ok := TimeOf([]byte(text))
		if !ok || !got.Equal(want) || is != alone {
			t.Errorf("%q: %v, alone %v, ok %v", text, got, is, ok)
		}
	}
	for _, text := range []string{
		"", "Thread (0x1A):", "version 10.0.750501", "2026-05-01", "20261399-101530", "pid-123456789012345678",
		"12026-05-01 10:15:30", "Friday",
	} {
		if got, _, ok := TimeOf([]byte(text)); ok {
			t.Errorf("%q was taken for %v", text, got)
		}
	}
}
