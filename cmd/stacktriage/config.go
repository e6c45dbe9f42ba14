package main

import (
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"stacktriage/output/schema"
	"stacktriage/render"
)

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
