package pdb

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

// sourceLink marks the custom debug information of SourceLink,
// CC110556-A091-4D38-9FEC-25AB9A351A6A, in the byte order of the file. Source:
// dotnet/designs accepted/2020/diagnostics/source-link.md.
func sourceLink() [16]byte {
	return [16]byte{
		0x56, 0x05, 0x11, 0xCC, 0x91, 0xA0, 0x38, 0x4D, 0x9F, 0xEC, 0x25, 0xAB, 0x9A, 0x35, 0x1A, 0x6A,
	}
}

// links map paths of documents to addresses; one that ends in * maps all below it.
type links []link

type link struct{ path, url string }

const mostLinks = 10_000

// readLinks reads the SourceLink document; there is none where it is missing or damaged.
func (f *File) readLinks() links {
	m := f.meta
	for n := uint32(1); ; n++ {
		row, ok := m.row(tableCustom, n)
		if !ok {
			return nil
		}
		row.number(m.customParent())
		kind, known := m.guidAt(row.number(width(m.wide.guids)))
		if !known || kind != sourceLink() {
			continue
		}
		blob, ok := m.blobAt(row.number(width(m.wide.blob)))
		if !ok {
			return nil
		}
		return parseLinks(blob)
	}
}

func parseLinks(text []byte) links {
	var doc struct {
		Documents map[string]string `json:"documents"`
	}
	if json.Unmarshal(text, &doc) != nil || len(doc.Documents) > mostLinks {
		return nil
	}
	var all links
	for path, address := range doc.Documents {
		u, err := url.Parse(strings.Replace(address, "*", "", 1))
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
			continue
		}
		all = append(all, link{path, address})
	}
	// The most particular rule first; the map gave them in no order.
	slices.SortFunc(all, func(a, b link) int {
		if len(a.path) != len(b.path) {
			return len(b.path) - len(a.path)
		}
		return strings.Compare(a.path, b.path)
	})
	return all
}

// url is the address of a document; "" if there is none. Paths are compared without
// regard to case, as the specification wants it.
func (l links) url(path string) string {
	for _, rule := range l {
		prefix, below := strings.CutSuffix(rule.path, "*")
		switch {
		case !below && strings.EqualFold(path, rule.path):
			return rule.url
		case below && len(path) >= len(prefix) && strings.EqualFold(path[:len(prefix)], prefix):
			return strings.Replace(rule.url, "*", escape(path[len(prefix):]), 1)
		}
	}
	return ""
}

// escape writes a relative path as part of an address.
func escape(path string) string {
	parts := strings.Split(strings.ReplaceAll(path, `\`, "/"), "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	return strings.Join(parts, "/")
}
