package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRedactionHidesAMarkedNameEverywhere puts a name in every place where one can stand
// and looks for it in what is printed, in every format.
func TestRedactionHidesAMarkedNameEverywhere(t *testing.T) {
	const mark = "Quokka"
	report := "Thread (0x1):\n  [Native Frames]\n  System.Console!System.Console.ReadLine()\n  " + mark + "!" + mark + ".App." + mark + "Program.Main(class " + mark + ".Args[])\n\n" +
		"Thread (0x2):\n  [Native Frames]\n  System.Private.CoreLib!System.Threading.Thread.Sleep(int32)\n  " + mark + ".Shop!" + mark + ".Shop." + mark + "Cart.Pay" + mark + "(int32)\n" +
		"  System.Private.CoreLib!System.Threading.ThreadPoolWorkQueue.Dispatch()\n  System.Private.CoreLib!System.Threading.PortableThreadPool+WorkerThread.WorkerThreadStart()\n\n" +
		mark + " is a line of nobody\n"
	prefixed := func(name, text string) string {
		var b strings.Builder
		for line := range strings.Lines(text) {
			b.WriteString("[pod/" + name + "-" + mark + "/app] " + line)
		}
		return b.String()
	}
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
	plain := write(mark+".txt", report)
	pods := write("pods-"+mark+".txt", prefixed("a", report)+prefixed("b", report))
	letter := write("letter.txt", "Dear "+mark+", nothing here\n")
	missing := filepath.Join(folder, "missing-"+mark+".txt")
	inputs := [][]string{{plain}, {pods}, {mark + "=" + plain}, {letter}, {missing}, {plain, missing}, {folder}, {"--strict", plain}, {"--fail-on", "blocking-wait", plain}, {"--focus", mark, plain}}
	var formats [][]string
	for _, name := range []string{"text", "json", "html", "chat", "svg", "folded", "speedscope"} {
		formats = append(formats, []string{"--redact", "-f", name})
	}
	formats = append(formats, []string{"--redact", "--full"}, []string{"--redact-key", "k"}, []string{"--redact", "--ids", "-1", "--top", "0"})
	for _, format := range formats {
		for _, input := range inputs {
			args := append(append([]string{}, format...), input...)
			got := execute(t, piped(), "", args...)
			for stream, text := range map[string]string{"stdout": got.stdout, "stderr": got.stderr} {
				if i := strings.Index(strings.ToLower(text), strings.ToLower(mark)); i >= 0 {
					t.Errorf("%q: %s says %q", args, stream, text[max(i-60, 0):min(i+40, len(text))])
				}
			}
		}
	}
	for _, args := range [][]string{
		{"diff", "--redact", plain, pods}, {"diff", "--redact", plain, missing}, {"diff", "--redact", "-f", "json", plain, plain},
		{"series", "--redact", plain, plain}, {"tree", "--redact", plain}, {"tree", "--redact", missing},
		{"report", "--redact", plain, "--with", missing}, {"report", "--redact", plain, "--with", letter},
	} {
		got := execute(t, piped(), "", args...)
		for stream, text := range map[string]string{"stdout": got.stdout, "stderr": got.stderr} {
			if strings.Contains(strings.ToLower(text), strings.ToLower(mark)) {
				t.Errorf("%q: %s says %q", args, stream, text)
			}
		}
	}
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
