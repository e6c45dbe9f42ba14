package classify

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// wordFields are the fields whose values are words of the vocabulary.
var wordFields = []string{"ID", "Rule", "Category", "Mechanism", "Role", "State", "Kind"}

// TestVocabularyIsSpelledOnce: Go lets any text stand where a word of a string type is
// wanted, so a slip of the finger in a table would be a new category. Only the constants
// of words.go and words_rules.go spell the words.
func TestVocabularyIsSpelledOnce(t *testing.T) {
	words := map[string]string{}
	files := token.NewFileSet()
	for _, name := range []string{"words.go", "words_rules.go"} {
		for word, constant := range constantsOf(t, files, name) {
			words[word] = constant
		}
	}
	if len(words) < 100 {
		t.Fatalf("%d words of the vocabulary found", len(words))
	}
	for _, name := range sourceFiles(t, "..") {
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		inClassify := file.Name.Name == "classify"
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok || !isVocabularyStruct(lit.Type, inClassify) {
				return true
			}
			for _, e := range lit.Elts {
				field, text := textField(e)
				if slices.Contains(wordFields, field) && text != "" {
					t.Errorf("%s: %s: %s is spelled out; use %s", files.Position(e.Pos()), field, text, words[strings.Trim(text, `"`)])
				}
			}
			return true
		})
	}
}

// isVocabularyStruct reports a row or result of this package, wherever it is written.
// Rows of a table repeat no type.
func isVocabularyStruct(typ ast.Expr, inClassify bool) bool {
	if s, ok := typ.(*ast.SelectorExpr); ok {
		if pkg, ok := s.X.(*ast.Ident); ok && pkg.Name == "classify" {
			return true
		}
		return false
	}
	if !inClassify {
		return false
	}
	if id, ok := typ.(*ast.Ident); ok {
		return slices.Contains([]string{"Rule", "RoleRule", "Cause", "Culprit", "Result"}, id.Name)
	}
	return typ == nil
}

// textField is the name and the value of a field that is given as a text.
func textField(e ast.Expr) (field, text string) {
	pair, ok := e.(*ast.KeyValueExpr)
	if !ok {
		return "", ""
	}
	key, isName := pair.Key.(*ast.Ident)
	value, isText := pair.Value.(*ast.BasicLit)
	if !isName || !isText || value.Kind != token.STRING {
		return "", ""
	}
	return key.Name, value.Value
}

// constantsOf are the constants of a file by what they spell. Two constants of one type
// must not spell the same.
func constantsOf(t *testing.T, files *token.FileSet, name string) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	out, seen := map[string]string{}, map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		typ, ok := spec.Type.(*ast.Ident)
		value, isText := spec.Values[0].(*ast.BasicLit)
		if !ok || !isText {
			return true
		}
		word := strings.Trim(value.Value, `"`)
		if seen[typ.Name+word] {
			t.Errorf("%s: two constants of type %s spell %q", files.Position(spec.Pos()), typ.Name, word)
		}
		seen[typ.Name+word] = true
		out[word] = spec.Names[0].Name
		return true
	})
	return out
}

// sourceFiles are the Go files of the module without its tests.
func sourceFiles(t *testing.T, root string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			out = append(out, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
