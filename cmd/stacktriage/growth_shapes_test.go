package main

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// growthShapes are the directions in which inputs grow.
func growthShapes() []shape {
	report := []string{"report", "-"}
	return []shape{
		{name: "threads", args: report, text: func(n int) string { return threads(n, sameStack) }},
		{name: "threads with all ids", args: []string{"report", "--full", "--ids", "-1", "-"}, text: func(n int) string {
			return threads(n, sameStack)
		}},
		{name: "distinct stacks", args: report, text: distinctStacks},
		{name: "distinct stacks, all places", args: []string{"report", "--top", "0", "--full", "-"}, text: distinctStacks},
		{name: "distinct stacks as JSON", args: []string{"report", "--format", "json", "-"}, text: distinctStacks},
		{name: "distinct stacks as HTML", args: []string{"report", "--format", "html", "-"}, text: distinctStacks},
		{name: "distinct stacks as Markdown", args: []string{"report", "--format", "markdown", "-"}, text: distinctStacks},
		{name: "distinct stacks as pprof", args: []string{"report", "--format", "pprof", "-"}, text: distinctStacks},
		{name: "distinct stacks as tree", args: []string{"tree", "-"}, text: distinctStacks},
		{name: "distinct stacks redacted", args: []string{"report", "--redact", "-"}, text: distinctStacks},
		{name: "distinct stacks of SOS", args: report, text: clrStacks},
		{name: "diff of distinct stacks", args: []string{"diff", "DIR/a.txt", "DIR/b.txt"}, make: func(dir string, n int) {
			writeReport(filepath.Join(dir, "a.txt"), distinctStacks(n))
			writeReport(filepath.Join(dir, "b.txt"), threads(n, func(i int) string { return ownStack(i + n/2) }))
		}},
		{name: "diff of equal reports", args: []string{"diff", "DIR/a.txt", "DIR/b.txt"}, make: func(dir string, n int) {
			writeReport(filepath.Join(dir, "a.txt"), distinctStacks(n))
			writeReport(filepath.Join(dir, "b.txt"), distinctStacks(n))
		}},
		{name: "own modules", args: report, text: func(n int) string {
			return threads(n, func(i int) string {
				return wait + fmt.Sprintf("  Shop%d!Shop%d.Work.Run()\n", i, i) + root
			})
		}},
		{name: "locks and their callers", args: report, text: func(n int) string {
			return threads(n, func(i int) string {
				return "  System.Private.CoreLib!System.Threading.Monitor.Enter_Slowpath(class System.Object)\n" +
					fmt.Sprintf("  Shop!Shop.Work.Take%d()\n  Shop!Shop.Work.Take%d()\n", i, (i+1)%n) + root
			})
		}},
		{name: "handlers inlined into delegates", args: report, text: func(n int) string {
			return threads(n, func(i int) string {
				return wait + fmt.Sprintf("  Anonymously Hosted DynamicMethods Assembly!dynamicClass.lambda_method%d(class System.Object)\n", i) +
					"  Microsoft.AspNetCore.Http.Extensions!Microsoft.AspNetCore.Http.RequestDelegateFactory.Run()\n" + root
			})
		}},
		{name: "frames of one thread", args: report, text: func(n int) string {
			return threads(1, func(int) string { return wait + strings.Repeat("  Shop!Shop.Work.Down(int32)\n", n) + root })
		}},
		{name: "distinct frames of one thread", args: report, text: func(n int) string {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, "  Shop!Shop.Work.Down%d(int32)\n", i)
			}
			return threads(1, func(int) string { return wait + b.String() + root })
		}},
		{name: "length of a frame", args: report, text: func(n int) string { return named("Shop.Work.Run" + strings.Repeat("Down", n)) }},
		{name: "length of a line that is no frame", args: report, text: func(n int) string {
			return threads(3, sameStack) + strings.Repeat("words and (more) ", n) + "\n"
		}},
		{name: "generic types in each other", args: report, text: func(n int) string {
			return named("Shop.Box`1" + strings.Repeat("[Shop.Box`1", n) + strings.Repeat("]", n) + ".Run")
		}},
		{name: "types in each other", args: report, text: func(n int) string { return named("Shop.Work" + strings.Repeat("+Inner", n) + ".Run") }},
		{name: "state machines in each other", args: report, text: func(n int) string {
			return named("Shop.Work+" + strings.Repeat("<", n) + "Run" + strings.Repeat(">b__0", n) + "d.MoveNext")
		}},
		{name: "parts of a namespace", args: report, text: func(n int) string { return named("Shop" + strings.Repeat(".Work", n) + ".Run") }},
		{name: "brackets in each other", args: report, text: func(n int) string { return named("Shop.Work.Run" + strings.Repeat("(", n) + strings.Repeat(")", n)) }},
		{name: "parameters", args: report, text: func(n int) string {
			return named("Shop.Work.Run(" + strings.Repeat("class System.Collections.Generic.List`1<int32>,", n) + "int32)")
		}},
		{name: "empty lines", args: report, text: func(n int) string { return strings.Repeat("\n", 16*n) + threads(3, sameStack) }},
		{name: "empty lines between frames", args: report, text: func(n int) string {
			return strings.ReplaceAll(threads(n, sameStack), "\n  ", "\n\n  ")
		}},
		{name: "carriage returns", args: report, text: func(n int) string {
			return strings.ReplaceAll(threads(3, sameStack), "\n", "\r\n") + strings.Repeat("\r", 16*n) + threads(3, sameStack)
		}},
		{name: "lines that end in carriage returns", args: report, text: func(n int) string {
			return strings.ReplaceAll(threads(n, sameStack), "\n", "\r")
		}},
		{name: "lines that are not understood", args: report, text: func(n int) string {
			return threads(3, sameStack) + strings.Repeat("something else (0x12): word\n", n)
		}},
		{name: "headers without frames", args: report, text: func(n int) string {
			return threads(3, sameStack) + strings.Repeat("Thread (0x", n) + "\n"
		}},
		{name: "lines behind a prefix", args: report, text: func(n int) string {
			return "2026-01-02T03:04:05Z " + strings.ReplaceAll(threads(n, sameStack), "\n", "\n2026-01-02T03:04:05Z ")
		}},
		{name: "lines of many containers", args: report, text: func(n int) string {
			var b strings.Builder
			for i := range n {
				for line := range strings.Lines(threads(2, sameStack)) {
					fmt.Fprintf(&b, "[pod/api-%d/app] %s", i%40, line)
				}
			}
			return b.String()
		}},
		{name: "wrapped lines", args: report, text: func(n int) string { return wrap(threads(n, sameStack), 80) }},
		{name: "lines of a terminal", args: report, text: func(n int) string {
			return strings.ReplaceAll(threads(n, sameStack), "  System", "  \x1b[31mSystem\x1b[0m")
		}},
		{name: "keys of a JSON object", args: report, text: func(n int) string {
			all := map[string]string{}
			for i := range n {
				all[fmt.Sprintf("report%d", i)] = threads(2, sameStack)
			}
			text, _ := json.Marshal(all)
			return string(text)
		}},
		{name: "JSON lines", args: report, text: func(n int) string {
			var b strings.Builder
			for line := range strings.Lines(threads(n, sameStack)) {
				text, _ := json.Marshal(map[string]string{"log": line})
				b.Write(append(text, '\n'))
			}
			return b.String()
		}},
		{name: "entries of a zip", args: []string{"report", "DIR/a.zip"}, make: zipOf},
		{name: "reports of an input", args: report, text: reports},
		{name: "reports of an input as chat", args: []string{"report", "--format", "chat", "-"}, text: reports},
		{name: "reports of an input as HTML", args: []string{"report", "--format", "html", "-"}, text: reports},
		{name: "reports of an input as JSON", args: []string{"report", "--format", "json", "-"}, text: reports},
		{name: "reports of an input, all pages", args: []string{"report", "--no-overview", "-"}, text: reports},
		{name: "reports of a folder", args: []string{"report", "DIR"}, make: folderOf},
		{name: "series of reports", args: []string{"series", "-"}, from: 2, text: reports},
		{name: "series of reports as chat", args: []string{"series", "--format", "chat", "-"}, from: 2, text: reports},
		{name: "tree of reports", args: []string{"tree", "-"}, text: reports},
	}
}

