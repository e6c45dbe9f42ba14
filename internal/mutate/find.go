package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// finder finds all changes of a type-checked file.
type finder struct {
	*source
	set     *token.FileSet
	info    *types.Info
	within  *types.Package
	block   *edit // the const declaration around, if any
	results *types.Tuple
	found   []*mutant
}

// prose are the fields of rows that explain: no test asserts every sentence.
var prose = []string{"Why", "Advice", "Source", "Label", "means", "when", "why", "advice", "link", "grade"}

// add notes that a node behaves otherwise between two texts, in which $ is the mutant's number.
func (f *finder) add(n ast.Node, open, close, is string) *mutant {
	m := &mutant{
		file: f.source, line: f.set.Position(n.Pos()).Line, from: f.offset(n.Pos()), to: f.offset(n.End()),
		open: open, close: close, was: f.code(n), is: is, block: f.block,
	}
	f.found = append(f.found, m)
	return m
}

func (f *finder) offset(p token.Pos) int   { return f.set.Position(p).Offset }
func (f *finder) code(n ast.Node) string   { return string(f.text[f.offset(n.Pos()):f.offset(n.End())]) }
func (f *finder) typeOf(e ast.Expr) string { return f.typeName(types.Default(f.info.TypeOf(e))) }
func (f *finder) typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == f.within {
			return ""
		}
		return p.Name()
	})
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec, *ast.Field:
		return false
	case *ast.ArrayType:
		ast.Inspect(n.Elt, f.visit)
		return false
	case *ast.GenDecl:
		if n.Tok == token.CONST {
			f.constants(n)
			return false
		}
	case *ast.FuncDecl:
		if n.Body != nil {
			f.function(f.info.Defs[n.Name].Type(), n.Body)
		}
		return false
	case *ast.FuncLit:
		f.function(f.info.TypeOf(n), n.Body)
		return false
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && slices.Contains(prose, key.Name) {
			return false
		}
	case *ast.BlockStmt:
		f.statements(n.List)
	case *ast.CaseClause:
		f.statements(n.Body)
	case *ast.CommClause:
		f.statements(n.Body)
	case *ast.IfStmt:
		f.condition(n.Cond)
	case *ast.SwitchStmt:
		f.cases(n)
	case *ast.ReturnStmt:
		f.returned(n)
	case ast.Expr:
		f.expression(n)
	}
	return true
}

// constants changes the values of a const declaration, which has to become one of variables
// for that.
func (f *finder) constants(n *ast.GenDecl) {
	for _, s := range n.Specs {
		if s := s.(*ast.ValueSpec); len(s.Values) == 0 || strings.Contains(f.code(s), "iota") {
			return
		}
	}
	f.block = &edit{f.offset(n.Pos()), f.offset(n.Pos()) + len("const"), "var"}
	for _, s := range n.Specs {
		ast.Inspect(s, f.visit)
	}
	f.block = nil
}

func (f *finder) function(t types.Type, body *ast.BlockStmt) {
	around := f.results
	f.results = t.(*types.Signature).Results()
	ast.Inspect(body, f.visit)
	f.results = around
}

// condition makes a condition always and never true.
func (f *finder) condition(e ast.Expr) {
	f.add(e, "(mutantOn($) || (", "))", "true")
	f.add(e, "(!mutantOn($) && (", "))", "false")
}

// cases makes the conditions of a switch without a value always and never true.
func (f *finder) cases(n *ast.SwitchStmt) {
	if n.Tag != nil {
		return
	}
	for _, c := range n.Body.List {
		for _, e := range c.(*ast.CaseClause).List {
			f.condition(e)
		}
	}
}

// returned returns nothing in place of something; conditions are negated elsewhere.
func (f *finder) returned(n *ast.ReturnStmt) {
	if f.results.Len() != len(n.Results) {
		return
	}
	for i, e := range n.Results {
		t := f.results.At(i).Type()
		if isBool(t) || f.isZero(e) {
			continue
		}
		f.add(e, "mutantZero["+f.typeName(t)+"]($, ", ")", "zero "+f.typeName(t))
	}
}

