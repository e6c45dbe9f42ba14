// Command measure runs commands in turn, round after round, and prints a table of
// their times against the first of them. Each line of standard input is a command:
//
//	NAME | COMMAND
//
// A command with a pipe in it is run by sh; single quotes keep blanks. Output goes to a file, because some
// programs stop early when they see /dev/null. Peak memory is that of the largest
// process of the command; it has a floor of a few MB, the size of this program when it
// forks, which the row of a trivial command shows.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// command is one row of the table and what was measured of it.
type command struct {
	name, line string
	wall, cpu  []time.Duration
	peak       int64 // KiB
}

func main() {
	rounds := flag.Int("rounds", 7, "how often each command runs, after one unmeasured round")
	threads := flag.Int("threads", 0, "threads in the input, for the rate; 0 leaves the column out")
	flag.Parse()
	if err := run(os.Stdin, os.Stdout, *rounds, *threads); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer, rounds, threads int) error {
	commands, err := readCommands(in)
	if err != nil {
		return err
	}
	sink, err := os.CreateTemp("", "measure-*")
	if err != nil {
		return err
	}
	defer os.Remove(sink.Name())
	defer sink.Close()
	for round := range rounds + 1 {
		for _, c := range commands {
			if err := c.run(sink, round > 0); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	printTable(out, commands, threads)
	return nil
}

func readCommands(in io.Reader) ([]*command, error) {
	var commands []*command
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		name, line, ok := strings.Cut(lines.Text(), " | ")
		if !ok {
			return nil, fmt.Errorf("%q is not NAME | COMMAND", lines.Text())
		}
		commands = append(commands, &command{name: strings.TrimSpace(name), line: strings.TrimSpace(line)})
	}
	if len(commands) == 0 {
		return nil, fmt.Errorf("no command on standard input")
	}
	return commands, lines.Err()
}

// run runs the command once and, if asked to, notes what it took.
func (c *command) run(sink *os.File, note bool) error {
	if err := sink.Truncate(0); err != nil {
		return err
	}
	if _, err := sink.Seek(0, io.SeekStart); err != nil {
		return err
	}
	args := splitArgs(c.line)
	if strings.Contains(c.line, "|") {
		args = []string{"sh", "-c", c.line}
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = sink, os.Stderr
	start := time.Now()
	err := cmd.Run()
	took := time.Since(start)
	if err != nil || !note {
		return err
	}
	c.wall = append(c.wall, took)
	c.cpu = append(c.cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.peak = max(c.peak, usage.Maxrss)
	}
	return nil
}

// splitArgs splits a line at blanks outside of single quotes.
func splitArgs(line string) []string {
	var args []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			args = append(args, part)
		} else {
			args = append(args, strings.Fields(part)...)
		}
	}
	return args
}

func printTable(out io.Writer, commands []*command, threads int) {
	base := commands[0]
	fmt.Fprint(out, "| command | best s | median s | CPU s | × first (best) | × first (median) | peak MB |")
	rule := "\n|---|---|---|---|---|---|---|"
	if threads > 0 {
		fmt.Fprint(out, " threads/s |")
		rule += "---|"
	}
	fmt.Fprintln(out, rule)
	for _, c := range commands {
		fmt.Fprintf(out, "| %s | %.4f | %.4f | %.4f | %.2f | %.2f | %.1f |", c.name,
			slices.Min(c.wall).Seconds(), median(c.wall).Seconds(), median(c.cpu).Seconds(),
			ratio(slices.Min(c.wall), slices.Min(base.wall)), ratio(median(c.wall), median(base.wall)), float64(c.peak)*1024/1e6)
		if threads > 0 {
			fmt.Fprintf(out, " %.0f k |", float64(threads)/slices.Min(c.wall).Seconds()/1e3)
		}
		fmt.Fprintln(out)
	}
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(b) }

func median(of []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(of))
	return sorted[len(sorted)/2]
}
