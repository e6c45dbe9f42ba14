package parse

// findSpaced finds UTF-16 that was read as another encoding, with its zero bytes
// shown as blanks: "T h r e a d   ( 0 x 1 A ) :".
func findSpaced(head []line, _ Forms) []repair {
	spaced, all := 0, 0
	for _, l := range head {
		if len(l.text) < 4 {
			continue
		}
		all++
		if isSpaced(l.text) {
			spaced++
		}
	}
	if spaced == 0 || spaced*10 < all*9 {
		return nil
	}
	return []repair{{what: "blanks between letters removed", sure: true, wrap: closeUp}}
}

// isSpaced says whether every other character is a blank.
func isSpaced(text []byte) bool {
	_, ok := spacedPhase(text)
	return ok
}

// spacedPhase finds which characters are the blanks: those with even or odd positions.
func spacedPhase(text []byte) (blanks int, ok bool) {
	for blanks := range 2 {
		ok := true
		for i := blanks; i < len(text) && ok; i += 2 {
			ok = text[i] == ' '
		}
		if ok {
			return blanks, true
		}
	}
	return 0, false
}

func closeUp(src lines) lines {
	return &each{src: src, split: func(l line, emit func(line)) {
		if blanks, ok := spacedPhase(l.text); ok && len(l.text) > 1 {
			closed := make([]byte, 0, len(l.text)/2+1)
			for i := 1 - blanks; i < len(l.text); i += 2 {
				closed = append(closed, l.text[i])
			}
			l.text = closed
		}
		emit(l)
	}}
}
