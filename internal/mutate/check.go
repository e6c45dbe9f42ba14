package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// source is a file of a package.
type source struct {
	name string // from the folder of the module: classify/rule.go
	text []byte
	test bool
}

// target is a package that is changed.
type target struct {
	dir     string
	name    string
	files   []*source
	imports types.Importer
	set     *token.FileSet
	uses    map[string][]*edit // the const declarations whose names a line uses, by file:line
}

// load reads a package and its own tests, and what the compiler knows of their imports.
func load(dir string) (*target, error) {
	t := &target{dir: dir, set: token.NewFileSet(), uses: map[string][]*edit{}}
	listed, err := exec.Command("go", "list", "-export", "-deps", "-test",
		"-json=ImportPath,Export,Dir,Name,GoFiles,TestGoFiles", "./"+dir, "runtime/metrics").Output()
	if err != nil {
		return nil, fmt.Errorf("listing %s: %w", dir, err)
	}
	exports := map[string]string{}
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(strings.NewReader(string(listed))); ; {
		var p struct {
			ImportPath, Export, Dir, Name string
			GoFiles, TestGoFiles          []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("listing %s: %w", dir, err)
		}
		exports[p.ImportPath] = p.Export
		if p.Dir == absolute && !strings.Contains(p.ImportPath, ".test") {
			t.name = p.Name
			if err := t.read(p.GoFiles, false); err != nil {
				return nil, err
			}
			if err := t.read(p.TestGoFiles, true); err != nil {
				return nil, err
			}
		}
	}
	if len(t.files) == 0 {
		return nil, fmt.Errorf("no Go files in %s", dir)
	}
	t.imports = importer.ForCompiler(t.set, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	return t, nil
}

func (t *target) read(names []string, test bool) error {
	for _, name := range names {
		name = filepath.Join(t.dir, name)
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		t.files = append(t.files, &source{name, text, test})
	}
	return nil
}

// check type-checks the package as written in texts, and returns all errors.
func (t *target) check(text func(*source) []byte, info *types.Info) (*types.Package, []*ast.File, []types.Error) {
	var files []*ast.File
	var wrong []types.Error
	for _, s := range t.files {
		file, err := parser.ParseFile(t.set, s.name, text(s), parser.SkipObjectResolution)
		if err != nil {
			wrong = append(wrong, types.Error{Fset: t.set, Pos: file.Pos(), Msg: err.Error()})
		}
		files = append(files, file)
	}
	helper, err := parser.ParseFile(t.set, "mutants", strings.Replace(switches, "PACKAGE", t.name, 1), 0)
	if err != nil {
		wrong = append(wrong, types.Error{Fset: t.set, Msg: err.Error()})
	}
	config := types.Config{Importer: t.imports, Error: func(err error) {
		var found types.Error
		if errors.As(err, &found) {
			wrong = append(wrong, found)
		}
	}}
	checked, _ := config.Check(t.dir, t.set, append(files[:len(files):len(files)], helper), info)
	return checked, files, wrong
}

// mutants finds all changes that compile, all of them at once.
func (t *target) mutants() ([]*mutant, error) {
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Uses:  map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
	}
	checked, files, wrong := t.check(func(s *source) []byte { return s.text }, info)
	if len(wrong) != 0 {
		return nil, fmt.Errorf("%s does not compile: %w", t.dir, wrong[0])
	}
	var all []*mutant
	for i, s := range t.files {
		if s.test {
			continue
		}
		f := finder{source: s, set: t.set, info: info, within: checked}
		ast.Inspect(files[i], f.visit)
		all = append(all, f.found...)
	}
	for i, m := range all {
		m.id = i + 1
	}
	t.constants(all, info)
	return t.compiling(all)
}

// constants notes on which lines the const declarations are used that become variables.
func (t *target) constants(all []*mutant, info *types.Info) {
	blocks := map[string]*edit{}
	for _, m := range all {
		if m.block != nil {
			blocks[fmt.Sprint(m.file.name, ":", m.line)] = m.block
		}
	}
	for ident, object := range info.Uses {
		declared := t.set.Position(object.Pos())
		if block := blocks[fmt.Sprint(declared.Filename, ":", declared.Line)]; block != nil {
			at := t.line(ident.Pos())
			t.uses[at] = append(t.uses[at], block)
		}
	}
}

func (t *target) line(p token.Pos) string {
	at := t.set.Position(p)
	return fmt.Sprint(at.Filename, ":", at.Line)
}

// compiling drops the mutants that an error is in, until there is none.
func (t *target) compiling(all []*mutant) ([]*mutant, error) {
	for {
		texts, places := t.rewritten(all)
		_, _, wrong := t.check(func(s *source) []byte { return texts[s] }, nil)
		if len(wrong) == 0 {
			return all, nil
		}
		guilty := map[*mutant]bool{}
		for _, e := range wrong {
			t.blame(e, all, places, guilty)
		}
		if len(guilty) == 0 {
			return nil, fmt.Errorf("the rewritten %s does not compile: %s: %w", t.dir, t.line(wrong[0].Pos), wrong[0])
		}
		var kept []*mutant
		for _, m := range all {
			if !guilty[m] {
				kept = append(kept, m)
			}
		}
		all = kept
	}
}

// rewritten is all files with the mutants in them, and where each mutant is.
func (t *target) rewritten(all []*mutant) (map[*source][]byte, map[*mutant]edit) {
	texts, places := map[*source][]byte{}, map[*mutant]edit{}
	of := map[*source][]*mutant{}
	for _, m := range all {
		of[m.file] = append(of[m.file], m)
	}
	for _, s := range t.files {
		text, at := rewrite(s.text, of[s])
		texts[s] = text
		for m, place := range at {
			places[m] = place
		}
	}
	return texts, places
}

// blame finds whose fault an error is: the innermost mutant around it, else the const
// declarations whose names stand on its line, else whatever is changed on its line.
func (t *target) blame(e types.Error, all []*mutant, places map[*mutant]edit, guilty map[*mutant]bool) {
	at := t.set.Position(e.Pos)
	var innermost *mutant
	for _, m := range all {
		p := places[m]
		if m.file.name == at.Filename && p.from <= at.Offset && at.Offset < p.to {
			if innermost == nil || places[innermost].from <= p.from {
				innermost = m
			}
		}
	}
	if innermost != nil {
		guilty[innermost] = true
		return
	}
	for _, block := range t.uses[t.line(e.Pos)] {
		for _, m := range all {
			if m.block == block {
				guilty[m] = true
			}
		}
	}
	if len(t.uses[t.line(e.Pos)]) != 0 {
		return
	}
	for _, m := range all {
		if m.file.name == at.Filename && m.line == at.Line {
			guilty[m] = true
		}
	}
}
