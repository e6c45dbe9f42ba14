package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"
)

// parse takes a command line apart. Building the model of every command takes longer than
// reading a report of 70 threads, so the command that is named is asked alone first. What it
// does not understand is parsed with all commands, for the same words in every error.
func (s *session) parse(args []string) (*kong.Context, error) {
	if err := refuseEmpty(args); err != nil {
		return nil, err
	}
	if name := commandAlone(args); name != "" {
		if command, err := s.parseAs(cliOf(name), args, checkedTexts(), kong.PostBuild(withoutHelp)); err == nil {
			return command, nil
		}
	}
	return s.parseAs(&cli{}, args, helpTexts())
}

// checkedTexts are the texts that command lines are checked by.
func checkedTexts() kong.Vars {
	texts := helpTexts()
	maps.DeleteFunc(texts, func(name, _ string) bool { return !strings.HasSuffix(name, "ormats") })
	return texts
}

// withoutHelp takes the help out of a model. kong expands every text for every flag, which
// takes longer than the report of a small process.
func withoutHelp(k *kong.Kong) error {
	return kong.Visit(k.Model, func(node kong.Visitable, next kong.Next) error {
		switch node := node.(type) {
		case *kong.Application:
			node.Help = ""
		case *kong.Node:
			node.Help = ""
		case *kong.Value:
			node.Help = ""
		case *kong.Flag:
			node.Help = ""
		}
		return next(nil)
	})
}

func (s *session) parseAs(root any, args []string, options ...kong.Option) (*kong.Context, error) {
	parser, err := newParserOf(root, s, options...)
	if err != nil {
		return nil, err
	}
	return parser.Parse(args)
}

// commandAlone is the command that a command line names, or the default one; "" where it
// asks for help, or for what is said of all commands.
func commandAlone(args []string) string {
	ofAll := func(arg string) bool { return arg == "-h" || arg == "--help" || arg == "--version" }
	switch {
	case slices.ContainsFunc(args, ofAll):
		return ""
	case len(args) == 0 || !slices.Contains(commandNames(), args[0]):
		return "report"
	case args[0] == "completion" || args[0] == "man":
		return ""
	}
	return args[0]
}

// cliOf is cli with one command.
func cliOf(name string) any {
	var fields []reflect.StructField
	root := reflect.TypeFor[cli]()
	for i := range root.NumField() {
		field := root.Field(i)
		if _, ok := field.Tag.Lookup("cmd"); !ok || strings.EqualFold(field.Name, name) {
			fields = append(fields, field)
		}
	}
	return reflect.New(reflect.StructOf(fields)).Interface()
}

// commandNames are the subcommands, as the fields of cli name them.
func commandNames() []string {
	var names []string
	root := reflect.TypeFor[cli]()
	for i := range root.NumField() {
		if _, ok := root.Field(i).Tag.Lookup("cmd"); ok {
			names = append(names, strings.ToLower(root.Field(i).Name))
		}
	}
	return names
}

// joinNumbers turns "--ids -1" into "--ids=-1": alone, -1 would be read as a flag.
func joinNumbers(args []string) []string {
	joined := make([]string, 0, len(args))
	for i, arg := range args {
		if i > 0 && negative(arg) && longFlag(args[i-1]) {
			joined[len(joined)-1] += "=" + arg
			continue
		}
		joined = append(joined, arg)
	}
	return joined
}

func negative(arg string) bool {
	n, err := strconv.Atoi(arg)
	return err == nil && n < 0
}

func longFlag(arg string) bool {
	return len(arg) > 2 && strings.HasPrefix(arg, "--") && !strings.Contains(arg, "=")
}

// refuseEmpty finds an argument without a character in it. It is what a shell makes of
// "$GATE" where nobody has set GATE: taken for no value at all, a gate would be off and
// nobody would know.
func refuseEmpty(args []string) error {
	for i, arg := range args {
		switch {
		case arg == "--":
			return emptyFile(args[i+1:])
		case arg == "" && i > 0 && isFlag(args[i-1]):
			return emptyValue(args[i-1])
		case arg == "":
			return emptyFile(args[i:])
		case strings.HasPrefix(arg, "--") && strings.IndexByte(arg, '=') == len(arg)-1:
			return emptyValue(strings.TrimSuffix(arg, "="))
		}
	}
	return nil
}

func isFlag(arg string) bool { return len(arg) > 1 && arg[0] == '-' && !strings.Contains(arg, "=") }

func emptyValue(flag string) error {
	return fmt.Errorf("%s is empty, perhaps by a variable that is not set", flag)
}

func emptyFile(args []string) error {
	for _, arg := range args {
		if arg == "" {
			return errors.New(`"" is no name of a file; perhaps a variable is not set`)
		}
	}
	return nil
}

// helpWord is what many programs take for --help.
const helpWord = "help"

// spelledHelp turns "help COMMAND" into "COMMAND --help".
func spelledHelp(args []string) ([]string, error) {
	if len(args) == 0 || args[0] != helpWord {
		return args, nil
	}
	if len(args) == 1 || strings.HasPrefix(args[1], "-") {
		return []string{"--help"}, nil
	}
	names := commandNames()
	switch {
	case args[1] == helpWord:
		return []string{"--help"}, nil
	case slices.Contains(names, args[1]):
		return []string{args[1], "--help"}, nil
	}
	if near := nearest(args[1], names); len(near) > 0 {
		return nil, fmt.Errorf("help %s: no such command; did you mean %s?", args[1], strings.Join(near, " or "))
	}
	return nil, fmt.Errorf("help %s: no such command; stacktriage help lists them", args[1])
}

// mistyped finds an argument that is no file but reads like a command. Taken for one
// more input, it would have the other arguments analysed in a way nobody asked for.
func mistyped(command *kong.Context) error {
	node := command.Selected()
	if node == nil {
		return nil
	}
	names := append(commandNames(), helpWord)
	for _, p := range node.Positional {
		files, ok := p.Target.Interface().([]string)
		if !ok || p.Name != "file" {
			continue
		}
		for _, word := range files {
			if err := commandLike(word, names); err != nil {
				return err
			}
		}
	}
	return nil
}

func commandLike(word string, names []string) error {
	if _, err := os.Lstat(word); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if slices.Contains(names, word) {
		return fmt.Errorf("%s: no such file; a command stands in front of all other arguments: stacktriage %s", word, word)
	}
	near := nearest(word, names)
	if len(near) == 0 {
		return nil
	}
	return fmt.Errorf(`%s: no such file or command; did you mean "stacktriage %s"?`, word, near[0])
}

// nearest are the names that differ from a wrong one by a slip or two, the likeliest
// first. In a short word the second slip makes another word.
func nearest(wrong string, names []string) []string {
	limit := 2
	if len(wrong) < 5 {
		limit = 1
	}
	var near []string
	for slips := 1; slips <= limit; slips++ {
		for _, name := range names {
			if distance(wrong, name) == slips {
				near = append(near, name)
			}
		}
	}
	return near
}

// distance is the number of letters to insert, delete or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

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
