package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// mutantsOf finds all changes of the files in a folder, tests excepted.
func mutantsOf(dir string) ([]mutant, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var all []mutant
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		f := finder{set: set, dir: dir, file: name, source: source}
		ast.Inspect(file, f.visit)
		all = append(all, f.found...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("nothing to change in %s", dir)
	}
	return all, nil
}

type finder struct {
	set       *token.FileSet
	dir, file string
	source    []byte
	found     []mutant
}

// add notes that a piece of the source can be replaced.
func (f *finder) add(from, to token.Pos, text string) {
	at := f.set.Position(from)
	f.found = append(f.found, mutant{
		dir: f.dir, file: f.file, line: at.Line, source: f.source,
		from: at.Offset, to: f.set.Position(to).Offset, text: text,
	})
}

// prose are the fields of rows that explain: no test asserts every sentence.
var prose = []string{"Why", "Advice", "Source", "Label", "means", "when", "why", "advice", "link", "grade"}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec, *ast.Field:
		return false
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && slices.Contains(prose, key.Name) {
			return false
		}
	case *ast.BinaryExpr:
		f.operator(n)
	case *ast.IfStmt:
		f.add(n.Cond.Pos(), n.Cond.End(), "true || "+f.text(n.Cond))
		f.add(n.Cond.Pos(), n.Cond.End(), "false && ("+f.text(n.Cond)+")")
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			f.add(n.Pos(), n.Pos()+1, "")
		}
	case *ast.Ident:
		if other, ok := opposite[n.Name]; ok {
			f.add(n.Pos(), n.End(), other)
		}
	case *ast.BasicLit:
		f.literal(n)
	case *ast.BlockStmt:
		f.statements(n.List)
	case *ast.CaseClause:
		f.statements(n.Body)
	}
	return true
}

var opposite = map[string]string{"true": "false", "false": "true"}

// operators are what each operator is replaced by.
var operators = map[token.Token]string{
	token.EQL: "!=", token.NEQ: "==", token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">",
	token.LAND: "||", token.LOR: "&&", token.ADD: "-", token.SUB: "+", token.MUL: "+",
}

func (f *finder) operator(n *ast.BinaryExpr) {
	if other, ok := operators[n.Op]; ok {
		f.add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), other)
	}
}

// literal changes numbers, and the texts that are names rather than sentences.
func (f *finder) literal(n *ast.BasicLit) {
	switch n.Kind {
	case token.INT:
		f.add(n.Pos(), n.End(), n.Value+"+1")
	case token.STRING:
		if text, err := strconv.Unquote(n.Value); err == nil && text != "" && !strings.Contains(text, " ") {
			f.add(n.Pos(), n.End(), strconv.Quote(text+"Zz"))
		}
	}
}

// statements drops what is done for its effect alone.
func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.BranchStmt:
			f.add(s.Pos(), s.End(), "")
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				f.add(s.Pos(), s.End(), "")
			}
		}
	}
}

func (f *finder) text(n ast.Node) string {
	return string(f.source[f.set.Position(n.Pos()).Offset:f.set.Position(n.End()).Offset])
}
