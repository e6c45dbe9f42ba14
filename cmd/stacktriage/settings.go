package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"stacktriage/output/chat"
	"stacktriage/output/schema"
	"stacktriage/render"
)

// settings are what somebody wants by default, for each key: of the environment, else of
// the file. A flag beats both.
type settings struct {
	file  string // where the defaults are looked for; empty where the user has no folder
	read  bool   // the file is there
	found map[string]preference
}

// preference is a value and where it comes from.
type preference struct {
	value string
	from  string // one of the from words
	where string // the line of the file, or the variable
}

// Where a setting comes from, in the words of the JSON.
const (
	fromDefault     = "default"
	fromFile        = "file"
	fromEnvironment = "environment"
)

// settingKey is a key of the file. It is the name of the flag that it gives the default
// of; in the environment it is in capitals behind settingPrefix.
type settingKey struct {
	name     string
	initial  string // without any setting; empty is not set
	list     bool
	accepted func(value string) error
}

const settingPrefix = "STACKTRIAGE_"

func (k *settingKey) variable() string { return settingPrefix + strings.ToUpper(k.name) }

func settingKeys() []settingKey {
	anything := func(string) error { return nil }
	whens := oneOf(colorAuto, colorAlways, colorNever)
	return []settingKey{
		{name: "chat", initial: chat.Names()[0], accepted: oneOf(chat.Names()...)},
		{name: "color", initial: colorAuto, accepted: whens},
		{name: "framework", list: true, accepted: anything},
		{name: "links", initial: colorAuto, accepted: whens},
		{name: "theme", initial: "dark", accepted: oneOf("dark", "light")},
		{name: "user", list: true, accepted: anything},
		{name: "width", accepted: columnCount},
	}
}

func oneOf(words ...string) func(string) error {
	return func(value string) error {
		if slices.Contains(words, value) {
			return nil
		}
		return fmt.Errorf("%q is none of %s", value, strings.Join(words, ", "))
	}
}

func columnCount(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil {
		return fmt.Errorf("%q is no number of columns", value)
	}
	return lineWidth(n).Validate()
}

// loadSettings reads the file, if there is one, and then the environment.
func loadSettings(env environment) (settings, error) {
	named := env.get(settingPrefix + "CONFIG")
	s := settings{file: named}
	if named == "" {
		s.file = userFile(env, "config")
	}
	text, err := readSettings(s.file, named != "")
	if err != nil {
		return s, err
	}
	s.read = text != nil
	if err := s.addFile(text); err != nil {
		return s, err
	}
	return s, s.addEnvironment(env)
}

// maxSettings bounds what is read of the file. A longer one is none of settings.
const maxSettings = 1 << 20

// readSettings is nil where there is no file and none was named.
func readSettings(path string, named bool) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.Open(path)
	switch {
	case !named && (errors.Is(err, fs.ErrNotExist) || err != nil && !exists(path)):
		return nil, nil // nor is a folder an error that this user must not look into
	case err != nil:
		return nil, fmt.Errorf("%s: the settings cannot be read: %w", path, reason(err))
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxSettings+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: the settings cannot be read: %w", path, reason(err))
	case len(text) > maxSettings:
		return nil, fmt.Errorf("%s: the settings are longer than %d MB, which no settings are; is it the right file?",
			path, maxSettings>>20)
	}
	return append([]byte{}, text...), nil
}

// addFile reads "key = value" lines; # begins a comment.
func (s *settings) addFile(text []byte) error {
	number := 0
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\ufeff"))) {
		number++
		words := strings.TrimSpace(string(line))
		if at := strings.Index(words, " #"); at >= 0 {
			words = strings.TrimSpace(words[:at])
		}
		if words == "" || words[0] == '#' {
			continue
		}
		if err := s.addLine(words, fmt.Sprintf("%s:%d", s.file, number)); err != nil {
			return err
		}
	}
	return nil
}

