package main

import "strings"

// The values of --color.
const (
	colorAuto   = "auto"
	colorAlways = "always"
	colorNever  = "never"
)

// wantColor decides about colour, once: a flag beats NO_COLOR, which beats
// CLICOLOR_FORCE, which beats what the terminal is. A file is coloured on demand only.
func wantColor(mode string, env environment, toFile bool) bool {
	switch mode {
	case colorAlways:
		return true
	case colorNever:
		return false
	}
	if toFile || env.get("NO_COLOR") != "" {
		return false
	}
	if force := env.get("CLICOLOR_FORCE"); force != "" && force != "0" {
		return true
	}
	if !env.stdoutTerminal || env.get("CLICOLOR") == "0" || env.get("TERM") == "dumb" {
		return false
	}
	return env.enableColor()
}

// wantUnicode reports whether the reader can show more than ASCII: a UTF-8 locale, or
// a Windows console, for which the Go runtime converts.
func wantUnicode(env environment) bool {
	for _, name := range [...]string{"LC_ALL", "LC_CTYPE", "LANG"} {
		locale := strings.ToLower(env.get(name))
		if locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return env.windows && env.stdoutTerminal
}
