package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"

	"stacktriage/output/schema"
)

// versionFlag prints the program's version.
type versionFlag bool

// BeforeReset implements kong's hook.
func (versionFlag) BeforeReset(command *kong.Context) error {
	if _, err := fmt.Fprintln(command.Stdout, buildOf(buildInfo())); err != nil {
		return fmt.Errorf("printing the version: %w", err)
	}
	return errAnswered
}

// versionCmd is "stacktriage version": what --version says, for programs, too.
type versionCmd struct {
	JSON bool `group:"output" name:"json" help:"One JSON object: version, commit, modified, date, go, os, arch."`
}

// Help is the part of the help below the description.
func (*versionCmd) Help() string {
	return `Examples:

    stacktriage version
    stacktriage version --json`
}

// Run implements kong's command.
func (c *versionCmd) Run(s *session) error {
	b := buildOf(buildInfo())
	if !c.JSON {
		_, err := fmt.Fprintln(s.stdout, b)
		return ignoreBrokenPipe(err)
	}
	return ignoreBrokenPipe(schema.WriteBuild(s.stdout, schema.Build(b)))
}

// build is what the program was made of.
type build schema.Build

func buildOf(info *debug.BuildInfo) build {
	return build{
		Version: releaseOr(versionOf(info)), Commit: setting(info, "vcs.revision"),
		Modified: setting(info, "vcs.modified") == "true", Date: setting(info, "vcs.time"),
		Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
	}
}

func (b build) String() string {
	var facts []string
	day, _, _ := strings.Cut(b.Date, "T")
	switch {
	case b.Commit != "" && day != "":
		facts = append(facts, "commit "+shortRevision(b.Commit)+" of "+day)
	case b.Commit != "":
		facts = append(facts, "commit "+shortRevision(b.Commit))
	}
	facts = append(facts, b.Go, b.OS+"/"+b.Arch)
	return "stacktriage " + b.Version + " (" + strings.Join(facts, ", ") + ")"
}

// release is set by the linker for released binaries.
var release string

// version is the release, else what the build recorded.
func version() string { return releaseOr(versionOf(buildInfo())) }

func releaseOr(recorded string) string {
	if release != "" {
		return release
	}
	return recorded
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
	version := "devel-" + shortRevision(revision)
	if setting(info, "vcs.modified") == "true" {
		version += "+dirty"
	}
	return version
}

func shortRevision(revision string) string { return revision[:min(len(revision), revisionLength)] }

func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
