// Package live runs stacktriage on real .NET processes in known states. It is a module of
// its own, because it downloads a runtime and needs a compiler, and the tool's own tests
// need neither.
//
// The runtime is that of the npm package @azure/mcp-linux-x64 0.5.0 (MIT): a complete
// self-contained .NET 9.0.5. The program in program/ takes the place of the package's
// own. Debian's mono-mcs compiles it. All of it is kept in a folder of the user's cache,
// or in that which STACKTRIAGE_LIVE_CACHE names.
package live

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	runtimePackage = "@azure/mcp-linux-x64@0.5.0"
	runtimeArchive = "azure-mcp-linux-x64-0.5.0.tgz"
	// host is the program that starts the runtime, and program the assembly that it loads.
	host    = "azmcp"
	program = host + ".dll"
	// maxRuntime bounds what the archive unpacks to.
	maxRuntime = 1 << 30
)

// setUp makes a folder with the runtime and the program in it and returns the path of
// the program's host.
func setUp(source string) (string, error) {
	cache, err := cacheFolder()
	if err != nil {
		return "", err
	}
	dist := filepath.Join(cache, "dist")
	if _, err := os.Stat(filepath.Join(dist, host)); errors.Is(err, fs.ErrNotExist) {
		if err := fetchRuntime(cache, dist); err != nil {
			return "", fmt.Errorf("setting up the runtime: %w", err)
		}
	}
	if err := compile(source, filepath.Join(dist, program)); err != nil {
		return "", fmt.Errorf("compiling %s: %w", source, err)
	}
	return filepath.Join(dist, host), nil
}

func cacheFolder() (string, error) {
	folder := os.Getenv("STACKTRIAGE_LIVE_CACHE")
	if folder == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		folder = filepath.Join(cache, "stacktriage-live")
	}
	return folder, os.MkdirAll(folder, 0o755)
}

// fetchRuntime downloads the package and unpacks what the process needs.
func fetchRuntime(cache, dist string) error {
	archive := filepath.Join(cache, runtimeArchive)
	if _, err := os.Stat(archive); errors.Is(err, fs.ErrNotExist) {
		pack := exec.Command("npm", "pack", runtimePackage)
		pack.Dir = cache
		if out, err := pack.CombinedOutput(); err != nil {
			return fmt.Errorf("npm pack: %w\n%s", err, out)
		}
	}
	half := dist + ".part"
	if err := os.RemoveAll(half); err != nil {
		return err
	}
	if err := unpack(archive, half); err != nil {
		return err
	}
	// What the original program depends on is not what ours does.
	if err := os.Remove(filepath.Join(half, host+".deps.json")); err != nil {
		return err
	}
	if err := os.Chmod(filepath.Join(half, host), 0o755); err != nil {
		return err
	}
	return os.Rename(half, dist)
}

// unpack writes the files below package/dist of an archive to a folder.
func unpack(archive, folder string) error {
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
		name, ok := strings.CutPrefix(header.Name, "package/dist/")
		if !ok || header.Typeflag != tar.TypeReg || !filepath.IsLocal(name) {
			continue
		}
		if err := write(filepath.Join(folder, name), in); err != nil {
			return err
		}
	}
}

func write(path string, from io.Reader) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Close())
}

// compile builds the program, and moves it into place as a whole: another run may be
// using it. The name of the file becomes that of the assembly.
func compile(source, to string) error {
	folder, err := os.MkdirTemp(filepath.Dir(to), "compile")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	half := filepath.Join(folder, filepath.Base(to))
	out, err := exec.Command("mcs", "-out:"+half, source).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return os.Rename(half, to)
}
