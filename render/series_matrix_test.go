package render

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/layout"
	"stacktriage/parse"
	"stacktriage/series"
)

// busyShop is a series of so many reports in which each worker goes its own way: thread
// i is blocked in one of three methods, idle or gone, by its number and the report's.
func busyShop(t *testing.T, reports, threads int) *series.Series {
	t.Helper()
	var sets []*group.Set
	for i := range reports {
		var text strings.Builder
		text.WriteString("Thread (0x1):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n" +
			"  Acme.Shop!Acme.Shop.Program.Main(class System.String[])\n\n")
		for id := range threads {
			switch way := (id*7 + i*(1+id%5)) % 5; way {
			case 3:
			default:
				fmt.Fprintf(&text, "Thread (0x%X):\n  [Native Frames]\n"+
					"  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n"+
					"  Acme.Shop!Acme.Shop.Orders.Load%d()\n"+
					"  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n"+
					"  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n\n", id+16, way)
			}
		}
		snaps, err := parse.Read(strings.NewReader(text.String()), fmt.Sprintf("r%d.txt", i+1))
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, group.Build(snaps[0], classify.Options{}))
	}
	s, err := series.Relate(sets, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var (
	courseRow = regexp.MustCompile(`(?m)^ +(\d+)  0x`)
	courseTip = regexp.MustCompile(`(\d+) more threads? at other places in turn`)
)

// TestMatrixIsBounded: however many threads and reports, it has few rows, fits the page,
// and counts all threads.
func TestMatrixIsBounded(t *testing.T) {
	for _, reports := range []int{2, 3, 9, 40, 150} {
		for _, width := range []int{60, 80, 120} {
			s := busyShop(t, reports, 60)
			var got bytes.Buffer
			if err := SeriesText(&got, s, Options{Unicode: true, Width: width, Top: 2, IDs: 4}); err != nil {
				t.Fatal(err)
			}
			_, matrix, found := strings.Cut(got.String(), "\nEACH THREAD")
			matrix, _, _ = strings.Cut(matrix, "\n\n")
			if !found || strings.Count(matrix, "\n") > mostCourses+5 {
				t.Fatalf("%d reports in %d columns: %d lines\n%s", reports, width, strings.Count(matrix, "\n"), matrix)
			}
			sum, all := 0, 0
			rows := courseRow.FindAllStringSubmatch(matrix, -1)
			for _, m := range append(rows, courseTip.FindAllStringSubmatch(matrix, -1)...) {
				n, _ := strconv.Atoi(m[1])
				sum += n
			}
			for _, c := range s.Courses() {
				all += len(c.Threads)
			}
			if sum != all {
				t.Errorf("%d reports in %d columns: %d of %d threads\n%s", reports, width, sum, all, matrix)
			}
			for line := range strings.Lines(matrix) {
				if layout.Columns(strings.TrimRight(line, "\n")) > width {
					t.Errorf("%d reports in %d columns: %q", reports, width, line)
				}
			}
		}
	}
}