func isBool(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsBoolean != 0
}

func (f *finder) isZero(e ast.Expr) bool {
	if literal, ok := e.(*ast.CompositeLit); ok {
		return len(literal.Elts) == 0
	}
	known := f.info.Types[e]
	if known.Value == nil {
		return known.IsNil()
	}
	switch known.Value.Kind() {
	case constant.String:
		return constant.StringVal(known.Value) == ""
	case constant.Int, constant.Float:
		return constant.Sign(known.Value) == 0
	}
	return false
}

// statements drops what is done for its effect alone.
func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); ok {
				if name := f.code(call.Fun); name == "panic" || strings.HasSuffix(name, ".Grow") {
					continue // the function would end without a result; memory is only reserved
				}
			}
		case *ast.IncDecStmt:
		case *ast.BranchStmt:
			if s.Tok == token.FALLTHROUGH || s.Tok == token.GOTO {
				continue
			}
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		default:
			continue
		}
		f.add(s, "if !mutantOn($) { ", " }", "(nothing)")
	}
}

func (f *finder) expression(n ast.Expr) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		f.operator(n)
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			f.add(n, "((", ") != mutantOn($))", f.code(n.X))
		}
	case *ast.Ident:
		if value := f.info.Uses[n]; value == types.Universe.Lookup("true") || value == types.Universe.Lookup("false") {
			f.add(n, "(", " != mutantOn($))", "!"+n.Name)
		}
	case *ast.BasicLit:
		f.literal(n)
	}
}

// operators are what each operator is replaced by, and what does that.
var operators = map[token.Token]struct{ other, open, token, close string }{
	token.EQL:  {"!=", "((", "", ") != mutantOn($))"},
	token.NEQ:  {"==", "((", "", ") != mutantOn($))"},
	token.LAND: {"||", "(((", ") != mutantOn($) && (", ") != mutantOn($)) != mutantOn($))"},
	token.LOR:  {"&&", "(((", ") != mutantOn($) || (", ") != mutantOn($)) != mutantOn($))"},
	token.LSS:  {"<=", "mutantLess[TYPE]($, ", ",", ")"},
	token.LEQ:  {"<", "mutantLessEqual[TYPE]($, ", ",", ")"},
	token.GTR:  {">=", "(!mutantLessEqual[TYPE]($, ", ",", "))"},
	token.GEQ:  {">", "(!mutantLess[TYPE]($, ", ",", "))"},
	token.ADD:  {"-", "mutantAdd[TYPE]($, ", ",", ")"},
	token.SUB:  {"+", "mutantSub[TYPE]($, ", ",", ")"},
	token.MUL:  {"+", "mutantMul[TYPE]($, ", ",", ")"},
}

func (f *finder) operator(n *ast.BinaryExpr) {
	by, ok := operators[n.Op]
	if !ok {
		return
	}
	open := strings.Replace(by.open, "TYPE", f.typeOf(n.X), 1)
	m := f.add(n, open, by.close, f.code(n.X)+" "+by.other+" "+f.code(n.Y))
	if by.token != "" {
		m.token = edit{f.offset(n.OpPos), f.offset(n.OpPos) + len(n.Op.String()), by.token}
	}
}

// literal changes numbers, and the texts that are names rather than sentences.
func (f *finder) literal(n *ast.BasicLit) {
	switch n.Kind {
	case token.INT, token.FLOAT, token.CHAR:
		f.add(n, "mutantNext["+f.typeOf(n)+"]($, ", ")", n.Value+"+1")
	case token.STRING:
		if text, err := strconv.Unquote(n.Value); err == nil && text != "" && !strings.Contains(text, " ") {
			f.add(n, "mutantText["+f.typeOf(n)+"]($, ", ")", strconv.Quote(text+"Zz"))
		}
	}
}
