package render

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/internal/corpus"
	"stacktriage/layout"
	"stacktriage/parse"
	"stacktriage/series"
)

// relatedSeries relates NAME-1.txt to NAME-3.txt of the corpus.
func relatedSeries(t *testing.T, name string, elapsed []time.Duration) *series.Series {
	t.Helper()
	s, err := series.Relate(relatedSets(t, name), elapsed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func relatedSets(t *testing.T, name string) []*group.Set {
	t.Helper()
	var sets []*group.Set
	for _, number := range []string{"1", "2", "3"} {
		label := name + "-" + number + ".txt"
		snaps, err := parse.Read(bytes.NewReader(corpus.Report(t, stacks, label)), label)
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, group.Build(snaps[0], classify.Options{}))
	}
	return sets
}

func TestGoldenSeries(t *testing.T) {
	plain := Options{Version: "test", Unicode: true, Width: 80, Top: 10, IDs: 4}
	painted, ascii := plain, plain
	painted.Palette = letters
	ascii.Unicode = false
	every := []time.Duration{0, 5 * time.Second, 10 * time.Second}
	tests := []struct {
		golden, series string
		elapsed        []time.Duration
		options        Options
	}{
		{"series-bad.80.txt", "web/bad", nil, plain},
		{"series-bad.every-5s.txt", "web/bad", every, plain},
		{"series-bad.letters.txt", "web/bad", nil, painted},
		{"series-bad.ascii.txt", "web/bad", nil, ascii},
		{"series-hang.80.txt", "web/hang", nil, plain},
		{"series-partial.80.txt", "series/partial", nil, plain},
		{"series-idle.80.txt", "series/idle", nil, plain},
	}
	for _, tt := range tests {
		t.Run(tt.golden, func(t *testing.T) {
			var got bytes.Buffer
			if err := SeriesText(&got, relatedSeries(t, tt.series, tt.elapsed), tt.options); err != nil {
				t.Fatal(err)
			}
			compareGolden(t, filepath.Join("testdata", "golden", tt.golden), got.Bytes())
		})
	}
}

func TestGoldenSeriesPictures(t *testing.T) {
	for _, name := range []string{"web/bad", "series/partial"} {
		var got bytes.Buffer
		if err := SeriesSVG(&got, relatedSeries(t, name, nil), Options{Version: "test", Top: 10, IDs: 4}); err != nil {
			t.Fatal(err)
		}
		compareGolden(t, filepath.Join("testdata", "golden", "picture", "series-"+filepath.Base(name)+".svg"), got.Bytes())
	}
}

func TestGoldenSeriesChat(t *testing.T) {
	for _, tt := range []struct{ golden, series, chat string }{
		{"series-bad.slack.txt", "web/bad", "slack"},
		{"series-partial.github.txt", "series/partial", "github"},
		{"series-hang.plain.txt", "web/hang", "plain"},
		{"series-idle.discord.txt", "series/idle", "discord"},
	} {
		var got bytes.Buffer
		if err := SeriesChat(&got, relatedSeries(t, tt.series, nil), Options{Version: "test", Chat: tt.chat, Top: 10, IDs: 4}); err != nil {
			t.Fatal(err)
		}
		compareGolden(t, filepath.Join("testdata", "golden", "chat", tt.golden), got.Bytes())
	}
}

// TestSeriesChatFits holds every program's limit on a series of very many places.
func TestSeriesChatFits(t *testing.T) {
	s := relatedSeries(t, "web/bad", nil)
	for len(s.Places) < 300 {
		s.Places = append(s.Places, s.Places[0])
	}
	for _, preset := range presets(t) {
		var got bytes.Buffer
		if err := SeriesChat(&got, s, Options{Chat: preset.Name(), IDs: 4}); err != nil {
			t.Fatal(err)
		}
		if n := unitsOf(got.String()); n > preset.Limit() || !strings.Contains(got.String(), "more place") {
			t.Errorf("%s: %d units of %d", preset.Name(), n, preset.Limit())
		}
	}
}

func TestGoldenSeriesJSON(t *testing.T) {
	var got bytes.Buffer
	if err := SeriesJSON(&got, relatedSeries(t, "series/partial", nil), Options{Version: "test"}); err != nil {
		t.Fatal(err)
	}
	if !json.Valid(got.Bytes()) {
		t.Errorf("no JSON:\n%s", got.Bytes())
	}
	compareGolden(t, filepath.Join("testdata", "golden", "series-partial.json"), got.Bytes())
}

// TestManyReportsFit leaves reports out of the middle, not off the edge.
func TestManyReportsFit(t *testing.T) {
	sets := relatedSets(t, "web/hang")
	for len(sets) < 60 {
		sets = append(sets, relatedSets(t, "web/hang")[2])
	}
	s, err := series.Relate(sets, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{60, 80, 100, 200} {
		var got bytes.Buffer
		if err := SeriesText(&got, s, Options{Unicode: true, Width: width, IDs: 4}); err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(got.String(), "\n") {
			if layout.Columns(line) > width && !strings.Contains(line, "https://") {
				t.Errorf("%d columns of %d: %q", layout.Columns(line), width, line)
			}
		}
		for _, part := range []string{"#1 ", "#60", "…"} {
			if !strings.Contains(got.String(), part) {
				t.Errorf("width %d: no %q", width, part)
			}
		}
	}
}

// TestSeriesPage has the words of the text, a line for each value and a cell for each
// report of each row.
func TestSeriesPage(t *testing.T) {
	s := relatedSeries(t, "series/partial", nil)
	s.Snapshots[0].Input.Source.Label = "<b>one</b>.txt"
	var got bytes.Buffer
	if err := SeriesHTML(&got, s, Options{Version: "test", Top: 10, IDs: 4}); err != nil {
		t.Fatal(err)
	}
	text := got.String()
	for _, want := range []string{
		"Turning over: 12 workers blocked", "&lt;b&gt;one&lt;/b&gt;.txt",
		`<polyline class="blocked" points="100.0,120.0 300.0,120.0 500.0,120.0"/>`,
		`<polyline class="idle dashed"`, `<b class="letter">A</b>`,
		"the same thread in 3 of 3: turning over", "vanished threads", "Await the task",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	if strings.Contains(text, "<b>one") || flagHint.MatchString(text[:strings.Index(text, "<script>")]) {
		t.Error("a name is markup, or a flag is named")
	}
	if cells := strings.Count(text, `<td class="blocked">A</td>`); cells != 11 {
		t.Errorf("%d cells are blocked, want 11", cells)
	}
}
