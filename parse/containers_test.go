package parse

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestReportsUnderKeys holds that no report of a JSON document is lost, however many
// there are and whatever their keys.
func TestReportsUnderKeys(t *testing.T) {
	report := real(t, "web/stack-bad.txt", 4)
	for _, hosts := range []int{2, 11, 60} {
		byHost := map[string]string{}
		var list []string
		for i := range hosts {
			byHost[fmt.Sprintf("web%d", i)] = report
			list = append(list, report)
		}
		for name, doc := range map[string]any{"keys": byHost, "array": list, "under a key": map[string]any{"hosts": byHost}} {
			text, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			snaps := mustRead(t, string(text))
			if len(snaps) != hosts {
				t.Errorf("%s: %d snapshots of %d", name, len(snaps), hosts)
			}
			checkSums(t, snaps)
		}
	}
}

// TestLinesBesideTimestamps reads what a log store returns: each line in an array with
// its time.
func TestLinesBesideTimestamps(t *testing.T) {
	clean := real(t, "web/stack-bad.txt", 5)
	var values [][2]string
	for i, l := range strings.Split(strings.TrimSuffix(clean, "\n"), "\n") {
		values = append(values, [2]string{fmt.Sprint(1_700_000_000_000_000_000 + i), l})
	}
	text, err := json.Marshal(map[string]any{"status": "success", "data": map[string]any{"values": values}})
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, clean, string(text), false)
}

// TestColumnsInFrontOfFrames puts a column of numbers or addresses in front of frames, as
// debuggers and people do.
func TestColumnsInFrontOfFrames(t *testing.T) {
	clean := real(t, "web/stack-bad.txt", 8)
	for name, format := range map[string]string{
		"decimal": "%02d ", "hexadecimal": "%02x ", "address": "00007F%010X ", "short address": "0x%08x ", "bracket": "[%d] ",
	} {
		t.Run(name, func(t *testing.T) {
			n := 0
			checkSame(t, clean, eachLine(func(_ int, l string) string {
				frame, ok := strings.CutPrefix(l, "  ")
				if !ok || strings.IndexByte(frame, '!') < 0 {
					n = 0
					return l
				}
				n++
				return "  " + fmt.Sprintf(format, n-1) + frame
			})(clean), false)
		})
	}
}

func TestZipOfManyFiles(t *testing.T) {
	report := real(t, "real/variant-base.txt", 2)
	var files []string
	for i := range 1001 {
		files = append(files, fmt.Sprintf("%04d.txt", i), report)
	}
	if snaps := mustRead(t, zipOf(t, files...)); len(snaps) != 1001 {
		t.Errorf("%d snapshots", len(snaps))
	}
}
