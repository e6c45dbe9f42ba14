package picture

import (
	"fmt"
	"image/color"

	"stacktriage/layout"
)

// Theme is the colours of a picture.
type Theme struct {
	background color.RGBA
	colors     [layout.Styles]color.RGBA
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

// The themes. Every colour has a contrast to its background of at least 4.5 : 1, what
// may be skipped included (WCAG 2.1, 1.4.3).
var (
	dark = Theme{
		background: rgb(0x0d1117),
		colors: [layout.Styles]color.RGBA{
			layout.Plain:    rgb(0xe6edf3),
			layout.Critical: rgb(0xff7b72),
			layout.Warning:  rgb(0xe3b341),
			layout.Note:     rgb(0x79c0ff),
			layout.OK:       rgb(0x56d364),
			layout.Verdict:  rgb(0xffffff),
			layout.Count:    rgb(0xffffff),
			layout.API:      rgb(0xff7b72),
			layout.Culprit:  rgb(0x56d4dd),
			layout.Wait:     rgb(0xffa198),
			layout.Running:  rgb(0xe3b341),
			layout.Calm:     rgb(0x56d364),
			layout.Bar:      rgb(0xffa198),
			layout.Label:    rgb(0x79c0ff),
			layout.Dim:      rgb(0x9198a1),
		},
	}
	light = Theme{
		background: rgb(0xffffff),
		colors: [layout.Styles]color.RGBA{
			layout.Plain:    rgb(0x1f2328),
			layout.Critical: rgb(0xc1121f),
			layout.Warning:  rgb(0x8a5a00),
			layout.Note:     rgb(0x0550ae),
			layout.OK:       rgb(0x116329),
			layout.Verdict:  rgb(0x000000),
			layout.Count:    rgb(0x000000),
			layout.API:      rgb(0xc1121f),
			layout.Culprit:  rgb(0x006a78),
			layout.Wait:     rgb(0xa4262c),
			layout.Running:  rgb(0x8a5a00),
			layout.Calm:     rgb(0x116329),
			layout.Bar:      rgb(0xa4262c),
			layout.Label:    rgb(0x0550ae),
			layout.Dim:      rgb(0x59636e),
		},
	}
)

// ThemeOf finds a theme by its name; an empty name is the dark one.
func ThemeOf(name string) (Theme, error) {
	switch name {
	case "", "dark":
		return dark, nil
	case "light":
		return light, nil
	}
	return Theme{}, fmt.Errorf("unknown theme %q: choose dark or light", name)
}
