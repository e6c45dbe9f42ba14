package main

import (
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"
)

// Names of files can hold any bytes, but kong reads arguments rune by rune, and what is
// not UTF-8 would become U+FFFD. So each such byte stands as a rune of the last private
// plane while the command line is parsed.
const firstByteRune = 0x10ff00

// armoured are arguments in UTF-8.
func armoured(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		if out[i] = arg; !utf8.ValidString(arg) {
			out[i] = armour(arg)
		}
	}
	return out
}

func armour(arg string) string {
	var b strings.Builder
	for i := 0; i < len(arg); {
		r, size := utf8.DecodeRuneInString(arg[i:])
		if r == utf8.RuneError && size == 1 {
			r = firstByteRune + rune(arg[i])
		}
		b.WriteRune(r)
		i += size
	}
	return b.String()
}

// restore puts the bytes back into what was parsed.
func restore(command *kong.Context) {
	node := command.Selected()
	if node == nil {
		return
	}
	for _, p := range node.Positional {
		restoreIn(p.Target)
	}
	for _, f := range command.Flags() {
		restoreIn(f.Target)
	}
}

func restoreIn(v reflect.Value) {
	switch {
	case v.Kind() == reflect.String:
		v.SetString(bare(v.String()))
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			restoreIn(v.Index(i))
		}
	}
}

func bare(text string) string {
	var b []byte
	for _, r := range text {
		if r >= firstByteRune+utf8.RuneSelf && r <= firstByteRune+0xff {
			b = append(b, byte(r-firstByteRune))
			continue
		}
		b = utf8.AppendRune(b, r)
	}
	return string(b)
}
