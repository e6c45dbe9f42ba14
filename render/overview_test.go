package render

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"stacktriage/diagnose"
	"stacktriage/layout"
	"stacktriage/parse"
)

// overviewOfFiles is the table of reports of which one was read in parts, and of a file
// that is none.
func overviewOfFiles(t *testing.T) *Overview {
	t.Helper()
	table := &Overview{}
	for _, s := range analyzed(t,
		"stack-fixed.txt", "web/hang-1.txt", "stack-bad.txt", "web/ds-deadlock.txt", "web/stack-bad-locked.txt",
		"acme/net10-cpu_busy.txt").Snapshots {
		if s.Input.Source.Label == "web/hang-1.txt" {
			s.Input.SkippedLines = 1
		}
		s.Input.Source.Label = "captures/" + s.Input.Source.Label
		table.Add(s)
	}
	table.AddUnread(
		"captures/README.md",
		"no thread recognised in text that begins with \"# Reports\", expected the text of \"dotnet-stack report\"",
	)
	if table.Unread() != 1 {
		t.Errorf("%d inputs unread, want 1", table.Unread())
	}
	return table
}

// overviewOfMany is the table of so many reports in one file: all alike but for the
// second, which is calm, and the third, in which more threads are blocked.
func overviewOfMany(t *testing.T, n int) *Overview {
	t.Helper()
	bad, calm := analyzed(t, "stack-bad.txt").Snapshots[0], analyzed(t, "stack-fixed.txt").Snapshots[0]
	table := &Overview{}
	for i := range n {
		s, input := *bad, *bad.Input
		if i == 1 {
			s, input = *calm, *calm.Input
		}
		input.Source = parse.Source{Label: "watch.txt", Index: i + 1, Of: n}
		s.Input = &input
		if i == 2 {
			s.Counts.Threads, s.Counts.Blocked = s.Counts.Threads+1, s.Counts.Blocked+1
			s.Counts.Workers.Total, s.Counts.Workers.Blocked = s.Counts.Workers.Total+1, s.Counts.Workers.Blocked+1
		}
		table.Add(&s)
	}
	return table
}

func overviewText(t *testing.T, table *Overview, width int) string {
	t.Helper()
	var got bytes.Buffer
	if err := OverviewText(&got, table, Options{Unicode: true, Width: width}); err != nil {
		t.Fatal(err)
	}
	return got.String()
}

func TestGoldenOverview(t *testing.T) {
	for golden, width := range map[string]int{"overview.80.txt": 80, "overview.120.txt": 120} {
		got := overviewText(t, overviewOfFiles(t), width)
		for _, line := range strings.Split(got, "\n") {
			if layout.Columns(line) > width {
				t.Errorf("%d columns of %d: %q", layout.Columns(line), width, line)
			}
		}
		compareGolden(t, filepath.Join("testdata", "golden", golden), []byte(got))
	}
	many := overviewText(t, overviewOfMany(t, 400), 100)
	compareGolden(t, filepath.Join("testdata", "golden", "overview-many.txt"), []byte(many))
}

// TestOverviewInEveryFormat: each format has each row, with its place.
func TestOverviewInEveryFormat(t *testing.T) {
	for _, f := range Formats(Overviews) {
		var got bytes.Buffer
		if err := f.Overview(&got, overviewOfFiles(t), Options{Unicode: true, Version: "test"}); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if f.Binary {
			continue
		}
		if f.Name != "html" && f.Name != "text" {
			compareGolden(t, filepath.Join("testdata", "golden", "overview."+f.Name+f.Extension), got.Bytes())
		}
		for _, want := range []string{
			"6 reports: 2 critical, 3 warning, 1 ok, 1 not read · in captures/",
			"web/ds-deadlock.txt", "lock-holder-blocked, starved", "Burn", "43", "1 of 3", "README.md",
		} {
			if !strings.Contains(got.String(), want) {
				t.Errorf("%s does not say %q", f.Name, want)
			}
		}
	}
}

