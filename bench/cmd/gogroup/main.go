// Command gogroup reads a goroutine dump with one of the Go libraries that do, groups
// equal stacks and prints the number of groups. Everything the libraries offer beyond
// that is off.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/DataDog/gostackparse"
	"github.com/maruel/panicparse/v2/stack"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gogroup:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("usage: gogroup gostackparse|panicparse FILE")
	}
	f, err := os.Open(args[1])
	if err != nil {
		return err
	}
	defer f.Close()
	group := map[string]func(io.Reader) (int, error){"gostackparse": gostackparseGroups,
		"panicparse": panicparseGroups}[args[0]]
	if group == nil {
		return fmt.Errorf("unknown library %q", args[0])
	}
	groups, err := group(bufio.NewReaderSize(f, 1<<20))
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	fmt.Println(groups)
	return nil
}

// gostackparseGroups counts goroutines by function, file and line of their frames; the
// library has no grouping of its own.
func gostackparseGroups(r io.Reader) (int, error) {
	goroutines, errs := gostackparse.Parse(r)
	if len(errs) > 0 {
		return 0, errs[0]
	}
	groups := map[string]int{}
	var key strings.Builder
	for _, g := range goroutines {
		key.Reset()
		for _, f := range g.Stack {
			fmt.Fprintf(&key, "%s\n%s:%d\n", f.Func, f.File, f.Line)
		}
		groups[key.String()]++
	}
	return len(groups), nil
}

func panicparseGroups(r io.Reader) (int, error) {
	snapshot, _, err := stack.ScanSnapshot(r, io.Discard, &stack.Opts{})
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	if snapshot == nil {
		return 0, errors.New("no goroutine recognised")
	}
	return len(snapshot.Aggregate(stack.AnyPointer).Buckets), nil
}
