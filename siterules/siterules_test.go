package siterules

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/parse"
)

func TestParse(t *testing.T) {
	text := "\ufeff# the shop\r\nuser Acme.* Shop.Core\n\nframework\tContoso.Platform.*\n" +
		"off cpu kestrel-heartbeat\noff gc-wait\nadvice task-result   Use Db.QueryAsync, see wiki/threads.\n" +
		"idle price feed\n    wait queue-consume event-slim\n\n    # the loop\n\tAcme.Feed!Acme.Feed.Prices.Loop(class System.String)\n    *.Start\n" +
		"idle second\n  Acme.Feed*!*Prices.Other*\n"
	got, err := Parse(strings.NewReader(text), "rules")
	if err != nil {
		t.Fatal(err)
	}
	want := classify.Options{
		User: []string{"Acme.*", "Shop.Core"}, Framework: []string{"Contoso.Platform.*"}, Off: []string{
			"cpu", "kestrel-heartbeat", "gc-wait",
		},
		Advice: map[string]string{"task-result": "Use Db.QueryAsync, see wiki/threads."},
		Idle: []classify.KnownIdle{
			{
				Label: "price feed", Waits: []classify.RuleID{"queue-consume", "event-slim"},
				Frames: []string{"Acme.Feed!Acme.Feed.Prices.Loop", "*.Start"},
			},
			{Label: "second", Frames: []string{"Acme.Feed*!*Prices.Other*"}},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestErrorsNameFileAndLine(t *testing.T) {
	tests := []struct{ text, says string }{
		{"# x\nidel feed\n", `site.rules:2: unknown word "idel"`},
		{"user\n", "site.rules:1: user needs a module"},
		{"user A*B\n", "a module may end in *"},
		{"framework A!B\n", "no !"},
		{"off\n", "site.rules:1: off needs the id"},
		{"\noff cpuu\n", "site.rules:2: off cpuu: no rule has this id"},
		{"off healthy\n", "cannot be switched off"},
		{"advice cpu\n", "site.rules:1: advice needs an id and a text"},
		{"advice nothing at all\n", "no finding and no cause has this id"},
		{"advice cpu a\nadvice cpu b\n", "site.rules:2: advice cpu: given twice"},
		{"  Acme!A.B\n", "site.rules:1: an indented line belongs to an idle line"},
		{"idle\n", "needs a name"},
		{"idle feed\nuser Acme\n", "site.rules:1: idle feed: no frame follows"},
		{"idle feed\n", "site.rules:1: idle feed: no frame follows"},
		{"idle feed\n  wait task-resultt\n  A!B.C\n", "site.rules:2: wait task-resultt"},
		{"idle feed\n  *\n", "site.rules:2: \"*\" is no frame"},
		{"idle feed\n  Acme!*\n", "is no frame"},
		{"idle feed\n  *!Loop\n", "is no frame"},
		{"idle feed\n  Acme!Feed.*.Loop\n", "is no frame"},
		{"idle feed\n  two words\n", "is no frame"},
		{"user A\n# " + strings.Repeat("x", maxLine) + "\n", "site.rules:2: bufio.Scanner: token too long"},
	}
	for _, tt := range tests {
		_, err := Parse(strings.NewReader(tt.text), "site.rules")
		if err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%.40q: error %v, want %q", tt.text, err, tt.says)
		}
	}
}

func snapshots(t *testing.T, path string, o diagnose.Options) []*diagnose.Snapshot {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	snaps, err := parse.Read(bytes.NewReader(text), path)
	if err != nil {
		return nil
	}
	return diagnose.Analyze(snaps, o).Snapshots
}

// TestLearnedRulesCoverWhatTheyWereLearnedFrom: what learn writes, Parse reads, and with
// it the same report has nothing left to learn. Own threads that are set aside leave no
// site; workers stay blocked.
func TestLearnedRulesCoverWhatTheyWereLearnedFrom(t *testing.T) {
	reports, entries := 0, 0
	err := filepath.WalkDir(filepath.Join("..", "testdata", "stacks"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".txt") {
			return err
		}
		before := snapshots(t, path, diagnose.Options{})
		learned := Learn(before, true)
		reports, entries = reports+1, entries+len(learned)
		var text bytes.Buffer
		if err := Write(&text, learned, path); err != nil {
			t.Fatal(err)
		}
		options, err := Parse(bytes.NewReader(text.Bytes()), "learned")
		if err != nil {
			t.Errorf("%s: %v in\n%s", path, err, text.String())
			return nil
		}
		after := snapshots(t, path, options)
		for _, e := range Learn(after, false) {
			t.Errorf("%s: %s is still to be learned: %v", path, e.Label, e.Frames)
		}
		for i := range after {
			checkSetAside(t, path, before[i], after[i])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if reports < 100 || entries < 50 {
		t.Errorf("%d entries of %d reports: the corpus was not read", entries, reports)
	}
}

// checkSetAside: no thread is lost, and no worker changes its state.
func checkSetAside(t *testing.T, path string, before, after *diagnose.Snapshot) {
	t.Helper()
	if before.Counts.Workers.Total-before.Counts.Workers.Idle != after.Counts.Workers.Total-after.Counts.Workers.Idle || before.Counts.Workers.Blocked != after.Counts.Workers.Blocked {
		t.Errorf("%s: workers were %+v, are %+v", path, before.Counts.Workers, after.Counts.Workers)
	}
	sum := 0
	for _, site := range after.Sites {
		sum += site.Threads
	}
	for _, a := range after.SetAside {
		sum += a.Threads
	}
	if sum != after.Counts.Threads {
		t.Errorf("%s: places have %d of %d threads", path, sum, after.Counts.Threads)
	}
}

func analyzed(t *testing.T, rules, report string) *diagnose.Snapshot {
	t.Helper()
	options, err := Parse(strings.NewReader(rules), "rules")
	if err != nil {
		t.Fatal(err)
	}
	return snapshots(t, filepath.Join("..", "testdata", "stacks", filepath.FromSlash(report)), options)[0]
}

func TestKnownIdleThreadsAreSetAsideByName(t *testing.T) {
	const report = "acme/net10-dedicated_threads.txt"
	s := analyzed(t, "idle order consumer\n wait queue-consume\n Acme.Orders!Acme.Orders.Scenarios.ConsumerLoop\n", report)
	found := false
	for _, a := range s.SetAside {
		found = found || a.Label == "order consumer" && a.Threads == 8
	}
	if !found || len(s.Sites) != 0 {
		t.Errorf("set aside %+v, %d sites", s.SetAside, len(s.Sites))
	}
	for _, other := range []string{
		"idle x\n wait task-result\n Acme.Orders!Acme.Orders.Scenarios.ConsumerLoop\n", // another wait
		"idle x\n Acme.Orders!Acme.Orders.Scenarios.Start\n",                           // not the culprit
		"idle x\n Acme.Orders!Acme.Orders.Scenarios.ConsumerLoop\n Acme.Orders!Nobody.Called\n",
	} {
		if s := analyzed(t, other, report); len(s.Sites) == 0 {
			t.Errorf("%q set threads aside", other)
		}
	}
}

func TestSwitchedOffRulesAreSaid(t *testing.T) {
	s := analyzed(t, "off sync-over-async blocking-wait\n", "stack-bad.txt")
	if s.Findings[0].ID == "sync-over-async" || s.Counts.Workers.Blocked != 60 || strings.Contains(s.Headline, "framework's own") {
		t.Errorf("%s: %q, %d blocked", s.Findings[0].ID, s.Headline, s.Counts.Workers.Blocked)
	}
	if notes := strings.Join(s.Notes, " "); !strings.Contains(notes, "Switched off by the site's rules: sync-over-async, 60 threads here.") {
		t.Errorf("notes do not say what was switched off: %q", notes)
	}
	if s := analyzed(t, "off kestrel-heartbeat\n", "stack-fixed.txt"); strings.Contains(labels(s), "Kestrel heartbeat") {
		t.Errorf("a role that is switched off is still drawn: %s", labels(s))
	}
	if s := analyzed(t, "off task-result\n", "stack-bad.txt"); s.Sites[0].Cause.Rule == classify.RuleTaskResult {
		t.Error("a cause that is switched off is still drawn")
	}
}

func labels(s *diagnose.Snapshot) string {
	var all []string
	for _, a := range s.SetAside {
		all = append(all, a.Label)
	}
	return strings.Join(all, ", ")
}

func TestAdviceOfTheSite(t *testing.T) {
	tests := []struct{ rules, want string }{
		{"advice sync-over-async Ask Kim.\n", "Ask Kim."},
		{"advice sync-over-async Ask Kim.\nadvice task-result Ask Lee about %s.\n", "Ask Lee about %s."},
		{"advice lock-contention Ask Kim.\n", ""},
	}
	for _, tt := range tests {
		got := analyzed(t, tt.rules, "stack-bad.txt").Findings[0].Advice
		if tt.want != "" && got != tt.want || tt.want == "" && strings.Contains(got, "Kim") {
			t.Errorf("%q: advice %q, want %q", tt.rules, got, tt.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("user Acme.*\nidle feed\n wait task-result\n Acme!A.Loop(int32)\noff cpu\nadvice cpu text\n")
	f.Add("idle \x1b[2J\n\t*abc*\n")
	f.Fuzz(func(t *testing.T, text string) {
		options, err := Parse(strings.NewReader(text), "rules")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "rules:") {
				t.Errorf("error %q names no line", err)
			}
			return
		}
		for _, k := range options.Idle {
			if k.Label == "" || len(k.Frames) == 0 {
				t.Errorf("an entry without a name or frames: %+v", k)
			}
		}
	})
}
