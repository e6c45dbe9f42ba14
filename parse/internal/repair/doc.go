// Package repair undoes damage that was done to all lines of a text: prefixes of log
// shippers, quotes of mails, JSON, HTML, wrapped lines. Mend is its one door. It tries
// repairs on the first lines and keeps those after which more of them read as lines of
// a dialect; single lines that were lost stay lost.
//
// Tidier removes from a line what is never part of one, such as terminal sequences.
package repair
