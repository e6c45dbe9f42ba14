package counters

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainNumber reads the value of a CSV or JSON row. The tool never groups digits there,
// so that a comma is a decimal comma, as versions before 5.0.152202 wrote it.
func plainNumber(text string) (value float64, comma, ok bool) {
	text = strings.TrimSpace(text)
	if strings.Count(text, ",") == 1 {
		text, comma = strings.Replace(text, ",", ".", 1), true
	}
	value, ok = parseFloat(text)
	return value, comma, ok
}

// parseFloat reads a number that is one: Go's other forms, infinity and not-a-number are
// none.
func parseFloat(text string) (float64, bool) {
	if text == "" || strings.ContainsAny(text, "xXpP_iInN") {
		return 0, false
	}
	value, err := strconv.ParseFloat(text, 64)
	return value, err == nil && !math.IsInf(value, 0)
}

// screenNumber reads a value of the screen, which groups digits and has at most three
// decimals, both as the user's culture writes them. What counts whole things has no
// decimals, so that a single separator before three digits groups them; in a percentage
// or a time it begins the decimals.
func screenNumber(text string, whole bool) (float64, bool) {
	if value, ok := parseFloat(text); ok && strings.ContainsAny(text, "eE") {
		return value, true
	}
	digits, sign := text, ""
	if rest, ok := cutMinus(text); ok {
		digits, sign = rest, "-"
	}
	parts := strings.FieldsFunc(digits, isSeparator)
	for i, p := range parts {
		if p == "" || strings.Trim(p, "0123456789") != "" || i > 0 && i < len(parts)-1 && len(p) != 3 {
			return 0, false
		}
	}
	if len(parts) == 0 || !firstIsDigit(digits) {
		return 0, false
	}
	last := len(parts) - 1
	if last > 0 && !groups(digits, parts, whole) {
		return parseFloat(sign + strings.Join(parts[:last], "") + "." + parts[last])
	}
	return parseFloat(sign + strings.Join(parts, ""))
}

// groups reports that the last separator groups digits rather than begins decimals.
func groups(digits string, parts []string, whole bool) bool {
	last := len(parts) - 1
	if len(parts[last]) != 3 {
		return false
	}
	first, final := separators(digits)
	if last > 1 {
		return first == final // 1,234,567 against 1,234.567
	}
	return whole
}

// separators are the first and the last separator of a number.
func separators(digits string) (first, last rune) {
	for _, r := range digits {
		if !isSeparator(r) {
			continue
		}
		if first == 0 {
			first = r
		}
		last = r
	}
	return first, last
}

func cutMinus(text string) (string, bool) {
	r, size := utf8.DecodeRuneInString(text)
	if r == '-' || r == '\u2212' {
		return text[size:], true
	}
	return text, false
}

func firstIsDigit(text string) bool { return text != "" && text[0] >= '0' && text[0] <= '9' }

// isSeparator reports what cultures write between groups of digits or before decimals.
func isSeparator(r rune) bool {
	return strings.ContainsRune(",.'\u2019\u066b\u066c", r) || r != ' ' && unicode.IsSpace(r)
}
