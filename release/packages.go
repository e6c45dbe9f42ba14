package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// packages writes the packages of the Linux distributions. They run no script: a manual
// page and completions are found by where they lie.
func (r *release) packages(t target) error {
	contents, err := r.contents(t)
	if err != nil {
		return err
	}
	for _, format := range []string{"deb", "rpm", "apk"} {
		packager, err := nfpm.Get(format)
		if err != nil {
			return fmt.Errorf("making the %s: %w", format, err)
		}
		info := nfpm.WithDefaults(r.info(t, contents))
		var data bytes.Buffer
		if err := packager.Package(info, &data); err != nil {
			return fmt.Errorf("making the %s for %s: %w", format, t, err)
		}
		if err := r.write(packager.ConventionalFileName(info), data.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) info(t target, contents files.Contents) *nfpm.Info {
	return &nfpm.Info{
		Name:     "stacktriage",
		Arch:     t.arch,
		Platform: t.os,
		Version:  r.version,
		Section:  "devel",
		Priority: "optional",
		// A package needs somebody who answers for it; an address has not been chosen.
		Maintainer: "the stacktriage maintainers",
		Description: "Says what the threads of a .NET process are stuck on\nReads what dotnet-stack report prints " +
			"and names the blocking call in your own code.",
		MTime: r.time,
		Overridables: nfpm.Overridables{
			Contents: contents,
			// Its default is this machine's name, which differs from build to build.
			RPM: nfpm.RPM{BuildHost: "localhost"},
		},
	}
}

// contents are the files of a package: the binary as it was built, the extras where each
// is looked for.
func (r *release) contents(t target) (files.Contents, error) {
	installed := map[string]string{
		readme:  "/usr/share/doc/stacktriage/README.md",
		notices: "/usr/share/doc/stacktriage/THIRD_PARTY.md",
		licence: "/usr/share/doc/stacktriage/copyright",
	}
	for _, c := range completions {
		if c.installed != "" {
			installed[c.name] = c.installed
		}
	}
	contents := files.Contents{r.content(r.work(t), "/usr/bin/stacktriage", 0o755)}
	staged := filepath.Join(r.out, ".build", "extras")
	for _, f := range r.extras {
		to := installed[f.name]
		data := f.data
		if f.name == manPage {
			to = "/usr/share/man/man1/stacktriage.1.gz"
			var err error
			if data, err = compressed(data); err != nil {
				return nil, err
			}
		}
		if to == "" {
			continue
		}
		at := filepath.Join(staged, strings.ReplaceAll(f.name, "/", "-"))
		if err := writeStaged(at, data); err != nil {
			return nil, err
		}
		contents = append(contents, r.content(at, to, fileMode))
	}
	return contents, nil
}

func (r *release) content(from, to string, mode fs.FileMode) *files.Content {
	return &files.Content{
		Source: from, Destination: to,
		FileInfo: &files.ContentFileInfo{
			Owner: "root", Group: "root", Mode: mode, MTime: r.time,
		},
	}
}

// writeStaged writes a file that a packager wants to read from the disk.
func writeStaged(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("staging: %w", err)
	}
	if err := os.WriteFile(path, data, fileMode); err != nil {
		return fmt.Errorf("staging: %w", err)
	}
	return nil
}
