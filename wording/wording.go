// Package wording says things once: how numbers of things, names of inputs, places and
// finished sentences read, for every package that writes for people.
//
// A sentence is a Text, whose parts say what is code and what can be left out, so that
// nobody has to search or cut a finished string. The package decides nothing about a
// report and lays nothing out on a page.
package wording
