package parse

import (
	"fmt"
	"net/url"
	"strings"
)

// Link is the address at which a line can be read, fit for any output; "" where none is
// known. Where it is known how a site shows a line to people, it is that page.
func (l *Lines) Link(at Location) string {
	address := l.Address(at.File)
	if path, ok := strings.CutPrefix(address, "https://raw.githubusercontent.com/"); ok {
		// owner/repository/commit/path
		if parts := strings.SplitN(path, "/", 4); len(parts) == 4 {
			page := fmt.Sprintf("https://github.com/%s/%s/blob/%s/%s#L%d", parts[0], parts[1], parts[2], parts[3], at.First)
			if at.Last > at.First {
				page += fmt.Sprintf("-L%d", at.Last)
			}
			return page
		}
	}
	return address
}

// Address is where a file can be read, fit for any output; "" where that is not known.
func (l *Lines) Address(file string) string {
	if l == nil {
		return ""
	}
	return SafeAddress(l.URLs[file])
}

// longestAddress is more than browsers, terminals and chat programs take.
const longestAddress = 2000

// SafeAddress is an address that a symbol file claims, escaped so that no output can take
// it for more than an address; "" where it is none of the web. A symbol file is whoever's
// file: it must not start a program, carry a name and password, or call a person in chat.
func SafeAddress(address string) string {
	if address == "" || len(address) > longestAddress {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.Opaque != "" || !plainHost(u.Host) {
		return ""
	}
	safe := u.Scheme + "://" + u.Host + escaped(u.EscapedPath())
	if u.RawQuery != "" {
		safe += "?" + escaped(u.RawQuery)
	}
	if len(safe) > longestAddress {
		return ""
	}
	return safe
}

// plainHost accepts names and numbers of hosts, with a port.
func plainHost(host string) bool {
	for _, r := range host {
		if !isLetterOrDigit(r) && !strings.ContainsRune("-.:[]", r) {
			return false
		}
	}
	return host != ""
}

func isLetterOrDigit(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// escaped leaves what means nothing in a terminal, in HTML and in the markup of chat
// programs, and writes the rest in hexadecimal.
func escaped(part string) string {
	var b strings.Builder
	for i := range len(part) {
		switch c := part[i]; {
		case isLetterOrDigit(rune(c)), strings.IndexByte("-._/:=&+,;%", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
