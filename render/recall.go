package render

import "io"

// recall keeps the first lines of a page, which are its verdict, for a terminal on which
// they have scrolled away when the page is complete.
type recall struct {
	height int    // lines of the terminal; 0 recalls nothing
	lines  int    // of the page so far, as the terminal breaks them
	first  string // the lines in front of the first empty one
	closed bool
}

func (r *recall) add(line string, lines int) {
	r.lines += lines
	switch {
	case r.height <= 0 || r.closed:
	case line == "":
		r.closed = r.first != ""
	default:
		r.first += line
	}
}

const recallLead = "Again, from the top:"

// end completes a page. Where the prompt of the shell has pushed the first line off the
// screen, the verdict is repeated, marked as nothing new.
func (p *page) end() error {
	if r := &p.recall; r.height > 0 && r.lines >= r.height && r.closed {
		first := r.first
		p.blank()
		p.line(span{recallLead, p.pal.Dim})
		if _, err := io.WriteString(p.out, first); err != nil {
			return err
		}
	}
	return p.out.Flush()
}
