//go:build unix

package capture

import (
	"testing"

	"stacktriage/capture/capturetest"
)

const depot = "../testdata/evidence/depot/"

// fake is a runtime behind a Unix socket, and the target that it is.
type fake struct {
	*capturetest.Runtime
	target Target
}

func serve(t *testing.T, r *capturetest.Runtime) *fake {
	t.Helper()
	capturetest.Serve(t, r)
	return &fake{r, AtPort(r.Path)}
}

// runtimeOf replays the recordings of one state of the depot program.
func runtimeOf(t *testing.T, state string) *capturetest.Runtime {
	t.Helper()
	return capturetest.Replays(t, depot+state)
}

// recorded gives a recording of the corpus.
func recorded(t testing.TB, name string) func() []byte {
	t.Helper()
	return capturetest.Recorded(t, depot+name+".nettrace.gz")
}
