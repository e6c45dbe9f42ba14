package frame

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// TestShapes holds the whole reading of each line of shapes.txt: its parts, how it is
// printed, what identifies it, and what is left of it when names are hidden.
func TestShapes(t *testing.T) {
	const golden = "testdata/shapes.golden"
	lines, err := os.ReadFile("testdata/shapes.txt")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for line := range strings.Lines(string(lines)) {
		line = strings.TrimRight(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		f, ok := Decode(line)
		if !ok {
			f = DecodeBare(line)
		}
		read(&got, &f)
	}
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")
	if len(was) != len(is) {
		t.Errorf("%d lines, were %d; where that is meant, go test ./frame -run TestShapes -update", len(is), len(was))
	}
	for i, n := 0, 0; i < len(was) && i < len(is) && n < 20; i++ {
		if was[i] != is[i] {
			t.Errorf("line %d\n- %s\n+ %s", i+1, was[i], is[i])
			n++
		}
	}
}

func read(w *bytes.Buffer, f *Frame) {
	fmt.Fprintf(w, "%s\n  parts %q %q %q %q %q, full %q, entry %d\n", f.Raw, f.Module, f.Type, f.TypeArgs, f.Method, f.Params,
		f.Full, f.Entry())
	name, short := f.Names()
	fmt.Fprintf(w, "  name %q, short %q, signature %q, API %q\n", name, short, f.Signature(), f.API())
	fmt.Fprintf(w, "  key %q, across builds %q\n", f.Key(), f.CrossBuildKey())
	if at, ok := f.Location(); ok {
		fmt.Fprintf(w, "  at %q line %d to %d\n", at.File, at.First, at.Last)
	}
	if method, number, ok := f.Lambda(); ok {
		position, of, _ := f.LambdaPosition()
		fmt.Fprintf(w, "  lambda %d of %q, number %d of %q\n", number, method, position, of)
	}
	r := Renaming{
		Type:      func(namespace, simple string) string { return "T(" + namespace + "|" + simple + ")" },
		Method:    func(name string) string { return "M(" + name + ")" },
		Interface: func(name string) (string, bool) { return "I(" + name + ")", strings.HasPrefix(name, "Acme") },
	}
	typ, method := SplitMember(f.Full)
	fmt.Fprintf(w, "  hidden %s . %s; split %q %q, outer %q\n", r.DeclaringType(f.Type), r.MethodOf(f.Type, f.Method), typ, method,
		OuterType(f.Type))
}
