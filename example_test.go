package stacktriage_test

import (
	"fmt"
	"log"
	"os"

	"stacktriage"
)

// Who blocks, on what, and in which method of the program's own code.
func Example() {
	file, err := os.Open("testdata/stacks/stack-bad.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	report, err := stacktriage.Triage(file, "stack-bad.txt")
	if err != nil {
		log.Fatal(err)
	}
	for _, site := range report.Snapshots[0].Sites {
		fmt.Printf("%d threads: %s in %s\n", site.Threads, site.Cause.API, site.Culprit.Name)
	}
	// Output:
	// 60 threads: Task<T>.Result in Program.Main lambda #2
}

// How much of the pool is blocked, and what is concluded from it. A snapshot also has the
// verdict as one sentence: snap.Headline.
func ExampleTriage() {
	file, err := os.Open("testdata/stacks/acme/net10-mixed_bad.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	report, err := stacktriage.Triage(file, "monday")
	if err != nil {
		log.Fatal(err)
	}
	for _, snap := range report.Snapshots {
		fmt.Println(snap.Counts.Workers.Blocked, "of", snap.Counts.Workers.Total, "workers blocked")
		for _, finding := range snap.Findings {
			fmt.Printf("%s %s: %d threads\n", finding.Severity, finding.ID, finding.Threads)
		}
	}
	// Output:
	// 16 of 17 workers blocked
	// warning sync-over-async: 14 threads
	// warning blocking-wait: 2 threads
}

// Whose code a module is decides which frame is the culprit. Here a library counts as
// own code, as it does for those who write it.
func ExampleAnalyze() {
	file, err := os.Open("testdata/stacks/third/rx-wait.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	snaps, err := stacktriage.Read(file, "rx-wait.txt")
	if err != nil {
		log.Fatal(err)
	}
	report := stacktriage.Analyze(snaps, stacktriage.Options{User: []string{"System.Reactive"}})
	site := report.Snapshots[0].Sites[0]
	fmt.Printf("%d threads: %s in %s\n", site.Threads, site.Cause.API, site.Culprit.Name)
	// Output:
	// 7 threads: ManualResetEventSlim.Wait in System.Reactive.Linq.QueryLanguage.LastOrDefaultInternal
}

// What was lost while an input was read, and how the stacks look.
func ExampleRead() {
	file, err := os.Open("testdata/stacks/stack-bad.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	snaps, err := stacktriage.Read(file, "stack-bad.txt")
	if err != nil {
		log.Fatal(err)
	}
	snap := snaps[0]
	fmt.Printf("%d threads on %d stacks, %d lines skipped\n", len(snap.Threads), len(snap.Stacks), snap.SkippedLines)
	// Output:
	// 67 threads on 16 stacks, 0 lines skipped
}
