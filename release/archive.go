package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

const checksumFile = "checksums.txt"

// archive packs the binary of a platform with the extras: zip for Windows, else tar.gz.
func (r *release) archive(t target) error {
	binary, err := os.ReadFile(r.work(t))
	if err != nil {
		return fmt.Errorf("packing for %s: %w", t, err)
	}
	folder := fmt.Sprintf("stacktriage-%s-%s", r.version, t)
	files := []file{{t.binary(), 0o755, binary}}
	files = append(files, r.extras...)
	pack, suffix := r.tarball, ".tar.gz"
	if t.os == "windows" {
		pack, suffix = r.zip, ".zip"
	}
	data, err := pack(folder, files)
	if err != nil {
		return fmt.Errorf("packing for %s: %w", t, err)
	}
	return r.write(folder+suffix, data)
}

func (r *release) tarball(folder string, files []file) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, f := range files {
		header := &tar.Header{
			Name: folder + "/" + f.name, Mode: int64(f.mode), Size: int64(len(f.data)),
			ModTime: r.time, Uname: "root", Gname: "root", Format: tar.FormatUSTAR,
		}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return compressed(out.Bytes())
}

func (r *release) zip(folder string, files []file) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		header := &zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: r.time}
		header.SetMode(f.mode)
		entry, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func (r *release) write(name string, data []byte) error {
	if err := os.WriteFile(filepath.Join(r.out, name), data, fileMode); err != nil {
		return fmt.Errorf("writing the release: %w", err)
	}
	return nil
}

// checksums writes the SHA-256 of every file as sha256sum -c reads them, and removes what
// was only needed on the way.
func (r *release) checksums() error {
	if err := os.RemoveAll(filepath.Join(r.out, ".build")); err != nil {
		return fmt.Errorf("tidying the release: %w", err)
	}
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return fmt.Errorf("reading the release: %w", err)
	}
	var sums bytes.Buffer
	for _, entry := range entries {
		sum, err := sumOf(filepath.Join(r.out, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sum, entry.Name())
	}
	return r.write(checksumFile, sums.Bytes())
}

func sumOf(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("hashing: %w", err)
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return nil, fmt.Errorf("hashing: %w", err)
	}
	return hash.Sum(nil), nil
}
