package render

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/frame"
)

func TestJSONShape(t *testing.T) {
	s := model(t, "a<b>&.txt", syncOverAsync(2), parked(1))
	s.Findings[0].Link = ""
	got := render(t, "json", Options{Version: "1.2"}, s)
	want := `{"schemaVersion": 1, "tool": "stacktriage", "version": "1.2",
"snapshots": [
{
"source": {"label":"a<b>&.txt","dialect":"dotnet-stack","encoding":"utf-8","index":1,"of":1},
"counts": {"threads":3,"frames":22,"stacks":2,"skippedLines":0,"workers":{"total":3,"blocked":2,"running":0,"idle":1,"unclear":0},"roles":{"worker":3}},
"headline": "2 workers blocked",
"findings": [
 {"id":"sync-over-async","severity":"critical","confidence":"high","starved":false,"starvedProof":null,"threads":2,"workers":2,"sentence":"2 workers blocked","means":null,"now":[],"advice":"Await the call.","link":null,"groups":["ID0"]}],
"sites": [
 {"role":"worker","state":"blocked","cause":{"rule":"task-result","api":"Task<T>.Result","category":"sync-over-async","mechanism":"Task wait"},"via":null,"culprit":{"kind":"user","name":"Shop.Web.Cart.Total","module":"Shop.Web","raw":"Shop.Web!Shop.Web.Cart.Total(int32,class System.String)"},"signature":"SIGNATURE","threads":2,"stacks":1,"groups":["ID0"]}],
"groups": [
`
	want = strings.NewReplacer("ID0", s.Groups[0].Stack.ID, "SIGNATURE", diagnose.Signature(s.Sites[0])).Replace(want)
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant the beginning\n%s", got, want)
	}
	if want := `"threadIds":["0x12"],"markers":{"native":1,"cpu":0},"incomplete":false,"frames":[{"raw":`; !strings.Contains(got, want) {
		t.Errorf("%s is missing in\n%s", want, got)
	}
	if want := `"cause":null,"culprit":null`; !strings.Contains(got, want) {
		t.Errorf("%s is missing in\n%s", want, got)
	}
	if !strings.HasSuffix(got, "\"problems\": []}]}\n") {
		t.Errorf("the end is %q", got[len(got)-40:])
	}
}

func TestJSONIsValidWhateverTheInput(t *testing.T) {
	s := model(t, "\x1b\u009b\x7f\xff\u2028", syncOverAsync(1))
	s.Headline = strings.Repeat("Â\u0085\x7f", 3)
	s.Sites[0].Culprit = &classify.Culprit{Kind: classify.CulpritDynamic, Name: "x", Frame: &frame.Frame{}}
	got := render(t, "json", Options{}, s)
	var back struct {
		Snapshots []struct {
			Headline string
			Sites    []struct{ Culprit struct{ Module *string } }
		}
	}
	if err := json.Unmarshal([]byte(got), &back); err != nil {
		t.Fatalf("%v in\n%s", err, got)
	}
	if back.Snapshots[0].Headline != s.Headline {
		t.Errorf("headline came back as %q, was %q", back.Snapshots[0].Headline, s.Headline)
	}
	if back.Snapshots[0].Sites[0].Culprit.Module != nil {
		t.Error("a module that is not known is not null")
	}
}

func TestJSONNamesEveryThread(t *testing.T) {
	got := render(t, "json", Options{IDs: 1, Top: 1}, model(t, "x", syncOverAsync(300)))
	var back struct {
		Snapshots []struct {
			Groups []struct {
				Count     int
				ThreadIDs []string
			}
		}
	}
	if err := json.Unmarshal([]byte(got), &back); err != nil {
		t.Fatal(err)
	}
	if g := back.Snapshots[0].Groups[0]; len(g.ThreadIDs) != 300 || g.Count != 300 {
		t.Errorf("%d ids of %d threads, want 300", len(g.ThreadIDs), g.Count)
	}
}

// TestJSONMemory guards that a report is not held in memory as text: 400 stacks of ten
// frames and 50,000 threads make 2 MB.
func TestJSONMemory(t *testing.T) {
	var specs []stackSpec
	for i := range 400 {
		spec := syncOverAsync(125)
		spec.frames[5] = fmt.Sprintf("Shop.Web!Shop.Web.CartController.Show%d(int32)", i)
		specs = append(specs, spec)
	}
	s := model(t, "large", specs...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := JSON(io.Discard, &diagnose.Report{Snapshots: []*diagnose.Snapshot{s}}, Options{}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 50 {
		t.Errorf("%d MB were allocated", got)
	}
}
