package main

import (
	"strconv"
	"strings"
)

// wantLinks decides about links that a terminal follows (OSC 8), once: a flag beats the
// environment, which beats what is known of the terminal. One that does not know them
// may print the address into the text, so links are for terminals that are known to,
// and only where escape sequences are wanted at all.
func wantLinks(mode string, env environment, toFile, colour bool) bool {
	switch mode {
	case colorAlways:
		return true
	case colorNever:
		return false
	}
	if toFile || !colour || !env.stdoutTerminal {
		return false
	}
	if force := env.get("FORCE_HYPERLINK"); force != "" {
		return force != "0" && force != "false"
	}
	return knowsLinks(env)
}

// The first versions of terminals that show links. Source: the list of terminals at
// github.com/Alhadis/OSC8-Adoption, and the release notes it links.
const (
	vteWithLinks     = 5001   // 0.50.1; 0.50.0 could crash
	konsoleWithLinks = 201203 // 20.12.3
)

// knowsLinks says that the terminal shows links, by what it says of itself.
func knowsLinks(env environment) bool {
	terminal := env.get("TERM")
	switch {
	case env.get("TMUX") != "" || strings.HasPrefix(terminal, "tmux"):
		return env.get("TERM_PROGRAM") == "tmux" && tmuxVersion(env.get("TERM_PROGRAM_VERSION")) >= 304
	case strings.HasPrefix(terminal, "screen"), terminal == "linux", terminal == "dumb":
		return false
	case env.get("WT_SESSION") != "", env.get("KITTY_WINDOW_ID") != "", env.get("DOMTERM") != "":
		return true
	case number(env.get("VTE_VERSION")) >= vteWithLinks, number(env.get("KONSOLE_VERSION")) >= konsoleWithLinks:
		return true
	}
	switch env.get("TERM_PROGRAM") {
	case "iTerm.app", "WezTerm", "vscode", "ghostty", "mintty", "Hyper", "Tabby", "rio":
		return true
	}
	for _, name := range [...]string{"xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm", "contour"} {
		if terminal == name || strings.HasPrefix(terminal, name+"-") {
			return true
		}
	}
	return false
}

// number is 0 where there is none.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// tmuxVersion makes 304 of "3.4" and "3.4a".
func tmuxVersion(text string) int {
	major, minor, _ := strings.Cut(text, ".")
	digits := strings.IndexFunc(minor, func(r rune) bool { return r < '0' || r > '9' })
	if digits >= 0 {
		minor = minor[:digits]
	}
	return 100*number(major) + number(minor)
}
