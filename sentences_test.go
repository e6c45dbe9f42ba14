package stacktriage

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var updateSentences = flag.Bool("update-sentences", false, "write testdata/sentences.txt anew")

const sentencesFile = "testdata/sentences.txt"

// TestSentences keeps one list of all sentences that the program can print: findings,
// steps, notes, help, errors. A new one shows up in the list's difference, where it is read
// as somebody would who does not know the program, and whose first language is another one.
func TestSentences(t *testing.T) {
	if testing.Short() && !*updateSentences {
		t.Skip("the list is compared where all tests run")
	}
	var b strings.Builder
	for _, s := range allSentences(t) {
		b.WriteString(s + "\n")
	}
	if *updateSentences {
		if err := os.WriteFile(sentencesFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(sentencesFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) == b.String() {
		return
	}
	known := map[string]bool{}
	for line := range strings.Lines(string(want)) {
		known[strings.TrimSuffix(line, "\n")] = true
	}
	for line := range strings.Lines(b.String()) {
		if line = strings.TrimSuffix(line, "\n"); !known[line] {
			t.Errorf("not in the list: %s", line)
		}
		delete(known, strings.TrimSuffix(line, "\n"))
	}
	for line := range known {
		t.Errorf("printed no more: %s", line)
	}
	t.Errorf("go test . -run TestSentences -update-sentences writes %s anew; read what is new in it", sentencesFile)
}

// misleading are words that readers take for something else than what is meant: the format
// has methods and no lines, and what is not the user's own is somebody's.
var misleading = regexp.MustCompile(`(?i)\b(same line|another line|at which line|the own code|the own method|own-code|e\.g\.|i\.e\.|etc\.|utilize|please)\b|\b(a a|the the|to to|is is|of of)\b`)

// TestSentencesArePlain looks for words that mislead, and for marks that slipped in.
func TestSentencesArePlain(t *testing.T) {
	for _, s := range allSentences(t) {
		if bad := misleading.FindString(s); bad != "" {
			t.Errorf("%q in: %s", bad, s)
		}
	}
}

// allSentences are the texts of four words or more in the program's own code, by package.
func allSentences(t *testing.T) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && slices.Contains(notPrinting, path):
			return fs.SkipDir
		case filepath.Ext(path) != ".go", strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder := filepath.ToSlash(filepath.Dir(path))
		for _, text := range textsOf(file) {
			if isSentence(text) {
				all = append(all, fmt.Sprintf("%s: %s", folder, strings.Join(strings.Fields(text), " ")))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// notPrinting are folders that are no part of the program.
var notPrinting = []string{"bench", "e2e", "live", "release", "windows", "testdata", "internal/corpus", "internal/mutate", ".git"}

// textsOf are the string constants of a file, with those joined by + as one.
func textsOf(file *ast.File) []string {
	var out []string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field: // tags of flags are their help
			if n.Tag != nil {
				tag, _ := strconv.Unquote(n.Tag.Value)
				if _, help, ok := strings.Cut(tag, `help:"`); ok {
					help, _, _ = strings.Cut(help, `"`)
					out = append(out, help)
				}
			}
			return true
		case *ast.BinaryExpr:
			if text, ok := joined(n); ok {
				out = append(out, text)
				return false
			}
		case *ast.BasicLit:
			if text, ok := joined(n); ok {
				out = append(out, text)
			}
		}
		return true
	})
	return out
}

// joined is a constant, or constants and values joined by +, with … for the values.
func joined(n ast.Expr) (string, bool) {
	switch n := n.(type) {
	case *ast.BasicLit:
		if n.Kind != token.STRING || strings.HasPrefix(n.Value, "`") && strings.Contains(n.Value, ":\"") {
			return "", false
		}
		text, err := strconv.Unquote(n.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		if n.Op != token.ADD {
			return "", false
		}
		x, left := joined(n.X)
		y, right := joined(n.Y)
		switch {
		case left && right:
			return x + y, true
		case left:
			return x + "…", true
		case right:
			return "…" + y, true
		}
	}
	return "", false
}

// isSentence reports text of four words or more that are words of people.
func isSentence(text string) bool {
	words := 0
	for _, word := range strings.Fields(text) {
		word = strings.Trim(word, `.,;:()"'`)
		if word != "" && strings.IndexFunc(word, func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '-' || r == '\'') }) < 0 {
			words++
		}
	}
	return words >= 4
}
