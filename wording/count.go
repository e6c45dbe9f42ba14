package wording

import "strconv"

// Count is a number with its noun: "1 thread", "12 threads". The noun is given in the
// singular and gets a plural s; Counted takes the ones that need more.
func Count(n int, noun string) string { return Counted(n, noun, noun+"s") }

// Counted is a number with one of two words: "1 thread waits", "12 threads wait".
func Counted(n int, one, many string) string { return strconv.Itoa(n) + " " + Form(n, one, many) }

// Form is the word alone that goes with a number: "waits" for 1, "wait" for others.
func Form(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Ordinal is a position as it is written: "1st", "2nd", "3rd", "11th".
func Ordinal(n int) string {
	suffix := "th"
	if tens := n / 10 % 10; tens != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}
