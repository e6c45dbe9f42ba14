package evidence

import (
	"compress/gzip"
	"io"
	"os"
	"slices"
	"testing"
)

// unpackedDepot is a recording of the depot program.
func unpackedDepot(t *testing.T, name string) []byte {
	t.Helper()
	f, err := os.Open("../testdata/evidence/depot/" + name + ".nettrace.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The events of a process that was killed have their names from its first sample.
func TestLiveNamesCutEvents(t *testing.T) {
	r := NewReader()
	const head = 30_000 // the rundown comes after it
	snap, err := r.Live(Live{
		First: unpackedDepot(t, "lockheld-stacks"), Events: unpackedDepot(t, "lockheld-events")[:head],
	}, "depot")
	if err != nil {
		t.Fatal(err)
	}
	events := r.Beside(snap).Traces[1]
	if !events.Info.Truncated || events.Info.Methods > 0 && len(events.waits.locks) == 0 {
		t.Fatalf("the events are not cut before their names: %+v", events.Info)
	}
	for id := range events.waits.locks {
		if slices.Contains(events.stacks[id], "azmcp!Depot.Warehouse.PriceCache.Get()") {
			return
		}
	}
	t.Errorf("no lock has its name: %v", events.stacks)
}
