// Package e2e opens the pages that stacktriage writes in a headless Chromium and does
// what a reader does. It is a module of its own, so that the tool does not depend on
// what drives a browser.
package e2e

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Browser is a running Chromium with a profile of its own.
type Browser struct {
	ctx   context.Context
	close context.CancelFunc
}

// Start starts Chromium without a window. Its profile is kept in the folder.
func Start(folder string) (*Browser, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath("chromium"), chromedp.UserDataDir(folder), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.NoFirstRun,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	b := &Browser{ctx: ctx, close: func() { cancel(); stop() }}
	if err := chromedp.Do(ctx); err != nil {
		b.close()
		return nil, fmt.Errorf("start chromium (apt-get install chromium): %w", err)
	}
	return b, nil
}

// Close ends the browser.
func (b *Browser) Close() { b.close() }

// patience is how long one step of a reader may take on a busy machine.
const patience = 30 * time.Second

// Tab is an open page. It collects what the page writes to the console and what the
// browser has to complain of.
type Tab struct {
	ctx        context.Context
	close      context.CancelFunc
	mu         sync.Mutex
	complaints []string
}

// Open opens a file in a new tab of the given size.
func (b *Browser) Open(path string, width, height int64) (*Tab, error) {
	ctx, cancel := chromedp.NewContext(b.ctx)
	t := &Tab{ctx: ctx, close: cancel}
	if err := chromedp.Listen(ctx, t.listen); err != nil {
		cancel()
		return nil, fmt.Errorf("open a tab: %w", err)
	}
	enable := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, log.Enable, cdp.Empty{})
		return err
	})
	if err := t.Do(enable, chromedp.EmulateViewport(width, height), chromedp.Navigate("file://"+path)); err != nil {
		cancel()
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return t, nil
}

// Close closes the tab.
func (t *Tab) Close() { t.close() }

func (t *Tab) listen(event any) {
	var text string
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, arg := range e.Args {
			words = append(words, string(arg.Value))
		}
		text = string(e.Type) + ": " + strings.Join(words, " ")
	case *runtime.EventExceptionThrown:
		text = "exception: " + e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
	case *log.EventEntryAdded:
		text = string(e.Entry.Level) + ": " + e.Entry.Text
	default:
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.complaints = append(t.complaints, text)
}

// Complaints are the lines of the console so far.
func (t *Tab) Complaints() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.complaints
}

// Do runs steps in the tab.
func (t *Tab) Do(steps ...chromedp.Action[chromedp.Void]) error {
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		return fmt.Errorf("in the browser: %w", err)
	}
	return nil
}

// Prefer makes the reader one who prefers light or dark colours, on "screen" or in
// "print".
func (t *Tab) Prefer(theme, media string) error {
	return t.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Media: media, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
		})
		return err
	}))
}

// Picture is a picture of the whole page, as PNG.
func (t *Tab) Picture() ([]byte, error) {
	return answer(t, chromedp.FullScreenshot(100))
}

// Ask evaluates an expression in the page; a promise is waited for.
func Ask[T any](t *Tab, expression string) (T, error) {
	return answer(t, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

func answer[T any](t *Tab, question chromedp.Action[T]) (T, error) {
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, question)
}

// forget drops the complaints so far.
func (t *Tab) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.complaints = nil
}
