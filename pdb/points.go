package pdb

import "fmt"

// point is a sequence point: from this IL offset on, the code belongs to this line.
type point struct {
	offset   uint32
	document uint32
	line     uint32
	column   uint32
	hidden   bool // code without a line: the compiler's own
}

// points decodes the sequence points of a method. Source: dotnet/runtime
// docs/design/specs/PortablePdb-Metadata.md, "Sequence Points Blob".
func points(blob []byte, document uint32) ([]point, error) {
	w := window{data: blob}
	w.unsigned() // local signature
	if document == 0 {
		document = w.unsigned()
	}
	var all []point
	var line, column, offset uint32
	lined := false
	for first := true; w.rest() > 0 && !w.failed; {
		delta := w.unsigned()
		if delta == 0 && !first {
			document = w.unsigned()
			continue
		}
		first = false
		offset += delta
		lines := w.unsigned()
		columns := int32(0)
		if lines == 0 {
			columns = int32(w.unsigned())
		} else {
			columns = w.signed()
		}
		if lines == 0 && columns == 0 {
			all = append(all, point{offset: offset, document: document, hidden: true})
			continue
		}
		if lined {
			line += uint32(w.signed())
			column += uint32(w.signed())
		} else {
			line, column, lined = w.unsigned(), w.unsigned(), true
		}
		all = append(all, point{offset: offset, document: document, line: line, column: column})
	}
	if w.failed {
		return nil, fmt.Errorf("sequence points: %w", errCut)
	}
	return all, nil
}

// covering is the last point with a line at or before an offset: hidden points have no
// line of their own, and the statement they belong to is the one before.
func covering(all []point, offset uint32) (point, bool) {
	var best point
	found := false
	for _, p := range all {
		if p.offset > offset {
			break
		}
		if !p.hidden {
			best, found = p, true
		}
	}
	return best, found
}
