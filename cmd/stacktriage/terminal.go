package main

import (
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/term"
)

// environment is what the program may know about the place it runs in. Tests set it;
// systemEnvironment asks the system.
type environment struct {
	lookup         func(string) (string, bool)
	stdinTerminal  bool
	stdoutTerminal bool
	stdoutPipe     bool        // another program reads, most often one that shows it
	width          int         // columns of the terminal on stdout; 0 is unknown
	height         int         // lines of the terminal on stdout; 0 is unknown, or no terminal
	stderrWidth    int         // columns of the terminal on stderr; 0 is no terminal
	ttyWidth       func() int  // columns of the controlling terminal; 0 where there is none
	mac            bool        // configuration may be in the Library, too
	windows        bool        // no locale variables, and a console that converts UTF-8
	enableColor    func() bool // prepares the terminal for escape sequences
	openTerminal   func() (io.WriteCloser, error)
}

func systemEnvironment() environment {
	env := environment{
		lookup:         os.LookupEnv,
		stdinTerminal:  isTerminal(os.Stdin),
		stdoutTerminal: isTerminal(os.Stdout),
		windows:        onWindows,
		mac:            runtime.GOOS == "darwin",
		stdoutPipe:     isPipe(os.Stdout),
		ttyWidth:       controllingWidth,
		enableColor:    func() bool { return enableVirtualTerminal(os.Stdout) },
		openTerminal:   func() (io.WriteCloser, error) { return userTerminal(os.Stderr, isTerminal) },
	}
	if isTerminal(os.Stderr) {
		env.stderrWidth = unknownWidth
		if width, _, err := term.GetSize(int(os.Stderr.Fd())); err == nil && width > 0 {
			env.stderrWidth = width
		}
	}
	if env.stdoutTerminal {
		if width, height, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			env.width, env.height = width, height
		}
	}
	return env
}

// unknownWidth is taken for that of a terminal that does not say its own.
const unknownWidth = 100

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// isPipe reports what leads to another program.
func isPipe(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&(os.ModeNamedPipe|os.ModeSocket) != 0
}

// controllingWidth is 0 where no terminal can be asked.
func controllingWidth() int {
	tty, err := os.OpenFile(terminalDevice, os.O_RDWR, 0)
	if err != nil {
		return 0
	}
	defer tty.Close()
	width, _, err := term.GetSize(int(tty.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// columns is how wide the reader's page is; 0 is unknown. Behind a pipe there is most
// often a pager on the same terminal. A file is read somewhere else.
func (e environment) columns() int {
	switch {
	case e.stdoutTerminal:
		return e.width
	case !e.stdoutPipe:
		return 0
	}
	if n := number(e.get("COLUMNS")); n > 0 {
		return n
	}
	if e.stderrWidth > 0 {
		return e.stderrWidth
	}
	return e.ttyWidth()
}

// get returns the value of a variable, empty where it is not set.
func (e environment) get(name string) string {
	value, _ := e.lookup(name)
	return value
}

// The values of --color.
const (
	colorAuto   = "auto"
	colorAlways = "always"
	colorNever  = "never"
)

// wantColor decides about colour, once: a flag beats NO_COLOR, which beats FORCE_COLOR
// and CLICOLOR_FORCE, which beat what the terminal is. A file is coloured on demand only.
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
	if force := env.get("FORCE_COLOR"); force != "" {
		return force != "0" && force != "false"
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
