package main

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"stacktriage/docs"
)

// schemaNode is as much of a JSON Schema as tells which fields there are.
type schemaNode struct {
	Ref        string                 `json:"$ref"`
	Properties map[string]*schemaNode `json:"properties"`
	Items      *schemaNode            `json:"items"`
	AnyOf      []*schemaNode          `json:"anyOf"`
	Defs       map[string]*schemaNode `json:"$defs"`
}

// field finds a path such as "sites[].culprit.name" below a node.
func (n *schemaNode) field(root *schemaNode, path []string) bool {
	switch {
	case n == nil:
		return false
	case n.Ref != "":
		return root.Defs[strings.TrimPrefix(n.Ref, "#/$defs/")].field(root, path)
	case n.Items != nil:
		return n.Items.field(root, path)
	case len(path) == 0:
		return true
	}
	for _, one := range n.AnyOf {
		if one.field(root, path) {
			return true
		}
	}
	return n.Properties[path[0]].field(root, path[1:])
}

var (
	codeSpan  = regexp.MustCompile("`([^`]+)`")
	fieldPath = regexp.MustCompile(`^(snapshots|findings|sites|groups|counts|evidence|problems|verdict|series)` +
		`(\.[a-zA-Z]+|\[\d*\])+$`)
	index = regexp.MustCompile(`\[\d*\]`)
)

// TestPagesNameFieldsThatExist: the pages for programs name fields by their paths.
func TestPagesNameFieldsThatExist(t *testing.T) {
	var schema schemaNode
	if err := json.Unmarshal([]byte(docs.Schema), &schema); err != nil {
		t.Fatal(err)
	}
	known := func(path string) bool {
		names := strings.Split(index.ReplaceAllString(path, ""), ".")
		for _, kind := range []string{"report", "snapshot", "diff", "series"} {
			if schema.Defs[kind].field(&schema, names) {
				return true
			}
		}
		return false
	}
	for _, page := range []string{"SKILL.md", "docs/json.md"} {
		paths := 0
		for _, m := range codeSpan.FindAllStringSubmatch(readFile(t, filepath.Join("../..", page)), -1) {
			if !fieldPath.MatchString(m[1]) {
				continue
			}
			if paths++; !known(m[1]) {
				t.Errorf("%s names %s, which docs/schema.json does not have", page, m[1])
			}
		}
		if paths < 4 {
			t.Errorf("%s names %d fields", page, paths)
		}
	}
	if known("findings[0].surprise") || known("sites[].culprit.nome") {
		t.Error("a field that is not there is found")
	}
}
