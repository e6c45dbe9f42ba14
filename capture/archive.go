package capture

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// ArchiveEnd is what the name of a file ends in that holds a whole capture.
const ArchiveEnd = ".zip"

// IsArchive says whether a name is that of such a file.
func IsArchive(name string) bool {
	return len(name) > len(ArchiveEnd) && strings.EqualFold(name[len(name)-len(ArchiveEnd):], ArchiveEnd)
}

// SaveArchive writes a capture to one new file, a zip of the files that Save writes. What
// is there is never overwritten, and what cannot be completed is removed.
func (c *Case) SaveArchive(to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return fmt.Errorf("making the folder of the capture: %w", err)
	}
	written := false
	err := create(to, func(w io.Writer) error {
		written = true
		return c.writeArchive(w)
	})
	if err == nil {
		return nil
	}
	if written {
		err = errors.Join(err, os.Remove(to))
	}
	return fmt.Errorf("saving the capture: %w", err)
}

func (c *Case) writeArchive(w io.Writer) error {
	archive := zip.NewWriter(w)
	for _, f := range c.files() {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: c.Taken.UTC()}
		header.SetMode(0o600)
		member, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if err := f.write(member); err != nil {
			return err
		}
	}
	return archive.Close()
}

// ErrMixed refuses archives of which only a part is captures.
var ErrMixed = errors.New("this zip holds captures beside other files: unpack it, and name its folder")

// ArchivedManifests are the manifests of an archive that holds captures and nothing else;
// none for any other archive.
func ArchivedManifests(archive *zip.Reader) ([]string, error) {
	var manifests []string
	claimed := map[string]bool{}
	for _, f := range archive.File {
		if strings.HasSuffix(f.Name, ManifestEnd) && fs.ValidPath(f.Name) {
			members := Members(archive, f.Name)
			if members == nil {
				_, err := Load(archive, f.Name)
				return nil, err
			}
			manifests = append(manifests, f.Name)
			claimed[f.Name] = true
			for _, member := range members {
				claimed[path.Clean(member)] = true
			}
		}
	}
	for _, f := range archive.File {
		if len(manifests) > 0 && !f.FileInfo().IsDir() && !claimed[f.Name] {
			return nil, ErrMixed
		}
	}
	return manifests, nil
}
