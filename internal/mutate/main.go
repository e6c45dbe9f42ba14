// Mutate changes the program in one small place at a time and runs the tests, which ought
// to fail. A change that no test notices is printed: there an assertion is missing, or the
// code is not needed.
//
//	go run ./internal/mutate
//	go run ./internal/mutate -packages classify,group -sample 50 -seed 7
//	go run ./internal/mutate -packages classify -sample 0 -at classify/rule.go
//
// All changes of a package are compiled into one test binary, each behind a switch that the
// environment variable MUTANT turns on, so that a change costs one run of the tests and no
// build. The files stay as they are: the rewritten ones are put over them for the build
// alone. Changes that do not compile are left out. What a package's own tests let pass is
// tried against those of -suite before it is said to survive.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	p := plan{out: os.Stdout}
	packages := flag.String("packages", "classify,group,diagnose,compare,frame,redact,series",
		"packages to change, by their folders")
	suite := flag.String("suite", ".,render,compare", "packages whose tests are tried after a package's own; may be empty")
	flag.StringVar(&p.at, "at", "", "change only what begins so: classify/rule.go:36")
	flag.IntVar(&p.sample, "sample", 300, "how many changes to try in all packages together; 0 is all")
	flag.Uint64Var(&p.seed, "seed", 1, "which sample")
	flag.StringVar(&p.skip, "skip", "", "tests to leave out, as go test -skip has them: what is slow")
	flag.IntVar(&p.jobs, "jobs", runtime.NumCPU(), "how many tests run at once")
	goal := flag.Float64("goal", 0, "percentage of the changes that must be noticed; fewer end with exit status 1")
	flag.Parse()
	p.packages = strings.Split(*packages, ",")
	p.suite = strings.FieldsFunc(*suite, func(r rune) bool { return r == ',' })
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	total, err := run(ctx, p)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	if total.percent() < *goal {
		os.Exit(1)
	}
}

// plan is what is to be tried.
type plan struct {
	packages, suite []string // folders
	at, skip        string
	sample          int // 0 is all
	seed            uint64
	jobs            int
	out             io.Writer
}

// score is what became of the changes.
type score struct {
	byPackage, bySuite, survived int
}

func (s score) tried() int { return s.byPackage + s.bySuite + s.survived }

func (s score) percent() float64 {
	if s.tried() == 0 {
		return 0
	}
	return 100 * float64(s.byPackage+s.bySuite) / float64(s.tried())
}

func (s score) String() string {
	return fmt.Sprintf("%d of %d changes noticed (%.1f %%): %d by the package's tests, %d by the suite",
		s.byPackage+s.bySuite, s.tried(), s.percent(), s.byPackage, s.bySuite)
}

// run tries a sample of the changes of all packages.
func run(ctx context.Context, p plan) (score, error) {
	started := time.Now()
	var total score
	var targets []*target
	of := map[*mutant]*target{}
	var all []*mutant
	for _, dir := range p.packages {
		t, err := load(dir)
		if err != nil {
			return total, err
		}
		found, err := t.mutants()
		if err != nil {
			return total, err
		}
		targets = append(targets, t)
		for _, m := range found {
			if strings.HasPrefix(m.String(), p.at) {
				all = append(all, m)
				of[m] = t
			}
		}
	}
	count := len(all)
	all = choose(all, p.sample, p.seed)
	fmt.Fprintf(p.out, "%d of %d changes in %s\n", len(all), count, strings.Join(p.packages, ", "))
	for _, t := range targets {
		var chosen []*mutant
		for _, m := range all {
			if of[m] == t {
				chosen = append(chosen, m)
			}
		}
		if len(chosen) == 0 {
			continue
		}
		s, err := t.try(ctx, chosen, p)
		if err != nil {
			return total, err
		}
		fmt.Fprintf(p.out, "%-9s %s\n", t.dir, s)
		total.byPackage += s.byPackage
		total.bySuite += s.bySuite
		total.survived += s.survived
	}
	fmt.Fprintf(p.out, "%-9s %s; seed %d, %s\n", "all", total, p.seed, time.Since(started).Round(time.Second))
	return total, ctx.Err()
}

// choose takes a sample, always the same of one seed, and leaves it in the order of the code.
func choose(all []*mutant, sample int, seed uint64) []*mutant {
	if sample <= 0 || sample >= len(all) {
		return all
	}
	order := rand.New(rand.NewPCG(seed, 0)).Perm(len(all))[:sample]
	slices.Sort(order)
	var chosen []*mutant
	for _, i := range order {
		chosen = append(chosen, all[i])
	}
	return chosen
}

// try runs the tests once for each change of one package.
func (t *target) try(ctx context.Context, mutants []*mutant, p plan) (score, error) {
	temp, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return score{}, err
	}
	defer os.RemoveAll(temp)
	overlay, err := t.overlay(mutants, temp)
	if err != nil {
		return score{}, err
	}
	var unnoticed []*mutant // by the package's own tests
	left := mutants
	for i, dir := range append([]string{t.dir}, p.suite...) {
		if len(left) == 0 || i > 0 && dir == t.dir {
			continue
		}
		tests, err := build(ctx, overlay, dir, temp, p.skip)
		if err != nil {
			return score{}, err
		}
		left = survivors(ctx, tests, left, p.jobs)
		if i == 0 {
			unnoticed = left
		}
	}
	for _, m := range unnoticed {
		if slices.Contains(left, m) {
			fmt.Fprintln(p.out, "survives:", m)
		} else {
			fmt.Fprintln(p.out, "only the suite notices:", m)
		}
	}
	return score{len(mutants) - len(unnoticed), len(unnoticed) - len(left), len(left)}, nil
}

// survivors runs the tests with each mutant and returns those that are not noticed.
func survivors(ctx context.Context, tests *binary, mutants []*mutant, jobs int) []*mutant {
	noticed := make([]bool, len(mutants))
	next := make(chan int)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for i := range next {
				noticed[i] = tests.notices(ctx, mutants[i].id)
			}
		})
	}
	for i := range mutants {
		next <- i
	}
	close(next)
	workers.Wait()
	var left []*mutant
	for i, m := range mutants {
		if !noticed[i] {
			left = append(left, m)
		}
	}
	return left
}