// TestOverviewFoldsWhatIsAlike: of many rows that say the same the worst is shown, the
// others are counted in one line, and none is lost.
func TestOverviewFoldsWhatIsAlike(t *testing.T) {
	for _, n := range []int{mostAlike, mostAlike + 1, mostAlike + 2, 400} {
		lines := overviewOfMany(t, n).table().lines
		rows, seen := 0, map[int]bool{}
		for _, line := range lines {
			rows += len(line.members)
			for _, m := range line.members {
				seen[m.at] = true
			}
		}
		if rows != n || len(seen) != n {
			t.Errorf("%d reports: %d in the lines, %d of them different", n, rows, len(seen))
		}
		if folds := n-1 > mostAlike; folds != (len(lines) == 3) || !folds && len(lines) != n {
			t.Errorf("%d reports are %d lines", n, len(lines))
		}
	}
	text := overviewText(t, overviewOfMany(t, 400), 100)
	for _, want := range []string{"400 reports: 399 critical, 1 ok · in watch.txt", "  #3 ", "#1, #4–#400",
		"the same", "  #2 "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestOverviewPictureCountsWhatItLeavesOut: a picture has no room for any number of rows.
func TestOverviewPictureCountsWhatItLeavesOut(t *testing.T) {
	table := &Overview{}
	for i, s := range analyzed(t, corpusNames(t)...).Snapshots {
		s.Input.Source.Label = fmt.Sprintf("captures/%03d-%s", i, s.Input.Source.Label)
		table.Add(s)
	}
	rows := len(table.table().lines)
	if rows <= overviewRows {
		t.Fatalf("only %d rows", rows)
	}
	var got bytes.Buffer
	if err := OverviewSVG(&got, table, Options{}); err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, line := range table.table().lines[overviewRows:] {
		left += len(line.members)
	}
	if want := fmt.Sprintf("… %d more reports, none graver", left); !strings.Contains(got.String(), want) {
		t.Errorf("no %q", want)
	}
	if strings.Contains(got.String(), "more lines") {
		t.Error("rows were cut without a count of reports")
	}
}

// TestOverviewKeepsTheOrderOfReportsOfOneFile: the tenth does not come before the second.
func TestOverviewKeepsTheOrderOfReportsOfOneFile(t *testing.T) {
	table := &Overview{}
	for i := range 12 {
		s := *analyzed(t, "stack-fixed.txt").Snapshots[0]
		input := *s.Input
		input.Source = parse.Source{Label: "watch.txt", Index: i + 1, Of: 12}
		s.Input = &input
		table.Add(&s)
	}
	for i, line := range table.table().lines {
		if want := fmt.Sprintf("#%d", i+1); line.name != want {
			t.Errorf("row %d is of report %s", i+1, line.name)
		}
	}
}

func TestOverviewCommonPart(t *testing.T) {
	tests := []struct {
		labels []string
		want   string
	}{
		{[]string{"a/b/c.txt", "a/b/d.txt"}, "a/b/"},
		{[]string{"a/bad.txt", "a/bag.txt"}, "a/"},
		{[]string{`C:\x\a.txt`, `C:\x\b.txt`}, `C:\x\`},
		{[]string{"a.txt", "b.txt"}, ""},
		{[]string{"a/x.zip:b.txt", "a/x.zip:c.txt"}, "a/x.zip:"},
		{[]string{"a/x.txt", "a/x.txt"}, "a/"},
		{[]string{"größe.txt", "grün.txt"}, ""},
		{[]string{"a/one.txt"}, ""},
	}
	for _, tt := range tests {
		o := &Overview{}
		for _, label := range tt.labels {
			o.rows = append(o.rows, overviewRow{label: label, index: 1, of: 1})
		}
		if got := o.commonPart(); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.labels, got, tt.want)
		}
	}
}

// TestOverviewNamesThePlaceOfTheReport: a row says where in the words of the headline.
func TestOverviewNamesThePlaceOfTheReport(t *testing.T) {
	inOwnCode := regexp.MustCompile(`blocked on (\S+ in [^,;:(]+?)(?: \(|[,;:]| and )`)
	matched := 0
	for _, name := range corpusNames(t) {
		for _, s := range analyzed(t, name).Snapshots {
			place := inOwnCode.FindStringSubmatch(s.Headline)
			if place == nil || s.Severity() == diagnose.OK {
				continue
			}
			matched++
			if got := firstPlace(s).String(); got != place[1] {
				t.Errorf("%s: the overview says %q, the headline %q", name, got, s.Headline)
			}
		}
	}
	if matched < 20 {
		t.Errorf("only %d headlines name a place", matched)
	}
}

func TestOverviewWithLongAndHostileNames(t *testing.T) {
	report := analyzed(t, "stack-bad.txt")
	report.Snapshots[0].Input.Source.Label = strings.Repeat("a/very/long/path/", 10) + "<b>|`x`\x1b[2J\u202e.txt"
	for _, f := range Formats(Overviews) {
		table := &Overview{}
		table.Add(report.Snapshots[0])
		table.AddUnread("\x1b]0;owned\x07<script>", "because \x1b[31m")
		var got bytes.Buffer
		if err := f.Overview(&got, table, Options{Width: 60}); err != nil {
			t.Fatal(err)
		}
		if !f.Binary && strings.ContainsAny(got.String(), "\x1b\x07\u202e") {
			t.Errorf("%s: a control character comes through", f.Name)
		}
		if f.Name == "html" && strings.Contains(got.String(), "<b>|") {
			t.Errorf("%s: a name is markup", f.Name)
		}
		if f.Name == "text" && !strings.Contains(got.String(), "60 of 60") {
			t.Errorf("overview is %q", got.String())
		}
	}
}

// TestOverviewIsNeverCalmOnWhatItDidNotRead: a part that was lost may be what is blocked;
// and what is not sure is said not to be.
func TestOverviewIsNeverCalmOnWhatItDidNotRead(t *testing.T) {
	calm, guess := analyzed(t, "stack-fixed.txt").Snapshots[0], analyzed(t, "stack-bad.txt").Snapshots[0]
	guess.Findings[0].Confidence = diagnose.Low
	calm.Input.SkippedLines = 1
	table := &Overview{}
	table.Add(calm)
	table.Add(guess)
	got := overviewText(t, table, 120)
	if strings.Contains(got, "OK") || !strings.Contains(got, "2 reports: 1 critical, 1 note") {
		t.Errorf("calm about a report that was partly read:\n%s", got)
	}
	if !strings.Contains(got, "perhaps sync-over-async") {
		t.Errorf("sure of a guess:\n%s", got)
	}
}
