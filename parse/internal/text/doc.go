// Package text turns the bytes of an input into lines: it unpacks gzip and zip within
// a bound, undoes UTF-16 and UTF-32, and splits at every kind of line end. Lines can be
// looked at ahead, and turned one by one into others. It also takes JSON apart in
// pieces, for documents that are one line.
//
// It knows nothing of stacks: what a line says is the matter of package line.
package text
