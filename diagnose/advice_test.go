package diagnose

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
	"stacktriage/parse"
)

// apis are calls as reports print them: those of all rules, of the tables of twins, and
// some of libraries that no table has.
func apis() []string {
	all := []string{"", "Task wait", "Cache.GetOrSet", "Client.SendRequest", "new Timer", "Widget<T>.Paint"}
	for _, r := range classify.CauseRules() {
		all = append(all, r.API)
	}
	for api := range otherTwins {
		all = append(all, api)
	}
	for typ, methods := range asyncTwins {
		for method := range strings.FieldsSeq(methods) {
			all = append(all, typ+"."+method)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// waiting is evidence for a row: threads that wait in a call.
func waiting(api string, category classify.Category, role classify.Role, n int) (*evidence, *Finding) {
	f := &frame.Frame{Raw: "Acme!Acme.Orders.Load()", Module: "Acme", Type: "Acme.Orders", Method: "Load", Full: "Acme.Orders.Load"}
	snap := &parse.Snapshot{
		Threads: make([]parse.Thread, n), Stacks: []parse.Stack{{ID: "0123456789ab", Frames: []*frame.Frame{f}}},
	}
	g := &group.Group{Stack: &snap.Stacks[0], Threads: make([]int32, n), Class: classify.Result{
		Role: role, State: classify.Blocked, Cause: &classify.Cause{Rule: classify.RuleTaskResult, API: api, Category: category},
		Culprit: &classify.Culprit{Kind: classify.CulpritUser, Frame: f, Name: "Acme.Orders.Load", Short: "Orders.Load"},
		Kinds:   []classify.FrameKind{classify.KindUser}, APIFrame: -1, RootFrame: 0, Caller: -1,
	}}
	set := &group.Set{Snapshot: snap, Classifier: classify.New(snap, classify.Options{}), Groups: []*group.Group{g}}
	set.Sites = []*group.Site{{
		Role: role, State: classify.Blocked, Cause: g.Class.Cause, Culprit: g.Class.Culprit, Groups: set.Groups, Threads: n,
	}}
	return newEvidence(set, count(set)), &Finding{Threads: n, Workers: workers(set.Groups), Groups: set.Groups}
}

// byOwners are the rows whose sentences tell of threads by a debugger's blocks.
var byOwners = []*row{&deadlockByOwners, &holderByOwners, &ownerAlone}

// badEnglish is what templates say when they are filled with the wrong thing.
var badEnglish = regexp.MustCompile(`blocking on (blocking|its task)|instead of the call instead|%!?[a-z(]|  | ,|\.\.| \.[ ,]|` +
	`\b(the the|of of|in in|on on|to to|a the|the a)\b|\b1 (threads|workers|places)\b|\bAwait (instead|,)|Await the call instead of \w+Async`)

// TestEveryFindingReadsWithEveryCall fills the sentences and the advice of every finding
// with every call, for one thread and for many, at every confidence.
func TestEveryFindingReadsWithEveryCall(t *testing.T) {
	for i, api := range apis() {
		if os.Getenv("STACKTRIAGE_EXHAUSTIVE") == "" && i%7 != 0 && strings.Contains(api, ".") {
			continue
		}
		for _, n := range []int{1, 7} {
			for _, role := range []classify.Role{classify.Worker, classify.Dedicated, classify.Main} {
				e, f := waiting(api, classify.CategorySyncOverAsync, role, n)
				for _, r := range rows {
					f.ID = r.id
					f.Confidence = []Confidence{High, Medium, Low}[len(api)%3]
					checkEnglish(t, r, e, f, api)
				}
			}
		}
	}
}

func checkEnglish(t *testing.T, r *row, e *evidence, f *Finding, api string) {
	t.Helper()
	advice := r.adviceFor(e, f)
	texts := []string{advice, r.follows(advisedOf(e, f))}
	for _, severity := range []Severity{Critical, Note} {
		f.Severity = severity
		for _, step := range r.onCall(e, f) {
			texts = append(texts, step.Do)
		}
	}
	for _, starved := range []bool{false, true} {
		f.Starved = starved
		texts = append(texts, r.follows(advisedOf(e, f)))
	}
	f.Starved = false
	if !slices.Contains(byOwners, r) {
		texts = append(texts, r.sentence(e, f).String())
	}
	for _, text := range texts {
		if bad := badEnglish.FindString(text); bad != "" || text == "" {
			t.Fatalf("%s with %d × %q: %q in %q", r.id, f.Threads, api, bad, text)
		}
	}
	if !strings.HasSuffix(advice, ".") && !strings.HasSuffix(advice, ")") {
		t.Fatalf("%s with %q: the advice ends in the middle: %q", r.id, api, advice)
	}
	if times := strings.Count(advice, "syncblk"); times > 1 {
		t.Fatalf("%s with %q advises syncblk %d times: %q", r.id, api, times, advice)
	}
}

// TestAdviceNamesTheCall: advice is about the call of the headline, and names its
// asynchronous form where that is known.
func TestAdviceNamesTheCall(t *testing.T) {
	for _, tt := range []struct {
		api  string
		row  *row
		want string
	}{
		{"BlobClient.Upload", &syncOverAsync, "Await UploadAsync instead of BlobClient.Upload,"},
		{"FusionCache.GetOrSet", &syncOverAsync, "Await GetOrSetAsync instead of FusionCache.GetOrSet,"},
		{"Warehouse.Sync", &syncOverAsync, "Await its asynchronous counterpart instead of Warehouse.Sync,"},
		{"Task<T>.Result", &syncOverAsync, "Await the call instead of .Result,"},
		{"Task wait", &syncOverAsync, "Await the task instead of blocking on it,"},
		{"NpgsqlCommand.ExecuteReader", &syncIO, "Await ExecuteReaderAsync instead of NpgsqlCommand.ExecuteReader."},
		{"Modem.Dial", &syncIO, "Await its asynchronous counterpart instead of Modem.Dial."},
		{"Thread.Sleep", &blockingWait, "Await Task.Delay instead of Thread.Sleep,"},
		{"WebClient.DownloadString", &syncIO, "Await HttpClient.GetStringAsync instead of WebClient.DownloadString."},
	} {
		e, f := waiting(tt.api, classify.CategorySyncOverAsync, classify.Worker, 7)
		if got := tt.row.adviceFor(e, f); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.api, got, tt.want)
		}
	}
}

// TestConclusionsAreHedged: a headline says itself how sure it is.
func TestConclusionsAreHedged(t *testing.T) {
	for confidence, want := range map[Confidence]string{
		High: "Task<T>.Result in Orders.Load (Acme): pool starved, sync-over-async", Medium: "pool starved, probably sync-over-async",
		Low: "pool starved, perhaps sync-over-async",
	} {
		e, f := waiting("Task<T>.Result", classify.CategorySyncOverAsync, classify.Worker, 7)
		f.Confidence, f.Starved = confidence, true
		if got := syncOverAsync.sentence(e, f).String(); !strings.HasSuffix(got, want) {
			t.Errorf("%s: got %q", confidence, got)
		}
	}
}
