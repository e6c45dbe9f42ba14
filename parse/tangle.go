package parse

// tangle counts the signs of two reports that were written to one output at once, line
// by line.
type tangle struct {
	headers int // threads without a line of their own, the next header right behind
	markers int // markers behind frames
	roots   int // stacks with a root in their middle
}
