package line

// Form is how the lines of one dialect are recognised, each taken alone.
type Form struct {
	// Anchors are texts that begin a thread, in any case; a digit of its id follows.
	Anchors []string
	// Fits says that a line belongs to the dialect; nil for a dialect that is not
	// looked for in damaged text.
	Fits func(text []byte) bool
}

// Forms are those of all dialects.
type Forms []Form

// Anchored finds the form of which a thread begins with this text; -1 if there is none.
func (f Forms) Anchored(text []byte) int {
	for i := range f {
		for _, a := range f[i].Anchors {
			if beginsWith(text, a) {
				return i
			}
		}
	}
	return -1
}

// AnchorIn finds where in a line a thread of some dialect seems to begin; -1 if none
// does.
func (f Forms) AnchorIn(text []byte) int {
	for at := range text {
		switch lower(text[at]) {
		case 't', 'o', '~': // what anchors begin with
			if f.Anchored(text[at:]) >= 0 {
				return at
			}
		}
	}
	return -1
}

// Fit says whether a line belongs to any dialect.
func (f Forms) Fit(text []byte) bool {
	for i := range f {
		if f[i].Claims(text) {
			return true
		}
	}
	return false
}

// Claims says whether a line, taken alone, belongs to the dialect.
func (f *Form) Claims(text []byte) bool { return f.Fits != nil && f.Fits(text) }

// beginsWith says whether an anchor and a digit are at the front of text.
func beginsWith(text []byte, anchor string) bool {
	rest, ok := CutPrefixFold(text, anchor)
	return ok && len(rest) > 0 && IsHexDigit(rest[0])
}
