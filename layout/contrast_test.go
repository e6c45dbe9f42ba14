package layout

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the table of docs/colours.md")

// scheme is what a terminal shows by default: its background, its text and its 16 colours.
type scheme struct {
	name       string
	background rgb
	text       rgb
	colours    [16]rgb
}

// rgb is 0xRRGGBB.
type rgb uint32

var (
	campbell = [16]rgb{
		0x0c0c0c, 0xc50f1f, 0x13a10e, 0xc19c00, 0x0037da, 0x881798, 0x3a96dd, 0xcccccc,
		0x767676, 0xe74856, 0x16c60c, 0xf9f1a5, 0x3b78ff, 0xb4009e, 0x61d6d6, 0xf2f2f2,
	}
	macOS = [16]rgb{
		0x000000, 0xc23621, 0x25bc24, 0xadad27, 0x492ee1, 0xd338d3, 0x33bbc8, 0xcbcccd,
		0x818383, 0xfc391f, 0x31e722, 0xeaec23, 0x5833ff, 0xf935f8, 0x14f0f0, 0xe9ebeb,
	}
	gnome = [16]rgb{
		0x171421, 0xc01c28, 0x26a269, 0xa2734c, 0x12488b, 0xa347ba, 0x2aa1b3, 0xd0cfcc,
		0x5e5c64, 0xf66151, 0x33d17a, 0xe9ad0c, 0x2a7bde, 0xc061cb, 0x33c7de, 0xffffff,
	}
	solarized = [16]rgb{
		0x073642, 0xdc322f, 0x859900, 0xb58900, 0x268bd2, 0xd33682, 0x2aa198, 0xeee8d5,
		0x002b36, 0xcb4b16, 0x586e75, 0x657b83, 0x839496, 0x6c71c4, 0x93a1a1, 0xfdf6e3,
	}
)

// schemes are the defaults of the terminals in use. Sources: microsoft/terminal
// src/cascadia/TerminalSettingsModel/defaults.json (Campbell); Wikipedia, "ANSI escape
// code", table of colours, column Terminal.app, on the backgrounds of its profiles Basic
// and Pro; GNOME/gnome-terminal src/profile-editor.c ("GNOME" palette, schemes "GNOME
// light" and "GNOME dark"); altercation/solarized README.md, "The Values".
var schemes = []scheme{
	{"Windows Terminal", 0x0c0c0c, 0xcccccc, campbell},
	{"macOS Terminal, light", 0xffffff, 0x000000, macOS},
	{"macOS Terminal, dark", 0x000000, 0xf2f2f2, macOS},
	{"GNOME, light", 0xffffff, 0x1e1e1e, gnome},
	{"GNOME, dark", 0x171421, 0xd0cfcc, gnome},
	{"Solarized light", 0xfdf6e3, 0x657b83, solarized},
	{"Solarized dark", 0x002b36, 0x839496, solarized},
}

// styleNames are the rows of the table. What is not in it is in the terminal's own colour.
var styleNames = []struct {
	style Style
	name  string
	least float64
}{
	{Culprit, "the culprit, and other own code", 4.5},
	{Critical, "the word CRITICAL", 4},
	{Warning, "the word WARNING", 4},
	{OK, "the word OK", 4},
	{Bar, "bars along frames that wait", 3},
}

// TestContrast: the culprit can be read on the default colours of every usual terminal
// (WCAG 2.1, 1.4.3), a severity nearly as well, and a bar can be seen (1.4.11).
func TestContrast(t *testing.T) {
	for _, row := range styleNames {
		for _, s := range schemes {
			if got := s.contrastOf(sgr[row.style]); got < row.least {
				t.Errorf("%s: %.2f : 1 on %s, want %.1f", row.name, got, s.name, row.least)
			}
		}
	}
}

// TestWordsHaveTheColourOfTheTerminal: a style that is not measured has no colour of its
// own, and none is dim.
func TestWordsHaveTheColourOfTheTerminal(t *testing.T) {
	measured := map[Style]bool{}
	for _, row := range styleNames {
		measured[row.style] = true
	}
	for style, codes := range sgr {
		for code := range strings.SplitSeq(codes, ";") {
			switch {
			case code == "2":
				t.Errorf("style %d is dim", style)
			case code != "" && code != "1" && !measured[Style(style)]:
				t.Errorf("style %d has the colour %s, and no row in the table", style, code)
			}
		}
	}
}

// TestNoColourAloneIsEnough is why the culprit brings its background with it.
func TestNoColourAloneIsEnough(t *testing.T) {
	for colour := range 16 {
		least := math.Inf(1)
		for _, s := range schemes {
			least = min(least, contrast(s.colours[colour], s.background))
		}
		if least >= 4.5 {
			t.Errorf("colour %d can be read everywhere (%.2f : 1): use it alone", colour, least)
		}
	}
}

const tablePath = "../docs/colours.md"

// TestTable compares the table of the documentation with what is computed.
func TestTable(t *testing.T) {
	page, err := os.ReadFile(tablePath)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(page), "\n| what |")
	_, tail, _ := strings.Cut(rest, "\n\n")
	want := head + "\n" + table() + "\n" + tail
	switch {
	case !ok:
		t.Fatalf("%s has no table", tablePath)
	case *update:
		if err := os.WriteFile(tablePath, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	case want != string(page):
		t.Errorf("%s is out of date: go test ./layout -update", tablePath)
	}
}

func table() string {
	var b strings.Builder
	b.WriteString("| what | codes |")
	for _, s := range schemes {
		fmt.Fprintf(&b, " %s |", s.name)
	}
	b.WriteString("\n| --- | --- |" + strings.Repeat(" ---: |", len(schemes)) + "\n")
	row := func(name, codes string) {
		fmt.Fprintf(&b, "| %s | `%s` |", name, codes)
		for _, s := range schemes {
			fmt.Fprintf(&b, " %.1f |", s.contrastOf(codes))
		}
		b.WriteString("\n")
	}
	for _, r := range styleNames {
		row(r.name, sgr[r.style])
	}
	row("all other words", "0")
	return b.String()
}

// contrastOf is that of text painted with the parameters of an escape sequence.
func (s scheme) contrastOf(codes string) float64 {
	text, background := s.text, s.background
	for code := range strings.SplitSeq(codes, ";") {
		n, err := strconv.Atoi(code)
		switch {
		case err != nil:
			continue
		case n >= 30 && n < 38:
			text = s.colours[n-30]
		case n >= 40 && n < 48:
			background = s.colours[n-40]
		case n >= 90 && n < 98:
			text = s.colours[n-90+8]
		case n >= 100 && n < 108:
			background = s.colours[n-100+8]
		}
	}
	return contrast(text, background)
}

// contrast is the ratio of WCAG 2.1, "contrast ratio".
func contrast(a, b rgb) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is that of WCAG 2.1, "relative luminance".
func (c rgb) luminance() float64 {
	part := func(shift int) float64 {
		v := float64(c>>shift&0xff) / 255
		if v <= 0.03928 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
}
