// Package page writes a page: one HTML file that needs no network and no other file, so
// that it can be mailed, kept and opened from a disk.
//
// The page has two halves. What a reader needs first is plain HTML, there without
// scripts and on paper. The graph of the stacks is drawn by a small script from a block
// of JSON, as much of it as is looked at. The package knows documents, not reports:
// what is said, and in which words, is decided by package render. Texts of any origin
// are safe in it: they are escaped, and the page's own security policy lets nothing run
// but its own script.
package page

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
)

var (
	//go:embed page.html
	markup string
	//go:embed page.css
	style string
	//go:embed layout.js
	layoutScript string
	//go:embed graph.js
	graphScript string
	//go:embed details.js
	detailsScript string
	//go:embed page.js
	pageScript string
)

// filled is what the template sees: the document, and the page's own parts.
type filled struct {
	*Document
	Policy template.HTMLAttr
	Style  template.CSS
	Script template.JS
	Data   template.JS
}

// Write writes the document as a page.
func Write(w io.Writer, doc *Document) error {
	script := layoutScript + graphScript + detailsScript + pageScript
	// json.Marshal escapes <, > and &, so that no text can end the block it stands in.
	data, err := json.Marshal(doc.data())
	if err != nil {
		return fmt.Errorf("encode the page's data: %w", err)
	}
	tmpl, err := template.New("page").Parse(markup)
	if err != nil {
		return fmt.Errorf("read the page's template: %w", err)
	}
	out := bufio.NewWriterSize(w, 64<<10)
	if err := tmpl.Execute(out, filled{
		Document: doc,
		Policy:   template.HTMLAttr(`content="` + policy(script) + `"`),
		Style:    template.CSS(style),
		Script:   template.JS(script),
		Data:     template.JS(data),
	}); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return out.Flush()
}

// policy allows the page its own script and style, by their hashes, and nothing else:
// no network, no other script, wherever it came from.
func policy(script string) string {
	return fmt.Sprintf(
		"default-src 'none'; script-src '%s'; style-src '%s'; base-uri 'none'; form-action 'none'", hash(script),
		hash(style),
	)
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