func (s *settings) addLine(line, where string) error {
	name, value, ok := strings.Cut(line, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok {
		return fmt.Errorf(`%s: a setting is written "key = value"`, where)
	}
	key, err := settingKeyOf(name)
	if err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	if twice, ok := s.found[name]; ok {
		return fmt.Errorf("%s: %s is set in %s already", where, name, twice.where)
	}
	return s.add(key, preference{value, fromFile, where})
}

// settingKeyOf finds a key. A key that is not known is refused: a setting that is not
// understood would be a setting that is not heeded.
func settingKeyOf(name string) (*settingKey, error) {
	keys := settingKeys()
	var names []string
	for i := range keys {
		if keys[i].name == name {
			return &keys[i], nil
		}
		names = append(names, keys[i].name)
	}
	if near := nearest(name, names); len(near) > 0 {
		return nil, fmt.Errorf("there is no setting %q; did you mean %s?", name, near[0])
	}
	return nil, fmt.Errorf("there is no setting %q; there are %s", name, strings.Join(names, ", "))
}

// customs are variables that many programs heed. What they say of a key comes before the
// file.
var customs = [...]struct{ key, variable string }{
	{"color", "NO_COLOR"}, {"color", "FORCE_COLOR"}, {"color", "CLICOLOR_FORCE"}, {"links", "FORCE_HYPERLINK"},
}

func (s *settings) addEnvironment(env environment) error {
	for _, custom := range customs {
		if _, ok := s.found[custom.key]; ok && env.get(custom.variable) != "" {
			s.found[custom.key] = preference{value: colorAuto, from: fromEnvironment, where: custom.variable}
		}
	}
	for _, key := range settingKeys() {
		value := env.get(key.variable())
		if value == "" {
			continue
		}
		if err := s.add(&key, preference{value, fromEnvironment, key.variable()}); err != nil {
			return err
		}
	}
	return nil
}

func (s *settings) add(key *settingKey, v preference) error {
	if key.list {
		v.value = strings.Join(listed(v.value), ",")
	}
	err := key.accepted(v.value)
	if v.value == "" {
		err = errors.New("a value is missing")
	}
	if err != nil {
		return fmt.Errorf("%s: %s: %w", v.where, key.name, err)
	}
	if s.found == nil {
		s.found = map[string]preference{}
	}
	s.found[key.name] = v
	return nil
}

// listed are the words of a list, which blanks or commas part.
func listed(value string) []string {
	return strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
}

// resolve gives a flag that is not on the command line its value.
func (s *settings) resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if v, ok := s.found[flag.Name]; ok {
		return v.value, nil
	}
	return nil, nil
}

// userFile is a file of that name in the user's folder for configuration; empty where
// the user has no folder. On a Mac there are two customs: the file that is there counts.
func userFile(env environment, name string) string {
	const folder = "stacktriage"
	switch {
	case env.get("XDG_CONFIG_HOME") != "":
		return filepath.Join(env.get("XDG_CONFIG_HOME"), folder, name)
	case env.windows && env.get("APPDATA") != "":
		return filepath.Join(env.get("APPDATA"), folder, name)
	case env.get("HOME") == "":
		return ""
	}
	path := filepath.Join(env.get("HOME"), ".config", folder, name)
	if env.mac {
		library := filepath.Join(env.get("HOME"), "Library", "Application Support", folder, name)
		if !exists(path) && exists(library) {
			return library
		}
	}
	return path
}

// configCmd is "stacktriage config": the defaults, and where they come from.
type configCmd struct {
	Format string `group:"output" short:"f" default:"text" enum:"text,json" placeholder:"NAME" help:"text or json."`
	outputFlags
}

// Help is the part of the help below the description.
func (*configCmd) Help() string {
	return `A flag beats the variable STACKTRIAGE_KEY, which beats the file. The file has one
"key = value" a line, and # begins a comment; it is
$XDG_CONFIG_HOME/stacktriage/config or ~/.config/stacktriage/config, on Windows
%APPDATA%\stacktriage\config, or the one that STACKTRIAGE_CONFIG names.

Examples:

    stacktriage config
    STACKTRIAGE_THEME=light stacktriage report -o bad.png bad.txt`
}

// Run implements kong's command.
func (c *configCmd) Run(s *session, command *kong.Context) error {
	format, err := c.chosenFormat(command, c.Format, "")
	if err != nil {
		return err
	}
	return c.write(s, func(w io.Writer) error {
		if format == formatJSON {
			return schema.WriteConfig(w, s.settings.file, s.settings.read, s.settings.rows(), version())
		}
		return render.Sections(w, settingSections(&s.settings), c.outputFlags.options(s.env))
	})
}

// rows are all keys with their values.
func (s *settings) rows() []schema.Setting {
	var rows []schema.Setting
	for _, key := range settingKeys() {
		v, ok := s.found[key.name]
		if !ok {
			v = preference{value: key.initial, from: fromDefault}
		}
		rows = append(rows, schema.NewSetting(key.name, strings.Split(v.value, ","), v.from, v.where))
	}
	return rows
}

func settingSections(s *settings) []render.Section {
	title := "SETTINGS  no folder for them: HOME is not set"
	switch {
	case s.read:
		title = "SETTINGS  of " + s.file
	case s.file != "":
		title = "SETTINGS  " + s.file + " is not there"
	}
	section := render.Section{Title: title}
	for _, row := range s.rows() {
		value, from := strings.Join(row.Value, " "), row.From
		if value == "" {
			value = "(not set)"
		}
		if row.Where != nil {
			from = *row.Where
		}
		section.Rows = append(section.Rows, []string{row.Key, value, from})
	}
	return []render.Section{section}
}
