package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
)

// versionFlag prints the program's version.
type versionFlag bool

// BeforeReset implements kong's hook.
func (versionFlag) BeforeReset(command *kong.Context) error {
	if _, err := fmt.Fprintf(command.Stdout, "stacktriage %s (%s)\n", version(), origin(buildInfo())); err != nil {
		return fmt.Errorf("printing the version: %w", err)
	}
	return errAnswered
}

// release is set by the linker for released binaries.
var release string

// version is the release, else what the build recorded.
func version() string {
	if release != "" {
		return release
	}
	return versionOf(buildInfo())
}

// buildInfo is empty in a binary without any.
func buildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{}
}

// revisionLength is how much of a revision tells it from all others of a repository.
const revisionLength = 12

// versionOf is the module's version, as "go install" and a build in a repository record
// it, else the revision, else "devel".
func versionOf(info *debug.BuildInfo) string {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	revision := setting(info, "vcs.revision")
	if revision == "" {
		return "devel"
	}
	version := "devel-" + revision[:min(len(revision), revisionLength)]
	if setting(info, "vcs.modified") == "true" {
		version += "+dirty"
	}
	return version
}

// origin says when the code was committed, as far as the build recorded it, and what
// the program was built with.
func origin(info *debug.BuildInfo) string {
	var facts []string
	if date, _, _ := strings.Cut(setting(info, "vcs.time"), "T"); date != "" {
		facts = append(facts, date)
	}
	return strings.Join(append(facts, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH), ", ")
}

func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
