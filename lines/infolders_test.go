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
			finder := lines.InFolders(tt.folders, "", func(string) bool { return true })
			var out strings.Builder
			r := recording(t, recorded{assembly: "/somewhere/else/Shop.dll", method: method})
			if err := r.WriteReportWithLines(&out, finder.Locate); err != nil {
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

// TestProcessFirst: what the user names is looked at where the process's own files do not
// help, and without either the reason is told.
func TestProcessFirst(t *testing.T) {
	assembly, symbols, method := program()
	alone := fstest.MapFS{"app/Shop.dll": {Data: assembly}}
	published := []fs.FS{fstest.MapFS{"Shop.dll": {Data: assembly}, "Shop.pdb": {Data: symbols}}}
	all := func(string) bool { return true }
	for _, tt := range []struct {
		name   string
		finder *lines.Finder
		why    string // "" where the line is found
	}{
		{"in a folder", lines.New(alone, published, all), ""},
		{"nowhere", lines.New(alone, []fs.FS{fstest.MapFS{}}, all), "Shop: no PDB beside"},
		{"files not at hand, a folder", lines.InFolders(published, "they are another user's", all), ""},
		{"files not at hand", lines.InFolders(nil, "they are another user's", all), "Shop: they are another user's"},
	} {
		var out strings.Builder
		r := recording(t, recorded{assembly: "/app/Shop.dll", method: method})
		if err := r.WriteReportWithLines(&out, tt.finder.Locate); err != nil {
			t.Fatal(err)
		}
		missing := strings.Join(tt.finder.Missing(), "\n")
		if found := strings.Contains(out.String(), "[/src/Orders.cs @ 42]"); found != (tt.why == "") ||
			!strings.HasPrefix(missing, tt.why) || found && missing != "" {
			t.Errorf("%s: missing %q, in\n%s", tt.name, missing, out.String())
		}
	}
}
