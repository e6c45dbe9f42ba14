package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"stacktriage/layout"
)

func page(lines ...string) Page {
	p := Page{Title: "title", Accent: layout.Critical}
	for _, l := range lines {
		p.Lines = append(p.Lines, layout.Line{layout.Plain.Of(l)})
	}
	return p
}

func TestLongLinesAreWrapped(t *testing.T) {
	line := layout.Line{
		layout.Label.Of("    culprit "),
		layout.Culprit.Of(strings.Repeat("Acme.Orders.", 20)),
		layout.Dim.Of(" tail"),
	}
	wrapped := wrap(line, 66)
	var all strings.Builder
	for i, l := range wrapped {
		if n := l.Columns(); n > 66 {
			t.Errorf("line %d has %d columns", i, n)
		}
		text := l.Text()
		if l.Columns() != len(text) {
			t.Errorf("line %d says %d columns: %q", i, l.Columns(), text)
		}
		if i > 0 {
			text = strings.TrimPrefix(text, "    ")
		}
		if i < len(wrapped)-1 && !strings.HasSuffix(text, ".") {
			t.Errorf("line %d ends inside a name: %q", i, text)
		}
		all.WriteString(text)
	}
	if want := line.Text(); all.String() != want {
		t.Errorf("got %q, want %q", all.String(), want)
	}
}

func TestPiecesKeepTheirColumns(t *testing.T) {
	line := layout.Line{
		layout.Count.Of("  60 workers"), layout.Blanks(3), layout.Plain.Of("in   A.B   C"), layout.API.Of("日本"), layout.Dim.Of(" x"),
	}
	of := func(text string, column, width int, style layout.Style) piece {
		return piece{text: text, column: column, width: width, style: style}
	}
	want := []piece{
		of("60 workers", 2, 10, layout.Count), of("in", 15, 2, layout.Plain), of("A.B", 20, 3, layout.Plain),
		of("C", 26, 1, layout.Plain), of("日本", 27, 4, layout.API), of("x", 32, 1, layout.Dim),
	}
	got := pieces(line)
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("piece %d: got %v, want %v", i, got[i], want[i])
		}
	}
}

func TestPNG(t *testing.T) {
	noise := make([]string, 120)
	for i := range noise {
		noise[i] = strings.Repeat("Größe▸⋮┃…日\x1b\u202e{}#@", 5)
	}
	for name, p := range map[string]Page{
		"empty": {}, "one": page("60 of 60"), "noise": page(noise...), "wide": page(strings.Repeat("x", 10_000)),
	} {
		for _, theme := range []Theme{dark, light} {
			var b, again bytes.Buffer
			if err := PNG(&b, p, theme); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := PNG(&again, p, theme); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
				t.Errorf("%s: two runs differ, error %v", name, err)
			}
			if b.Len() > MaxBytes {
				t.Errorf("%s: %d bytes", name, b.Len())
			}
			img, err := png.Decode(&b)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if w := img.Bounds().Dx(); w > MaxColumns*cellWidth+2*margin {
				t.Errorf("%s: %d pixels wide", name, w)
			}
			if got := img.At(1, img.Bounds().Dy()-1); got != theme.background {
				t.Errorf("%s: background %v", name, got)
			}
		}
	}
}

func TestSVGIsXMLWithoutScripts(t *testing.T) {
	p := page(`<script>alert(1)</script> & "x" ]]> '`, "a\x00b\x1b[31m\u202e\ufffe\xff日本  x", "  ┃ ⋮ 3 frames")
	p.Title = "</title><script>&"
	var b bytes.Buffer
	if err := SVG(&b, p, dark); err != nil {
		t.Fatal(err)
	}
	allowed := map[string]bool{"svg": true, "title": true, "rect": true, "g": true, "text": true}
	dec := xml.NewDecoder(&b)
	var text strings.Builder
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if !allowed[token.Name.Local] {
				t.Errorf("element %s", token.Name.Local)
			}
			for _, a := range token.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" || a.Name.Local == "style" {
					t.Errorf("attribute %s", a.Name.Local)
				}
			}
		case xml.CharData:
			text.Write(token)
		}
	}
	if !strings.Contains(text.String(), `<script>alert(1)</script> & "x" ]]> '`) {
		t.Errorf("the text was changed: %q", text.String())
	}
	for _, r := range text.String() {
		if r < ' ' && r != '\n' || r == '\u202e' {
			t.Errorf("control character %q", r)
		}
	}
}

func TestContrast(t *testing.T) {
	for name, theme := range map[string]Theme{"dark": dark, "light": light} {
		for s, c := range theme.colors {
			back := theme.background
			bright, gloom := luminance(c.R, c.G, c.B), luminance(back.R, back.G, back.B)
			if bright < gloom {
				bright, gloom = gloom, bright
			}
			if ratio := (bright + 0.05) / (gloom + 0.05); ratio < 4.5 {
				t.Errorf("%s: style %d has a contrast of %.1f", name, s, ratio)
			}
		}
	}
}

// luminance is the relative luminance of WCAG 2.1, without its gamma's linear foot.
func luminance(r, g, b uint8) float64 {
	part := func(v uint8) float64 {
		x := (float64(v)/255 + 0.055) / 1.055
		return math.Pow(x, 2.4)
	}
	return 0.2126*part(r) + 0.7152*part(g) + 0.0722*part(b)
}

func TestThemeOf(t *testing.T) {
	for _, name := range []string{"dark", "light", ""} {
		if _, err := ThemeOf(name); err != nil {
			t.Error(err)
		}
	}
	if _, err := ThemeOf("pink"); err == nil {
		t.Error("pink is a theme")
	}
}
