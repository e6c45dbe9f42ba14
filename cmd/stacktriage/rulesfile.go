package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"stacktriage/classify"
	"stacktriage/siterules"
)

// maxRules bounds what is read of a rules file.
const maxRules = 4 << 20

// rulesFlag names the file of what the site knows better than the tables.
type rulesFlag struct {
	Rules string `group:"judge" placeholder:"FILE" help:"Rules of the site, see docs/rules.md; default is $$XDG_CONFIG_HOME/stacktriage/rules or ~/.config/stacktriage/rules."`

	site   classify.Options
	loaded string // the path of what was read
}

// loadRules reads the file that was named, or else the one in the user's folder for
// configuration, if there is one.
func (f *rulesFlag) loadRules(s *session) error {
	path, named := f.Rules, f.Rules != ""
	if !named {
		path = defaultRules(s.env)
	}
	if path == "" {
		return nil
	}
	file, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
		return nil
	case err != nil:
		return fmt.Errorf("%s: the rules cannot be read: %w", path, reason(err))
	}
	defer file.Close()
	f.loaded = path
	f.site, err = siterules.Parse(io.LimitReader(file, maxRules), path)
	var unread *fs.PathError
	switch {
	case errors.As(err, &unread):
		return fmt.Errorf("%s: the rules cannot be read: %w", path, unread.Err)
	case err != nil:
		return fmt.Errorf("in the rules: %w", err)
	}
	return nil
}

// defaultRules is where the rules of a user are looked for; empty where the user has no
// folder.
func defaultRules(env environment) string {
	const folder, name = "stacktriage", "rules"
	switch {
	case env.get("XDG_CONFIG_HOME") != "":
		return filepath.Join(env.get("XDG_CONFIG_HOME"), folder, name)
	case env.windows && env.get("APPDATA") != "":
		return filepath.Join(env.get("APPDATA"), folder, name)
	case env.get("HOME") != "":
		return filepath.Join(env.get("HOME"), ".config", folder, name)
	}
	return ""
}
