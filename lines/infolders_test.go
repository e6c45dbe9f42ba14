package lines_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"stacktriage/lines"
)

// TestInFolders finds by its name alone what the process had somewhere else.
func TestInFolders(t *testing.T) {
	assembly, symbols, method := program()
	empty := fstest.MapFS{}
	published := fstest.MapFS{"Shop.dll": {Data: assembly}, "Shop.pdb": {Data: symbols}}
	for _, tt := range []struct {
		name    string
		folders []fs.FS
		want    string
	}{
		{"first", []fs.FS{published}, " [/src/Orders.cs @ 42]"},
		{"second", []fs.FS{empty, published}, " [/src/Orders.cs @ 42]"},
		{"nowhere", []fs.FS{empty}, "\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			finder := lines.InFolders(tt.folders, func(string) bool { return true })
			var out strings.Builder
			if err := recording(t, recorded{assembly: "/somewhere/else/Shop.dll", method: method}).WriteReportWithLines(&out, finder.Locate); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(out.String(), "Shop.Orders.Summary()"+tt.want) {
				t.Errorf("no %q in\n%s", tt.want, out.String())
			}
			if missing := finder.Missing(); (len(missing) > 0) != (tt.want == "\n") {
				t.Errorf("missing %q", missing)
			}
		})
	}
}