// Pieces of a report.
const (
	wait = "  System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object,int32)\n" +
		"  System.Private.CoreLib!System.Threading.Tasks.Task.InternalWait(int32,value class System.Threading.CancellationToken)\n" +
		"  System.Private.CoreLib!System.Threading.Tasks.Task`1[System.__Canon].get_Result()\n"
	root = "  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n" +
		"  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n" +
		"  System.Private.CoreLib!System.Threading.Thread.StartCallback()\n"
)

func sameStack(int) string { return ownStack(0) }

// ownStack is the stack of a worker that waits in code of its own.
func ownStack(i int) string {
	return wait + fmt.Sprintf("  Shop!Shop.Orders%d.Load(int32)\n  Shop!Shop.Web%d+<>c.<Map>b__0_%d(class Cart)\n", i, i%7, i%11) + root
}

// threads writes a report of n threads behind the main thread.
func threads(n int, stack func(i int) string) string {
	var b strings.Builder
	b.WriteString("Thread (0x1):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object,int32)\n" +
		"  Shop!Shop.Program.Main(class System.String[])\n\n")
	for i := range n {
		fmt.Fprintf(&b, "Thread (0x%X):\n  [Native Frames]\n%s\n", i+2, stack(i))
	}
	return b.String()
}

func distinctStacks(n int) string { return threads(n, ownStack) }

