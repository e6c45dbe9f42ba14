package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"stacktriage/diagnose"
	"stacktriage/group"
)

// boxesOf are the boxes a tree must be drawn as: how many threads, and how many boxes
// stand directly above.
func boxesOf(s *diagnose.Snapshot, exact bool) []box {
	var boxes []box
	var walk func(n *group.Node)
	walk = func(n *group.Node) {
		chain := n.Chain()
		top := chain[len(chain)-1]
		boxes = append(boxes, box{n.Count, len(top.Children)})
		for _, child := range top.Children {
			walk(child)
		}
	}
	for _, root := range group.BuildTree(s.Groups, s.Sites, exact).Roots {
		walk(root)
	}
	return sorted(boxes)
}

type box struct {
	Count    int `json:"count"`
	Children int `json:"children"`
}

func sorted(boxes []box) []box {
	slices.SortFunc(boxes, func(a, b box) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return b.Children - a.Children
	})
	return boxes
}

// drawn are the boxes on the page, by what is written on them and where the edges lead.
func drawn(t *testing.T, tab *Tab) []box {
	t.Helper()
	return sorted(ask[[]box](t, tab, `[...document.querySelectorAll('.box')].map(box => ({
		count: parseInt(box.querySelector('.head').textContent),
		children: box.node.children.length}))`))
}

func TestGraphHasTheBoxesOfTheModel(t *testing.T) {
	for _, name := range []string{"web/stack-bad.txt", "acme/net10-mixed_bad.txt", "web/ds-deadlock.txt", "stack-fixed.txt"} {
		t.Run(name, func(t *testing.T) {
			report := analyzed(t, name)
			tab := open(t, report)
			if got, want := drawn(t, tab), boxesOf(report.Snapshots[0], false); !slices.Equal(got, want) {
				t.Errorf("own code: drawn %v, want %v", got, want)
			}
			do(t, tab, chromedp.Click(chromedp.CSS(".own-only")))
			if got, want := drawn(t, tab), boxesOf(report.Snapshots[0], true); !slices.Equal(got, want) {
				t.Errorf("all code: drawn %v, want %v", got, want)
			}
			edges := ask[int](t, tab, `document.querySelectorAll('.tree > svg > path').length`)
			roots := ask[int](t, tab, `document.querySelectorAll('.tree').length`)
			if boxes := len(drawn(t, tab)); edges != boxes-roots {
				t.Errorf("%d edges between %d boxes in %d trees", edges, boxes, roots)
			}
		})
	}
}

// TestCalleesStandAboveTheirCaller: the root is at the bottom, and no box covers
// another.
func TestCalleesStandAboveTheirCaller(t *testing.T) {
	for _, width := range []int64{1280, 400} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			tab := openSized(t, analyzed(t, "web/stack-bad.txt"), width, 900)
			do(t, tab, chromedp.Click(chromedp.CSS(".own-only")))
			checkPlaces(t, tab)
		})
	}
}

func checkPlaces(t *testing.T, tab *Tab) {
	t.Helper()
	wrong := ask[[]string](t, tab, `[...document.querySelectorAll('.tree')].flatMap(tree => {
		const list = tree.placed.list;
		const below = list.flatMap(node => node.children.filter(child => child.y + child.height > node.y).map(child => 'below its caller: ' + child.element.textContent));
		const over = list.flatMap((a, i) => list.slice(i + 1).filter(b =>
			a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height).map(b => 'covered: ' + b.element.textContent));
		return below.concat(over);
	})`)
	if len(wrong) > 0 {
		t.Errorf("%d boxes are out of place, the first one is %s", len(wrong), wrong[0])
	}
	cut := ask[int](t, tab, `[...document.querySelectorAll('.box')].filter(box => box.scrollHeight > box.clientHeight + 1).length`)
	if cut > 0 {
		t.Errorf("%d boxes are too low for their frames", cut)
	}
}

func TestOwnCodeSwitch(t *testing.T) {
	tab := open(t, analyzed(t, "web/stack-bad.txt"))
	const text = `document.querySelector('.canvas').textContent`
	before := ask[string](t, tab, text)
	mustContain(t, before, "Program.Main lambda #2", "ASP.NET Core, Kestrel")
	if strings.Contains(before, "EndpointMiddleware.Invoke") {
		t.Error("frames of the framework are shown with own code only")
	}
	do(t, tab, chromedp.Focus(chromedp.CSS(".own-only")), chromedp.KeyEvent(" "))
	mustContain(t, ask[string](t, tab, text), "Program.Main lambda #2", "EndpointMiddleware.Invoke(HttpContext)", "Thread.StartCallback()")
}

