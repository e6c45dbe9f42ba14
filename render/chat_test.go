package render

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"stacktriage/diagnose"
	"stacktriage/layout"
	"stacktriage/output/chat"
	"stacktriage/wording"
)

func chatOf(t *testing.T, r *diagnose.Report, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Chat(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func unitsOf(text string) int { return len(utf16.Encode([]rune(text))) }

// TestChatGolden shows what is pasted.
func TestChatGolden(t *testing.T) {
	for _, preset := range chat.Names() {
		for name, reports := range map[string][]string{
			"stack-bad": {"stack-bad.txt"}, "stack-fixed": {"stack-fixed.txt"}, "mixed": {"acme/net10-mixed_bad.txt"},
			"large": {"real/large-3000.txt"}, "several": {"stack-bad.txt", "stack-fixed.txt"},
		} {
			t.Run(name+"."+preset, func(t *testing.T) {
				got := chatOf(t, analyzed(t, reports...), Options{Chat: preset, Top: 5, IDs: 4})
				compareGolden(t, filepath.Join("testdata", "golden", "chat", name+"."+preset+".txt"), []byte(got))
			})
		}
	}
}

// TestChatFitsAtEveryLength cuts the message of the largest report at its own length,
// one below and one above, for every length it can be cut to.
func TestChatFitsAtEveryLength(t *testing.T) {
	r := analyzed(t, "real/large-3000.txt")
	for _, preset := range presets(t) {
		t.Run(preset.Name(), func(t *testing.T) {
			cut := func(limit int) string {
				return reportMessage(r, Options{IDs: 4}, preset).Fit(preset, limit)
			}
			whole := cut(1 << 20)
			for size := unitsOf(whole); ; {
				at, above, below := cut(size), cut(size+1), cut(size-1)
				if unitsOf(at) != size || above != at {
					t.Fatalf("limit %d gives %d, one more gives %d", size, unitsOf(at), unitsOf(above))
				}
				checkChat(t, preset, at)
				if unitsOf(below) > size-1 {
					if below != at {
						t.Fatalf("limit %d gives %d", size-1, unitsOf(below))
					}
					break // nothing is left to leave out
				}
				checkChat(t, preset, below)
				size = unitsOf(below)
			}
			if got := cut(preset.Limit()); unitsOf(got) > preset.Limit() {
				t.Errorf("%d units, limit %d", unitsOf(got), preset.Limit())
			}
		})
	}
}

// presets are all there are.
func presets(t *testing.T) []*chat.Preset {
	t.Helper()
	var all []*chat.Preset
	for _, name := range chat.Names() {
		p, err := chat.PresetOf(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// lastLines end a message with a block.
var lastLines = map[string]string{"github": "</details>", "jira": noformat}

const (
	fence    = "```"
	noformat = "{noformat}"
)

// linkLine is a line below a block: an address, or a name that leads to one.
var linkLine = map[string]*regexp.Regexp{
	"slack":   regexp.MustCompile(`^([^ ]+ )?https?://[^ ]+$`),
	"teams":   regexp.MustCompile(`^([^ ]+ )?https?://[^ ]+$`),
	"discord": regexp.MustCompile(`^([^ ]+ )?<https?://[^ >]+>$`),
	"github":  regexp.MustCompile("^(<https?://[^ >]+>|\\[``.+``\\]\\(https?://[^ ()]+\\)|)$"),
	"jira":    regexp.MustCompile(`^\[([^|\]]+\|)?https?://[^ |\]]+\]$`),
}

// withoutLinks is a message without the links below its block.
func withoutLinks(lines []string, program string) []string {
	for linkLine[program] != nil && linkLine[program].MatchString(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// checkChat checks what holds for every message: the headline, one closed block, lines
// that cannot end it, no blanks at the end of lines.
func checkChat(t *testing.T, preset *chat.Preset, text string) {
	t.Helper()
	if !strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\n\n") {
		t.Fatalf("the end of %q", text)
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	lines = withoutLinks(lines, preset.Name())
	head := lines[0]
	if mark, rest, _ := strings.Cut(head, " "); preset.Name() != "jira" && preset.Name() != "plain" {
		if mark != "🟥" && mark != "🟧" && mark != "🟩" {
			t.Errorf("the headline begins with %q", mark)
		}
		head = rest
	}
	if word, _, ok := strings.Cut(head, ": "); !ok || word != strings.ToUpper(word) {
		t.Errorf("no word of severity in %q", head)
	}
	fences, breaker := 0, fence
	switch preset.Name() {
	case "jira":
		breaker = noformat
	case "plain":
		breaker = "\x00"
	}
	for _, line := range lines[1:] {
		switch {
		case line == breaker, line == breaker+"ansi", line == breaker+"diff":
			fences++
		case strings.Contains(line, breaker):
			t.Errorf("a line that can end the block: %q", line)
		}
		if strings.TrimRight(line, " \t") != line || strings.Contains(line, "\t") {
			t.Errorf("blanks at the end of, or tabs in %q", line)
		}
		for _, r := range line {
			if layout.Hidden(r) && (r != '\x1b' || preset.Name() != "discord") {
				t.Errorf("%q in %q", r, line)
			}
		}
	}
	want := 2
	if !preset.Fenced() {
		want = 0
	}
	if fences != want {
		t.Errorf("%s: %d fences, want %d:\n%s", preset.Name(), fences, want, text)
	}
	last, ok := lastLines[preset.Name()]
	if !ok || fences == 2 && strings.HasPrefix(lines[1], fence) {
		last = fence
	}
	if preset.Fenced() && lines[len(lines)-1] != last {
		t.Errorf("%s: the last line is %q", preset.Name(), lines[len(lines)-1])
	}
}

func TestChatOfTheCorpus(t *testing.T) {
	for _, name := range []string{
		"stack-bad.txt", "web/ds-deadlock.txt", "web/ds-taskwait.txt", "third/npgsql-lock-holder.txt", "third/vb-shapes.txt",
		"third/fsharp-shapes.txt", "acme/net10-shapes.txt", "real/net9-lockhold.txt", "real/large-3000.txt",
	} {
		r := analyzed(t, name)
		several := &diagnose.Report{Snapshots: append(analyzed(t, "stack-fixed.txt").Snapshots, r.Snapshots...)}
		for range 2 {
			several.Snapshots = append(several.Snapshots, several.Snapshots...)
		}
		for _, preset := range presets(t) {
			for _, r := range []*diagnose.Report{r, several} {
				for _, top := range []int{0, 5} {
					text := chatOf(t, r, Options{Chat: preset.Name(), Top: top, IDs: -1})
					checkChat(t, preset, text)
					if n := unitsOf(text); n > preset.Limit() {
						t.Errorf("%s %s: %d units", name, preset.Name(), n)
					}
				}
			}
		}
	}
}

// TestChatLeavesOutStacksFirst: the frames of the last places go, then the places.
func TestChatLeavesOutStacksFirst(t *testing.T) {
	r := analyzed(t, "acme/net10-mixed_bad.txt")
	last := 4
	for limit := 3900; limit > 300; limit -= 10 {
		text := reportMessage(r, Options{Top: 5, IDs: 4}, presets(t)[0]).Fit(presets(t)[0], limit)
		stacks, places := strings.Count(text, "culprit ▸"), strings.Count(text, " workers   ")
		if stacks > last {
			t.Fatalf("limit %d: %d stacks after %d", limit, stacks, last)
		}
		last = stacks
		if stacks > 1 && places < 4 {
			t.Fatalf("limit %d: %d stacks, but %d places:\n%s", limit, stacks, places, text)
		}
		if hidden := 4 - places; hidden > 0 && !strings.Contains(text, "more place") {
			t.Fatalf("limit %d: %d places are not accounted for:\n%s", limit, hidden, text)
		}
	}
	if last != 0 {
		t.Errorf("%d stacks at the end", last)
	}
}

// TestWorstReportIsNeverCut: however many calm reports come before it.
func TestWorstReportIsNeverCut(t *testing.T) {
	calm := analyzed(t, "stack-fixed.txt").Snapshots[0]
	r := &diagnose.Report{Snapshots: slices.Repeat([]*diagnose.Snapshot{calm}, 2000)}
	r.Snapshots = append(r.Snapshots, analyzed(t, "stack-bad.txt").Snapshots...)
	for _, preset := range presets(t) {
		text := chatOf(t, r, Options{Chat: preset.Name(), IDs: 4})
		checkChat(t, preset, text)
		bad, fixed := strings.Index(text, "stack-bad.txt"), strings.Index(text, "stack-fixed.txt")
		if bad < 0 || fixed >= 0 && fixed < bad || !strings.Contains(text, "Program.Main lambda #2") {
			t.Errorf("%s: the critical report is not the first:\n%s", preset.Name(), text)
		}
		if !strings.Contains(text, "more report") {
			t.Errorf("%s: what was cut is not counted:\n%s", preset.Name(), text)
		}
	}
}

func TestChatIsSafeFromNames(t *testing.T) {
	spec := syncOverAsync(3)
	for i, f := range spec.frames {
		if strings.HasPrefix(f, "C ") {
			spec.frames[i] = "C Shop.Web!Shop.Web.Cart.```{noformat}@here|x|y<Main>$"
		}
	}
	s := model(t, "a```b.txt", spec)
	setHeadline(s, wording.Format("3 workers blocked in %s (Shop.Web)", wording.Code(s.Sites[0].Culprit.Short)))
	for _, preset := range presets(t) {
		text := chatOf(
			t, &diagnose.Report{Snapshots: []*diagnose.Snapshot{s, s}}, Options{Chat: preset.Name(), IDs: 4},
		)
		checkChat(t, preset, text)
		text = chatOf(t, &diagnose.Report{Snapshots: []*diagnose.Snapshot{s}}, Options{Chat: preset.Name(), IDs: 4})
		checkChat(t, preset, text)
		head, _, _ := strings.Cut(text, "\n")
		switch preset.Name() {
		case "slack", "teams", "discord":
			if strings.Contains(head, "@here") || strings.Contains(head, fence) {
				t.Errorf("%s: %s", preset.Name(), head)
			}
		case "github":
			if !strings.Contains(head, "````Cart.```") {
				t.Errorf("the name is not in a code span: %s", head)
			}
		case "jira":
			if strings.Contains(head, " {noformat}") || strings.Contains(strings.ReplaceAll(head, `\|`, ""), "|") {
				t.Errorf("wiki markup in %s", head)
			}
		}
	}
}

func TestChatHeadlineOfEndlessNamesIsCut(t *testing.T) {
	s := model(t, "a.txt", syncOverAsync(3))
	setHeadline(s, wording.Format("blocked in %s", wording.Code(strings.Repeat("Verschachtelung🟥.", 2000))))
	for _, preset := range presets(t) {
		text := chatOf(t, &diagnose.Report{Snapshots: []*diagnose.Snapshot{s}}, Options{Chat: preset.Name()})
		if n := unitsOf(text); n > preset.Limit() {
			t.Errorf("%s: %d units", preset.Name(), n)
		}
		checkChat(t, preset, text)
	}
}

func TestChatMark(t *testing.T) {
	s := model(t, "a.txt", syncOverAsync(3))
	for severity, want := range map[diagnose.Severity]string{
		diagnose.Critical: "🟥 CRITICAL: 3 workers blocked", diagnose.Warning: "🟧 WARNING: 3 workers blocked",
		diagnose.Note: "🟧 NOTE: 3 workers blocked", diagnose.OK: "🟩 OK: 3 workers blocked",
	} {
		s.Findings[0].Severity = severity
		r := &diagnose.Report{Snapshots: []*diagnose.Snapshot{s}}
		if head, _, _ := strings.Cut(chatOf(t, r, Options{}), "\n"); head != want {
			t.Errorf("got %q, want %q", head, want)
		}
		_, word, _ := strings.Cut(want, " ")
		for _, o := range []Options{{NoEmoji: true}, {Chat: "jira"}, {Chat: "plain"}} {
			if head, _, _ := strings.Cut(chatOf(t, r, o), "\n"); head != word {
				t.Errorf("%+v: got %q, want %q", o, head, word)
			}
		}
	}
}

func TestUnknownChatProgram(t *testing.T) {
	err := Chat(&bytes.Buffer{}, &diagnose.Report{}, Options{Chat: "irc"})
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", "irc")) ||
		!strings.Contains(err.Error(), "jira") {
		t.Errorf("error %v", err)
	}
}
