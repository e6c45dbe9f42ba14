package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"stacktriage/compare"
	"stacktriage/diagnose"
	"stacktriage/internal/corpus"
	"stacktriage/render"
)

var browser *Browser

func TestMain(m *testing.M) {
	flag.Parse()
	code, err := withBrowser(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func withBrowser(run func() int) (int, error) {
	profile, err := os.MkdirTemp("", "stacktriage-e2e-")
	if err != nil {
		return 1, fmt.Errorf("make a profile for the browser: %w", err)
	}
	defer os.RemoveAll(profile)
	if browser, err = Start(profile); err != nil {
		return 1, err
	}
	defer browser.Close()
	return run(), nil
}

const stacks = "../testdata/stacks"

// analyzed reads real reports, packed ones too, and draws the conclusions.
func analyzed(t *testing.T, names ...string) *diagnose.Report {
	t.Helper()
	return corpus.Analyzed(t, stacks, names...)
}

// open writes the page of a report and opens it. When the test ends, nothing may have
// been written to the console.
func open(t *testing.T, report *diagnose.Report) *Tab {
	t.Helper()
	return openSized(t, report, 1280, 900)
}

func openSized(t *testing.T, report *diagnose.Report, width, height int64) *Tab {
	t.Helper()
	var page bytes.Buffer
	if err := render.HTML(&page, report, render.Options{Version: "test"}); err != nil {
		t.Fatal(err)
	}
	return openPage(t, page.Bytes(), width, height)
}

// compared writes the page of a comparison and opens it.
func compared(t *testing.T, before, after string, width int64) *Tab {
	t.Helper()
	b, a := analyzed(t, before).Snapshots[0].Input, analyzed(t, after).Snapshots[0].Input
	var page bytes.Buffer
	if err := render.DiffHTML(&page, compare.Snapshots(b, a, diagnose.Options{}), render.Options{Version: "test"}); err != nil {
		t.Fatal(err)
	}
	return openPage(t, page.Bytes(), width, 900)
}

func openPage(t *testing.T, page []byte, width, height int64) *Tab {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, page, 0o600); err != nil {
		t.Fatal(err)
	}
	tab, err := browser.Open(path, width, height)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		defer tab.Close()
		for _, complaint := range tab.Complaints() {
			t.Errorf("the console says %s", complaint)
		}
	})
	return tab
}

// ask evaluates an expression in the page.
func ask[T any](t *testing.T, tab *Tab, expression string) T {
	t.Helper()
	answer, err := Ask[T](tab, expression)
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return answer
}

func do(t *testing.T, tab *Tab, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := tab.Do(steps...); err != nil {
		t.Fatal(err)
	}
}

// press gives a key to whatever has the focus.
func press(t *testing.T, tab *Tab, key string) {
	t.Helper()
	do(t, tab, chromedp.KeyEvent(key))
}

func mustContain(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("no %q in\n%s", word, text)
		}
	}
}

func prefer(t *testing.T, tab *Tab, theme, media string) {
	t.Helper()
	if err := tab.Prefer(theme, media); err != nil {
		t.Fatal(err)
	}
}
