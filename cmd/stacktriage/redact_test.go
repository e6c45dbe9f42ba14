package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stacktriage/output/chat"
	"stacktriage/render"
)

// mark is a name of somebody's own. It stands in every place where a name can stand.
const mark = "Quokka"

// markedReport is a report of a program of that name.
func markedReport() string {
	return "Thread (0x1):\n  [Native Frames]\n  System.Console!System.Console.ReadLine()\n" +
		"  " + mark + "!" + mark + ".App." + mark + "Program.Main(class " + mark + ".Args[])\n\n" +
		"Thread (0x2):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n" +
		"  " + mark + ".Shop!" + mark + ".Shop." + mark + "Cart.Pay" + mark + "(int32)\n" +
		"  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n" +
		"  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n\n" +
		mark + " is a line of nobody\n"
}

// behind puts something in front of each line, as programs that collect logs do.
func behind(prefix, text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(prefix + line)
	}
	return b.String()
}

// markedInputs are the arguments that bring the mark in, by where it stands.
func markedInputs(t *testing.T) map[string][]string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), mark)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	report := markedReport()
	plain := write(mark+".txt", report)
	letter := write("letter.txt", "Dear "+mark+", nothing here\n")
	missing := filepath.Join(folder, "missing-"+mark+".txt")
	return map[string][]string{
		"file": {plain},
		"pods": {write("pods-"+mark+".txt",
			behind("[pod/a-"+mark+"/app] ", report)+behind("[pod/b-"+mark+"/app] ", report))},
		"compose": {write("compose.txt", behind(mark+"-api-1  | ", report)+behind(mark+"-db-1   | ", report))},
		"syslog":  {write("syslog.txt", behind("Dec 01 10:00:00 "+mark+"-host app[17]: ", report))},
		"label":   {mark + "=" + plain},
		"zip": {write(mark+".zip", zipped(t, map[string]string{
			mark + "-1.txt": report, "inner/" + mark + "-2.txt": report, mark + "-letter.txt": "Dear " + mark + "\n",
		}))},
		"gzip":            {write(mark+".txt.gz", gzipped(t, mark+".txt", report))},
		"no report":       {letter},
		"no file":         {missing},
		"one missing":     {plain, missing},
		"folder":          {folder},
		"pattern":         {filepath.Join(folder, "*"+mark+"*")},
		"strict":          {"--strict", plain},
		"gate":            {"--fail-on", "blocking-wait", plain},
		"filter":          {"--focus", mark, plain},
		"filter in vain":  {"--focus", mark + "Nowhere", plain},
		"output":          {plain, "-o", filepath.Join(folder, "no-"+mark, "out")},
		"output is input": {plain, "-o", plain},
		"rules":           {plain, "--rules", missing},
		"rules in error":  {plain, "--rules", write(mark+".rules", mark+" is no rule\n")},
		"recording":       {plain, "--with", missing},
		"no recording":    {plain, "--with", letter},
		"symbols":         {plain, "--symbols", missing},
		"own":             {plain, "--user", mark + ".*"},
	}
}

func zipped(t *testing.T, entries map[string]string) string {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for name, text := range entries {
		entry, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(entry, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func gzipped(t *testing.T, name, text string) string {
	t.Helper()
	var out bytes.Buffer
	packed := gzip.NewWriter(&out)
	packed.Name = name
	if _, err := io.WriteString(packed, text); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// inflated is what a packed output holds, and any other output as it is.
func inflated(t *testing.T, text string) string {
	t.Helper()
	packed, err := gzip.NewReader(strings.NewReader(text))
	if err != nil {
		return text
	}
	plain, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}

// TestRedactionHidesAMarkedNameEverywhere looks for the mark in what is printed, in every
// format. A PNG is not read: it is drawn from the lines of the SVG, which are.
func TestRedactionHidesAMarkedNameEverywhere(t *testing.T) {
	var formats [][]string
	for _, f := range render.Formats(render.Reports) {
		formats = append(formats, []string{"--redact", "-f", f.Name})
	}
	for _, program := range chat.Names() {
		formats = append(formats, []string{"--redact", "--chat", program})
	}
	formats = append(formats, []string{"--redact", "--full"}, []string{"--redact-key", "k"},
		[]string{"--redact", "--ids", "-1", "--top", "0"}, []string{"--redact", "-q"}, []string{"--redact", "--overview"})
	said := 0
	for place, input := range markedInputs(t) {
		for _, format := range formats {
			args := append(append([]string{}, format...), input...)
			said += checkHidden(t, place, args)
		}
		for _, command := range [][]string{
			{"tree"}, {"series", input[0]}, {"diff", input[0]}, {"diff", "-f", "json", input[0]},
		} {
			if strings.HasPrefix(input[0], "-") || len(input) > 1 {
				continue
			}
			said += checkHidden(t, place, append(append([]string{command[0], "--redact"}, command[1:]...), input...))
		}
	}
	if said < 1000 {
		t.Errorf("only %d lines were printed", said)
	}
	// The mark is found where nothing hides it.
	shown := execute(t, piped(), "", "-f", "pprof", markedInputs(t)["file"][0])
	if !strings.Contains(inflated(t, shown.stdout), mark) {
		t.Error("the mark is not in an output that does not hide it")
	}
}

// checkHidden runs a command and returns how many lines it printed.
func checkHidden(t *testing.T, place string, args []string) int {
	t.Helper()
	got := execute(t, piped(), "", args...)
	lines := 0
	for stream, text := range map[string]string{"stdout": inflated(t, got.stdout), "stderr": got.stderr} {
		lines += strings.Count(text, "\n")
		if i := strings.Index(strings.ToLower(text), strings.ToLower(mark)); i >= 0 {
			t.Errorf("%s: %q: %s says %q", place, args, stream, text[max(i-60, 0):min(i+40, len(text))])
		}
	}
	return lines
}

func TestReplaceName(t *testing.T) {
	for _, tt := range []struct{ line, name, want string }{
		{"1: 21 lines, 1 skipped", "1", "X: 21 lines, X skipped"},
		{"a.txt: b/a.txt, a.txt", "a.txt", "X: b/a.txt, X"},
		{`"m=a.txt": no`, "m=a.txt", `"X": no`},
		{"nothing", "", "nothing"},
	} {
		if got := replaceName(tt.line, tt.name, "X"); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.line, got, tt.want)
		}
	}
}
