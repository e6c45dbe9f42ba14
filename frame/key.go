package frame

import "strings"

// Key is the frame's identity for grouping: equal for the same method on every
// platform and in every run. Addresses behind "pMT:" are erased and the module's
// suffixes dropped, because both differ between runs of one program; so is the source
// line that some tools print behind the parameters.
func (f *Frame) Key() string {
	if f.Module == "" {
		return eraseAddresses(cutLocation(f.Raw))
	}
	if f.keyIsRaw() {
		return f.Raw
	}
	return f.Module + "!" + eraseAddresses(memberText(cutSourceLine(f.Raw)))
}

// keyIsRaw reports the commonest frame: nothing in it differs between runs, so its key
// costs no new text.
func (f *Frame) keyIsRaw() bool {
	n := len(f.Module)
	return len(f.Raw) > n && f.Raw[n] == '!' && f.Raw[:n] == f.Module &&
		!strings.Contains(f.Raw, addressMark) && len(cutSourceLine(f.Raw)) == len(f.Raw)
}

// CrossBuildKey is the frame's identity where builds of a program are compared. It
// leaves out what changes with any edit of the source or with the build: numbers of
// state machines, lambdas and closures, hashes of file-local types, source lines of F#
// closures, numbers of compiled delegates, addresses, and type arguments. Overloads
// stay apart by their parameters, two lambdas of one method only by theirs.
func (f *Frame) CrossBuildKey() string {
	var b strings.Builder
	b.WriteString(strings.ToLower(f.Module))
	b.WriteByte('!')
	l := f.label()
	if l.plain != "" {
		b.WriteString(eraseAddresses(memberText(f.Raw)))
		return Clean(b.String())
	}
	if l.namespace != "" {
		b.WriteString(l.namespace)
		b.WriteByte('.')
	}
	name := l.stable()
	if f.Type == dynamicType && strings.HasPrefix(name, compiledDelegate) {
		name = compiledDelegate
	}
	b.WriteString(name)
	if !f.NoParams && !l.body {
		b.WriteString("(" + f.ParamList() + ")")
	}
	return Clean(b.String())
}

// compiledDelegate is the name of compiled expression trees, in front of a number.
const compiledDelegate = "lambda_method"

// memberText is the part of a frame line right of the module.
func memberText(raw string) string {
	return raw[strings.IndexByte(raw, '!')+1:]
}

const addressMark = "pMT: "

// eraseAddresses drops the hexadecimal address behind every "pMT: ".
func eraseAddresses(text string) string {
	if !strings.Contains(text, addressMark) {
		return text
	}
	var b strings.Builder
	for {
		i := strings.Index(text, addressMark)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i+len(addressMark)-1])
		text = strings.TrimPrefix(text[i+len(addressMark):], "0x")
		text = strings.TrimLeft(text, "0123456789abcdefABCDEF")
	}
}
