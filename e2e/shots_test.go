package e2e

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

var shots = flag.String("shots", "", "folder to write pictures of the pages to")

// TestShots writes pictures of whole pages for people to look at, and for the
// documentation. The name of each says what it shows.
func TestShots(t *testing.T) {
	if *shots == "" {
		t.Skip("-shots DIR writes pictures of the pages")
	}
	pages := map[string]func(t *testing.T, width int64) *Tab{
		"bad": func(t *testing.T, width int64) *Tab {
			return openSized(t, analyzed(t, "web/stack-bad.txt"), width, 900)
		},
		"mixed": func(t *testing.T, width int64) *Tab {
			return openSized(t, analyzed(t, "acme/net10-mixed_bad.txt"), width, 900)
		},
		"large": func(t *testing.T, width int64) *Tab {
			return openSized(t, analyzed(t, "real/large-3000.txt"), width, 900)
		},
		"several": func(t *testing.T, width int64) *Tab {
			return openSized(t, analyzed(t, "stack-bad.txt", "stack-fixed.txt"), width, 900)
		},
		"diff":      func(t *testing.T, width int64) *Tab { return compared(t, "stack-bad.txt", "stack-fixed.txt", width) },
		"diff-grew": func(t *testing.T, width int64) *Tab { return compared(t, "web/bad-1.txt", "web/bad-2.txt", width) },
	}
	for page, open := range pages {
		for _, width := range []int64{1280, 400} {
			for _, theme := range []string{"light", "dark"} {
				name := fmt.Sprintf("%s-%d-%s", page, width, theme)
				t.Run(name, func(t *testing.T) { shoot(t, open(t, width), name, theme) })
			}
		}
		t.Run(page+"-all-code", func(t *testing.T) {
			tab := open(t, 1280)
			do(t, tab, chromedp.Click(chromedp.CSS(".own-only")))
			shoot(t, tab, page+"-all-code", "light")
			do(t, tab, chromedp.Click(chromedp.CSS(".box")))
			shoot(t, tab, page+"-details", "light")
		})
	}
}

// shoot writes a picture. Graphs below are drawn when they come near, so the page is
// scrolled to its end before.
func shoot(t *testing.T, tab *Tab, name, theme string) {
	t.Helper()
	prefer(t, tab, theme, "screen")
	ask[any](t, tab, `(scrollTo(0, document.body.scrollHeight), null)`)
	do(t, tab, chromedp.Sleep(300*time.Millisecond))
	ask[any](t, tab, `(scrollTo(0, 0), null)`)
	picture, err := tab.Picture()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), picture, 0o644); err != nil {
		t.Fatal(err)
	}
}