func TestFilter(t *testing.T) {
	report := analyzed(t, "acme/net10-mixed_bad.txt")
	tab := open(t, report)
	filter := func(words string) {
		t.Helper()
		ask[any](t, tab, `new Promise(done => {
			const filter = document.querySelector('.filter');
			filter.value = '`+words+`';
			filter.dispatchEvent(new Event('input'));
			const look = () => document.querySelector('.canvas').dataset.filter === filter.value ? done(null) : setTimeout(look, 20);
			look();
		})`)
	}
	findings := func() int {
		return ask[int](t, tab, `[...document.querySelectorAll('.finding')].filter(finding => finding.checkVisibility()).length`)
	}
	all := findings()
	filter("reservebywait")
	if got, want := drawn(t, tab), []box{{4, 0}}; !slices.Equal(got, want) {
		t.Errorf("drawn %v, want %v", got, want)
	}
	mustContain(t, ask[string](t, tab, `document.querySelector('.shown').textContent`), "4 of 19 threads, 1 of 7 distinct stacks")
	if n := ask[int](t, tab, `[...document.querySelectorAll('.place')].filter(place => !place.hidden).length`); n != 1 {
		t.Errorf("%d places are left, want 1", n)
	}
	if n := findings(); n != 1 {
		t.Errorf("%d of %d findings are left with their headings and fixes, want 1", n, all)
	}
	filter("0xF44")
	if got, want := drawn(t, tab), []box{{2, 0}}; !slices.Equal(got, want) {
		t.Errorf("by thread id: drawn %v, want %v", got, want)
	}
	filter("no such frame")
	mustContain(t, ask[string](t, tab, `document.querySelector('.canvas').textContent`), "No stack matches")
	filter("")
	if n := findings(); n != all || all < 2 {
		t.Errorf("without a filter: %d findings, want %d", n, all)
	}
	if got, want := drawn(t, tab), boxesOf(report.Snapshots[0], false); !slices.Equal(got, want) {
		t.Errorf("without a filter: drawn %v, want %v", got, want)
	}
}

func TestClickShowsThreadsAndFrames(t *testing.T) {
	report := analyzed(t, "web/stack-bad.txt")
	tab := open(t, report)
	do(t, tab, chromedp.Click(chromedp.CSS(".box")))
	text := ask[string](t, tab, `document.getElementById('details').textContent`)
	mustContain(t, text, "60 threads", "Program.Main lambda #2", "9 distinct stacks", "0x3526",
		"Bookstore.Api!Program+<>c.<<Main>$>b__0_2(int32,class InventoryClient)", "culprit")
	if !ask[bool](t, tab, `document.getElementById('details').open`) {
		t.Error("the details are not open")
	}
	do(t, tab, chromedp.Click(chromedp.CSS("#details-body details:nth-of-type(2) summary")))
	if !ask[bool](t, tab, `new Promise(done => setTimeout(() => done(document.querySelectorAll('#details-body .frames').length === 2), 100))`) {
		t.Error("a second stack does not unfold")
	}
	press(t, tab, kb.Escape)
	if ask[bool](t, tab, `document.getElementById('details').open`) {
		t.Error("Escape does not close the details")
	}
	if !ask[bool](t, tab, `document.activeElement.classList.contains('box')`) {
		t.Error("the focus is not back on the box")
	}
	do(t, tab, chromedp.Click(chromedp.CSS(".place .open")))
	mustContain(t, ask[string](t, tab, `document.getElementById('details-title').textContent`), "60 workers Task<T>.Result in Program.Main lambda #2")
}

func TestKeysGoFromBoxToBox(t *testing.T) {
	tab := open(t, analyzed(t, "acme/net10-mixed_bad.txt"))
	focused := func() string {
		t.Helper()
		return ask[string](t, tab, `document.activeElement.textContent`)
	}
	do(t, tab, chromedp.Focus(chromedp.CSS(".box")))
	mustContain(t, focused(), "17 threads")
	press(t, tab, kb.ArrowUp)
	mustContain(t, focused(), "16 threads", "Scenarios.PoolI")
	press(t, tab, kb.ArrowRight)
	mustContain(t, focused(), "1 thread", "idle")
	press(t, tab, kb.ArrowDown)
	mustContain(t, focused(), "17 threads")
	press(t, tab, kb.Enter)
	mustContain(t, ask[string](t, tab, `document.getElementById('details-title').textContent`), "17 threads")
}
