package main

import "errors"

// The numbers of the command line check themselves, when they are given: a number that
// has no meaning is a mistake in a script, not a wish.

// maxWidth is as wide as any line gets: nobody reads wider ones, and a page of the width
// somebody mistyped must not fill the memory.
const maxWidth = 1000

// lineWidth is a number of columns; 0 is not given.
type lineWidth int

// Validate implements kong's check.
func (n lineWidth) Validate() error {
	if n < 1 {
		return errors.New("a line has one column or more")
	}
	return nil
}

// topCount is how many of a list are shown; 0 is all.
type topCount int

// Validate implements kong's check.
func (n topCount) Validate() error {
	if n < 0 {
		return errors.New("a number of places cannot be negative; 0 shows all")
	}
	return nil
}

// idCount is how many thread ids are shown; -1 is all.
type idCount int

// Validate implements kong's check.
func (n idCount) Validate() error {
	if n < -1 {
		return errors.New("a number of ids cannot be negative; -1 shows all")
	}
	return nil
}
