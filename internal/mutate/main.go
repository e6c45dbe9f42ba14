// Mutate changes the program in one small place at a time and runs the tests, which ought
// to fail. A change that no test notices is printed: there an assertion is missing, or the
// code is not needed.
//
// It needs no network and leaves the files as they are, since the changed one is put over
// the original for one build only:
//
//	go run ./internal/mutate -sample 300
//	go run ./internal/mutate -packages classify,group -sample 50 -seed 7
//
// A change that does not compile counts for nothing. One that its package's own tests let
// pass is tried against the rest of the suite before it is said to survive.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"
)

func main() {
	packages := flag.String("packages", "classify,group,diagnose,compare,frame,redact",
		"packages to change, by their folders")
	sample := flag.Int("sample", 300, "how many changes to try; 0 is all")
	seed := flag.Uint64("seed", 1, "which sample")
	suite := flag.String("suite", "./...", "tests that are tried where the package's own notice nothing")
	goal := flag.Float64("goal", 0, "percentage of the changes that must be noticed; fewer end with exit status 1")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	score, err := run(ctx, plan{strings.Split(*packages, ","), *suite, *sample, *seed})
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	fmt.Println(score)
	if score.percent() < *goal {
		os.Exit(1)
	}
}

// plan is what is to be tried.
type plan struct {
	packages []string // folders
	suite    string
	sample   int // 0 is all
	seed     uint64
}

// score is what became of the changes that compiled.
type score struct {
	byPackage, bySuite, survived, broken int
	took                                 time.Duration
}

func (s score) tried() int { return s.byPackage + s.bySuite + s.survived }

func (s score) percent() float64 {
	if s.tried() == 0 {
		return 0
	}
	return 100 * float64(s.byPackage+s.bySuite) / float64(s.tried())
}

func (s score) String() string {
	return fmt.Sprintf("%d of %d changes noticed (%.1f %%): %d by their package's tests, %d by the suite; "+
		"%d more did not compile; %s",
		s.byPackage+s.bySuite, s.tried(), s.percent(), s.byPackage, s.bySuite, s.broken, s.took.Round(time.Second))
}

// run tries a sample of all changes. Those that do not compile are replaced by others.
func run(ctx context.Context, p plan) (score, error) {
	started := time.Now()
	var all []mutant
	for _, dir := range p.packages {
		found, err := mutantsOf(dir)
		if err != nil {
			return score{}, err
		}
		all = append(all, found...)
	}
	sample := p.sample
	if sample <= 0 || sample > len(all) {
		sample = len(all)
	}
	fmt.Printf("%d changes in %s, of which %d are tried\n", len(all), strings.Join(p.packages, ", "), sample)
	rand.New(rand.NewPCG(p.seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var s score
	for _, m := range all {
		if s.tried() == sample || ctx.Err() != nil {
			break
		}
		if err := s.try(ctx, m, p.suite); err != nil {
			return s, err
		}
		fmt.Fprintf(os.Stderr, "\r%d of %d tried, %d survived ", s.tried(), sample, s.survived)
	}
	fmt.Fprintln(os.Stderr)
	s.took = time.Since(started)
	return s, nil
}

// try runs the tests with one change.
func (s *score) try(ctx context.Context, m mutant, suite string) error {
	overlay, remove, err := m.overlay()
	if err != nil {
		return err
	}
	defer remove()
	// The tests of the root folder judge the corpus: most of what a package's own tests
	// let pass fails there, before the rest is built.
	stages := slices.Compact([]string{"./" + m.dir, ".", suite})
	for stage, packages := range stages {
		noticed, err := fails(ctx, overlay, packages)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			s.broken++
			return nil
		case noticed && stage == 0:
			s.byPackage++
			return nil
		case noticed:
			s.bySuite++
			return nil
		}
	}
	s.survived++
	fmt.Println("survived", m)
	return nil
}
