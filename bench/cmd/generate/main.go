// Command generate writes a made-up stack report, and the same threads as a goroutine
// dump: DIR/dotnet.txt and DIR/go.txt. With -reports it writes so many reports of one
// process instead: DIR/archive.txt holds all of them, DIR/reports each in a file of its own.
// It prints what is in them.
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
	reports := flag.Int("reports", 0, "reports of one process")
	flag.Parse()
	if *reports > 0 {
		if err := process(filepath.Join(*corpus, "stack-bad.txt"), *reports, *seed, *dir); err != nil {
			fmt.Fprintln(os.Stderr, "generate:", err)
			os.Exit(1)
		}
		return
	}
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

// process writes reports of one process.
func process(captured string, n int, seed uint64, dir string) error {
	text, err := os.ReadFile(captured)
	if err != nil {
		return err
	}
	p, err := gen.NewProcess(string(text), seed)
	if err != nil {
		return fmt.Errorf("take %s apart: %w", captured, err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "reports"), 0o755); err != nil {
		return err
	}
	size := 0
	archive, err := os.Create(filepath.Join(dir, "archive.txt"))
	if err != nil {
		return err
	}
	for i := range n {
		report := p.Next()
		size += len(report)
		if _, err := io.WriteString(archive, report); err != nil {
			archive.Close()
			return fmt.Errorf("write the archive: %w", err)
		}
		name := filepath.Join(dir, "reports", fmt.Sprintf("r%04d.txt", i))
		if err := os.WriteFile(name, []byte(report), 0o644); err != nil {
			archive.Close()
			return err
		}
	}
	fmt.Printf("%d reports of one process, %.1f MB\n", n, float64(size)/1e6)
	return archive.Close()
}
