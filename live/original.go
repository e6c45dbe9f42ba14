package live

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// original makes a folder with the package as it was published, whose program has a
// portable PDB in it, and returns the path of its host. What our own program does not
// replace is shared with the other folder.
func original() (string, error) {
	cache, err := cacheFolder()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(cache, "original")
	if _, err := os.Stat(filepath.Join(folder, host)); err == nil {
		return filepath.Join(folder, host), nil
	}
	half := folder + ".part"
	if err := os.RemoveAll(half); err != nil {
		return "", err
	}
	replaced := map[string]bool{program: true, host + ".deps.json": true, host: true}
	dist := filepath.Join(cache, "dist")
	err = filepath.WalkDir(dist, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dist, path)
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(half, name), 0o755)
		case replaced[name] || !entry.Type().IsRegular():
			return nil
		}
		return os.Link(path, filepath.Join(half, name))
	})
	if err != nil {
		return "", err
	}
	if err := extract(filepath.Join(cache, runtimeArchive), half, replaced); err != nil {
		return "", err
	}
	if err := os.Chmod(filepath.Join(half, host), 0o755); err != nil {
		return "", err
	}
	return filepath.Join(folder, host), os.Rename(half, folder)
}

// extract writes some files of the package to a folder.
func extract(archive, folder string, wanted map[string]bool) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	in := tar.NewReader(io.LimitReader(unzipped, maxRuntime))
	for {
		header, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if name := filepath.Base(header.Name); wanted[name] && header.Name == "package/dist/"+name {
			if err := write(filepath.Join(folder, name), in); err != nil {
				return err
			}
		}
	}
}
