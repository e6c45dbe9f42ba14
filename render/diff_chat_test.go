package render

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"stacktriage/output/chat"
)

func TestDiffChatGolden(t *testing.T) {
	pairs := map[string][2]string{
		"diff-bad-fixed":   {"web/stack-bad.txt", "web/stack-fixed.txt"},
		"diff-sleep-bad":   {"web/stack-bad-sleep.txt", "web/stack-bad.txt"},
		"diff-fixed-mixed": {"acme/net10-idle_pool.txt", "acme/net10-mixed_bad.txt"},
	}
	for name, pair := range pairs {
		for _, preset := range chat.Names() {
			t.Run(name+"."+preset, func(t *testing.T) {
				var got bytes.Buffer
				if err := DiffChat(&got, compared(t, pair[0], pair[1]), Options{Chat: preset, Top: 5, IDs: 4}); err != nil {
					t.Fatal(err)
				}
				compareGolden(t, filepath.Join("testdata", "golden", "chat", name+"."+preset+".txt"), got.Bytes())
			})
		}
	}
}

// TestDiffChatFitsAtEveryLength is TestChatFitsAtEveryLength for a comparison with the
// largest report.
func TestDiffChatFitsAtEveryLength(t *testing.T) {
	d := compared(t, "stack-bad.txt", "real/large-3000.txt")
	for _, preset := range presets(t) {
		t.Run(preset.Name(), func(t *testing.T) {
			cut := func(limit int) string { return diffMessage(d, Options{All: true}, preset).Fit(preset.ForDiff(), limit) }
			for size := unitsOf(cut(1 << 20)); ; {
				at, above, below := cut(size), cut(size+1), cut(size-1)
				if unitsOf(at) != size || above != at {
					t.Fatalf("limit %d gives %d, one more gives %d", size, unitsOf(at), unitsOf(above))
				}
				checkChat(t, preset, at)
				if unitsOf(below) > size-1 {
					break // nothing is left to leave out
				}
				size = unitsOf(below)
			}
			if got := cut(preset.Limit()); unitsOf(got) > preset.Limit() {
				t.Errorf("%d units, limit %d", unitsOf(got), preset.Limit())
			}
		})
	}
}

func TestDiffPictureHasTheWordsOfTheText(t *testing.T) {
	d := compared(t, "web/stack-bad.txt", "web/stack-fixed.txt")
	o := Options{Unicode: true, Width: pictureWidth, Top: 5}
	var text, svg, png bytes.Buffer
	if err := DiffText(&text, d, o); err != nil {
		t.Fatal(err)
	}
	if err := DiffSVG(&svg, d, o); err != nil {
		t.Fatal(err)
	}
	if err := DiffPNG(&png, d, o); err != nil {
		t.Fatal(err)
	}
	if got, want := squeeze(svgText(t, &svg)), squeeze(withoutFlags(text.String())); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !strings.HasPrefix(png.String(), "\x89PNG") {
		t.Error("the PNG is none")
	}
}

func TestDiffExports(t *testing.T) {
	d := compared(t, "web/stack-bad.txt", "web/stack-fixed.txt")
	for _, f := range Formats(Comparisons) {
		var out bytes.Buffer
		if err := f.Diff(&out, d, Options{Unicode: true}); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		if out.Len() == 0 {
			t.Errorf("%s writes nothing", f.Name)
		}
	}
}
