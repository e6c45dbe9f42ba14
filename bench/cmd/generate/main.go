// Command generate writes a made-up stack report, and the same threads as a goroutine
// dump: DIR/dotnet.txt and DIR/go.txt. It prints what is in them.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"stacktriage/bench/gen"
)

func main() {
	corpus := flag.String("corpus", "../testdata/stacks", "folder of captured reports")
	stacks := flag.Int("stacks", 200, "distinct stacks")
	size := flag.Int64("mb", 100, "size of the report in MB (10^6 bytes)")
	seed := flag.Uint64("seed", 1, "seed")
	dir := flag.String("dir", ".", "folder to write to")
	flag.Parse()
	if err := generate(gen.Config{Corpus: *corpus, Stacks: *stacks, Bytes: *size * 1e6, Seed: *seed}, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func generate(c gen.Config, dir string) error {
	report, err := gen.New(c)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	dotnet, err := writeFile(filepath.Join(dir, "dotnet.txt"), report.WriteDotnet)
	if err != nil {
		return err
	}
	goroutines, err := writeFile(filepath.Join(dir, "go.txt"), report.WriteGoroutines)
	if err != nil {
		return err
	}
	fmt.Printf("%d threads, %d frames, %d distinct stacks; dotnet-stack text %.1f MB, goroutine text %.1f MB\n",
		len(report.Threads), report.Frames(), len(report.Stacks), float64(dotnet)/1e6, float64(goroutines)/1e6)
	return nil
}

// writeFile returns the size of what was written.
func writeFile(path string, write func(io.Writer) error) (int64, error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	if err := write(f); err != nil {
		f.Close()
		return 0, fmt.Errorf("write %s: %w", path, err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return 0, err
	}
	return info.Size(), f.Close()
}
