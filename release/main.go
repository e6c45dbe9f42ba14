// Command release makes everything that a release of stacktriage consists of, into one
// folder: an archive for each platform, deb, rpm and apk packages for Linux, the software
// bill of materials, the licences of the linked modules, and the checksums of all of it.
//
// Two runs over the same commit write the same bytes: times come from SOURCE_DATE_EPOCH
// or the commit, paths are trimmed, archives are sorted.
//
// It neither signs nor uploads anything, and it does not choose a licence: a file LICENSE
// in the root of the repository is packed where there is one.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	root := flag.String("root", "..", "the repository")
	out := flag.String("o", "../dist", "the folder to write to; it must be empty or missing")
	version := flag.String("version", "", "the version, such as v1.2.3 (default: what git describe says)")
	flag.Parse()
	if err := run(*root, *out, *version); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release is what the parts of a release are made from.
type release struct {
	root    string // the repository
	out     string
	version string    // without the leading v
	time    time.Time // of everything written
	modules []module  // linked into the program, by path
	extras  []file    // packed beside the binary: README, man page, completions, licences
}

// file is a file of an archive or a package.
type file struct {
	name string // slashes, relative to the archive's folder
	mode os.FileMode
	data []byte
}

func run(root, out, version string) error {
	r, err := prepare(root, out, version)
	if err != nil {
		return err
	}
	for _, t := range targets {
		if err := r.build(t); err != nil {
			return err
		}
	}
	if err := r.collect(); err != nil {
		return err
	}
	for _, t := range targets {
		if err := r.archive(t); err != nil {
			return err
		}
		if t.os != "linux" {
			continue
		}
		if err := r.packages(t); err != nil {
			return err
		}
	}
	if err := r.bill(); err != nil {
		return err
	}
	return r.checksums()
}

func prepare(root, out, version string) (*release, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("finding the repository: %w", err)
	}
	if out, err = filepath.Abs(out); err != nil {
		return nil, fmt.Errorf("finding the output folder: %w", err)
	}
	if entries, err := os.ReadDir(out); err == nil && len(entries) > 0 {
		return nil, fmt.Errorf("%s is not empty: a release must hold nothing else", out)
	}
	if version == "" {
		if version, err = describe(root); err != nil {
			return nil, err
		}
	}
	at, err := sourceTime(root)
	if err != nil {
		return nil, err
	}
	return &release{root: root, out: out, version: strings.TrimPrefix(version, "v"), time: at}, nil
}

// describe names a commit without a tag 0.0.0-COMMIT: package managers want a number first.
func describe(root string) (string, error) {
	described, err := git(root, "describe", "--tags", "--always", "--dirty")
	if err != nil {
		return "", err
	}
	if strings.HasPrefix(described, "v") && strings.Contains(described, ".") {
		return described, nil
	}
	return "0.0.0-" + described, nil
}

// sourceTime is the time that everything written bears.
// Source: reproducible-builds.org, "SOURCE_DATE_EPOCH".
func sourceTime(root string) (time.Time, error) {
	text, ok := os.LookupEnv("SOURCE_DATE_EPOCH")
	if !ok {
		var err error
		if text, err = git(root, "log", "-1", "--format=%ct"); err != nil {
			return time.Time{}, err
		}
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("reading the time of the release: %w", err)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

func git(root string, args ...string) (string, error) {
	out, err := exec.Command("git", append([]string{"-C", root}, args...)...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}
