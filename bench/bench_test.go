// Package bench times the stages of the tool on generated reports. run.sh beside it
// measures the whole program against other ones.
package bench

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"stacktriage/bench/gen"
	"stacktriage/classify"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/parse"
	"stacktriage/render"
)

const megabyte = 1_000_000

// shapes are the reports that every stage is timed on. Time must grow with the
// threads in parse and group only, elsewhere with the distinct stacks.
var shapes = []struct{ stacks, mb int }{{200, 1}, {200, 10}, {5_000, 10}, {40_000, 64}}

func eachShape(b *testing.B, stage func(b *testing.B, text []byte)) {
	for _, shape := range shapes {
		b.Run(fmt.Sprintf("stacks=%d/MB=%d", shape.stacks, shape.mb), func(b *testing.B) {
			report, err := gen.New(gen.Config{Corpus: "../testdata/stacks", Stacks: shape.stacks, Bytes: int64(shape.mb) * megabyte, Seed: 1})
			if err != nil {
				b.Fatal(err)
			}
			var text bytes.Buffer
			if err := report.WriteDotnet(&text); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			stage(b, text.Bytes())
		})
	}
}

func read(b *testing.B, text []byte) *parse.Snapshot {
	b.Helper()
	snapshots, err := parse.Read(bytes.NewReader(text), "generated")
	if err != nil {
		b.Fatal(err)
	}
	return snapshots[0]
}

func BenchmarkParse(b *testing.B) {
	eachShape(b, func(b *testing.B, text []byte) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			read(b, text)
		}
	})
}

func BenchmarkClassify(b *testing.B) {
	eachShape(b, func(b *testing.B, text []byte) {
		snapshot := read(b, text)
		for b.Loop() {
			classifier := classify.New(snapshot, classify.Options{})
			for i := range snapshot.Stacks {
				classifier.Classify(&snapshot.Stacks[i], classify.Marks{Native: 1}, i == 0)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(snapshot.Stacks)), "ns/stack")
	})
}

// BenchmarkGroup includes the classification of each distinct stack.
func BenchmarkGroup(b *testing.B) {
	eachShape(b, func(b *testing.B, text []byte) {
		snapshot := read(b, text)
		for b.Loop() {
			group.Build(snapshot, classify.Options{})
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(snapshot.Threads)), "ns/thread")
	})
}

// BenchmarkDiagnose includes grouping: everything between the text and the writers.
func BenchmarkDiagnose(b *testing.B) {
	eachShape(b, func(b *testing.B, text []byte) {
		snapshot := read(b, text)
		for b.Loop() {
			diagnose.Analyze([]*parse.Snapshot{snapshot}, diagnose.Options{})
		}
	})
}

func BenchmarkText(b *testing.B) { benchmarkWriter(b, render.Text) }

func BenchmarkJSON(b *testing.B) { benchmarkWriter(b, render.JSON) }

func benchmarkWriter(b *testing.B, write func(io.Writer, *diagnose.Report, render.Options) error) {
	eachShape(b, func(b *testing.B, text []byte) {
		report := diagnose.Analyze([]*parse.Snapshot{read(b, text)}, diagnose.Options{})
		for b.Loop() {
			if err := write(io.Discard, report, render.Options{Version: "bench", Unicode: true, Top: 5, IDs: 4}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