// named is a report with one more name.
func named(name string) string {
	if !strings.HasSuffix(name, ")") {
		name += "()"
	}
	return threads(2, func(int) string { return wait + "  Shop!" + name + "\n" + root })
}

// reports are n reports of one process.
func reports(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(threads(4, func(j int) string { return ownStack((i + j) % 9) }))
	}
	return b.String()
}

func clrStacks(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "OS Thread Id: 0x%x (%d)\n        Child SP               IP Call Site\n", i+16, i)
		fmt.Fprintf(&b, "00007F0A1B2C3D40 00007f0a1b2c3d4e System.Threading.Monitor.Wait(System.Object, Int32)\n")
		fmt.Fprintf(&b, "00007F0A1B2C3D50 00007f0a1b2c3d5e Shop.Orders%d.Load(Int32)\n", i)
		fmt.Fprintf(&b, "00007F0A1B2C3D60 00007f0a1b2c3d6e System.Threading.Thread.StartCallback()\n\n")
	}
	return b.String()
}

// wrap breaks lines as a terminal of that width does.
func wrap(text string, width int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		for len(line) > width+1 {
			b.WriteString(line[:width] + "\n")
			line = line[width:]
		}
		b.WriteString(line)
	}
	return b.String()
}

func writeReport(path, text string) {
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		panic(err)
	}
}

func folderOf(dir string, n int) {
	for i := range n {
		writeReport(filepath.Join(dir, fmt.Sprintf("r%06d.txt", i)), threads(4, func(j int) string { return ownStack((i + j) % 9) }))
	}
}

func zipOf(dir string, n int) {
	file, err := os.Create(filepath.Join(dir, "a.zip"))
	if err != nil {
		panic(err)
	}
	defer file.Close()
	z := zip.NewWriter(file)
	for i := range n {
		w, err := z.Create(fmt.Sprintf("r%06d.txt", i))
		if err != nil {
			panic(err)
		}
		fmt.Fprint(w, threads(4, func(j int) string { return ownStack((i + j) % 9) }))
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
}
