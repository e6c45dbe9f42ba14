package render

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"stacktriage/output/picture"
)

// TestPictureHasTheWordsOfTheText: a picture is drawn from the text report.
func TestPictureHasTheWordsOfTheText(t *testing.T) {
	for _, name := range []string{"stack-bad.txt", "stack-fixed.txt", "acme/net10-mixed_bad.txt", "third/fsharp-shapes.txt"} {
		r := analyzed(t, name)
		o := Options{Unicode: true, Width: pictureWidth, Top: 2, IDs: 4}
		var text, svg bytes.Buffer
		if err := Text(&text, r, o); err != nil {
			t.Fatal(err)
		}
		if err := SVG(&svg, r, o); err != nil {
			t.Fatal(err)
		}
		want := squeeze(withoutFlags(strings.ReplaceAll(text.String(), "┃", "")))
		want = strings.TrimSuffix(want, squeeze(explainHint))
		if got := squeeze(svgText(t, &svg)); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// squeeze takes the blanks out: lines of a picture may break elsewhere.
func squeeze(text string) string { return strings.Join(strings.Fields(text), "") }

func svgText(t *testing.T, r io.Reader) string {
	t.Helper()
	var b strings.Builder
	dec := xml.NewDecoder(r)
	inText := false
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if inText {
				b.Write(token)
				b.WriteByte(' ')
			}
		}
	}
}

func TestSVGGolden(t *testing.T) {
	for name, o := range map[string]Options{"stack-bad.dark.svg": {Top: 5, IDs: 4}, "stack-fixed.light.svg": {Theme: "light", Top: 5, IDs: 4}} {
		var got bytes.Buffer
		report, _, _ := strings.Cut(name, ".")
		if err := SVG(&got, analyzed(t, report+".txt"), o); err != nil {
			t.Fatal(err)
		}
		compareGolden(t, filepath.Join("testdata", "golden", "picture", name), got.Bytes())
	}
}

func TestPicturesOfTheLargestReportAreSmall(t *testing.T) {
	for _, o := range []Options{{Top: 5, IDs: 4}, {Full: true, IDs: -1}} {
		var b bytes.Buffer
		if err := PNG(&b, analyzed(t, "real/large-3000.txt"), o); err != nil {
			t.Fatal(err)
		}
		if b.Len() > picture.MaxBytes {
			t.Errorf("%+v: %d bytes", o, b.Len())
		}
	}
}

func TestUnknownTheme(t *testing.T) {
	if err := PNG(io.Discard, analyzed(t, "stack-bad.txt"), Options{Theme: "pink"}); err == nil {
		t.Error("no error")
	}
}
