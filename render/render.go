// Package render writes a diagnose.Report in the forms people and programs read:
// text for a terminal, JSON for scripts, and whatever else is a row of its registry.
//
// It decides what a line looks like and nothing else: what is said is in the report
// model, so that no two outputs can disagree. It does not know the command line, the
// environment or whether it writes to a terminal; Options tells it.
package render

import "stacktriage/layout"

// Options are what the writers may be asked for. The zero value is an uncoloured,
// ASCII report of every site, 100 columns wide, without thread ids.
type Options struct {
	Version string         // of the program, for outputs that name it
	Palette layout.Palette // zero: no colour
	Unicode bool           // the reader can show ▸ ⋮ … ·
	Width   int            // columns of text; 0 is 100
	Height  int            // lines of the terminal, on which the verdict shall stay; 0 is no terminal
	Top     int            // sites printed a snapshot; 0 is all
	IDs     int            // thread ids printed a site; negative is all
	Full    bool           // unfold every frame, raw
	All     bool           // comparisons: what did not change, too
	Chat    string         // chat: the program it is for; empty is Slack
	NoEmoji bool           // chat: no coloured mark in front of the headline
	Theme   string         // pictures: dark or light; empty is dark
	Classes bool           // exports: what threads wait in as a root frame below each stack
}
