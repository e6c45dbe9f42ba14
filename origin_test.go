package stacktriage_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"stacktriage/diagnose"
	"stacktriage/internal/corpus"
	"stacktriage/render"
)

// TestEveryNameIsInTheInput: no frame text is invented. A raw frame is a line of the
// input byte for byte, a culprit one of those frames, and a printed name is made of
// the words of its raw frame.
func TestEveryNameIsInTheInput(t *testing.T) {
	original := corpus.Report(t, stacks, "real/variant-base.txt")
	eachReport(t, func(t *testing.T, name string, input []byte, report *diagnose.Report) {
		if strings.Contains(name, "variant-") {
			input = original // what the damaged copies were made of
		}
		for _, s := range decodeJSON(t, write(t, "json", report)).Snapshots {
			raws := map[string]bool{}
			for _, g := range s.Groups {
				for _, f := range g.Frames {
					if !raws[f.Raw] {
						raws[f.Raw] = true
						checkFrame(t, f, g.Incomplete, input)
					}
				}
			}
			for _, site := range s.Sites {
				if site.Culprit != nil && !raws[site.Culprit.Raw] {
					t.Errorf("the culprit %q is no frame of the input", site.Culprit.Raw)
				}
			}
		}
	})
}

func checkFrame(t *testing.T, f jsonFrame, incomplete bool, input []byte) {
	t.Helper()
	if f.Raw == "" || f.Name == "" {
		t.Errorf("a frame without text: %+v", f)
	}
	if !incomplete && !bytes.Contains(input, []byte(f.Raw)) {
		t.Errorf("the frame %q is not in the input", f.Raw)
	}
	words := map[string]bool{}
	for _, word := range wordPattern.FindAllString(f.Raw, -1) {
		words[word] = true
	}
	for _, word := range wordPattern.FindAllString(f.Name, -1) {
		if !words[word] && !vocabulary[word] && !partOfWord(word, words) {
			t.Errorf("the name %q has the word %q, which is not in %q", f.Name, word, f.Raw)
		}
	}
}

var wordPattern = regexp.MustCompile(`[\pL\pN_]+`)

// partOfWord says whether a word of the raw frame ends in word behind a prefix that
// compilers add: get_Item, op_Addition, VB$StateMachine_3_LoadAsync.
func partOfWord(word string, words map[string]bool) bool {
	for raw := range words {
		if strings.HasSuffix(raw, "_"+word) || strings.HasPrefix(raw, word+"_") || strings.Contains(raw, "_"+word+"_") {
			return true
		}
	}
	return false
}

// vocabulary is what a name may say beyond the words of the frame: how C# and F#
// call what the compiler generated, and C#'s names of primitive types.
var vocabulary = func() map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.Fields(`
		lambda closure local function constructor static finalizer operator implicit explicit indexer object expression
		async this getter setter adder remover native code unresolved method
		bool byte sbyte char decimal double float int uint nint nuint long ulong short ushort object string void
		ref in out params delegate T T1 T2 T3 T4 T5 T6 T7 T8 TM`) {
		words[word] = true
	}
	return words
}()

// TestNoControlCharacters puts control characters, escape sequences and text that
// turns the reading direction into the frames of real reports and looks at every
// output for them.
func TestNoControlCharacters(t *testing.T) {
	for _, name := range []string{
		"stack-bad.txt", "web/ds-deadlock.txt", "real/lab-emit.txt", "real/net9-lockhold.txt", "third/vb-shapes.txt",
		"dialects/bad-dump-all.txt", "dialects/bad-parallelstacks.txt",
	} {
		for seed := range uint64(4) {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) {
				t.Parallel()
				report, err := analyze("a\x1b[31mname.txt", hostile(corpus.Report(t, stacks, name), seed))
				if err != nil {
					t.Fatalf("the report is not readable any more: %v", err)
				}
				checkOutputs(t, report)
			})
		}
	}
}

func TestNoControlCharactersInTheCorpus(t *testing.T) {
	eachReport(t, func(t *testing.T, _ string, _ []byte, report *diagnose.Report) {
		checkOutputs(t, report)
	})
}

func checkOutputs(t *testing.T, report *diagnose.Report) {
	t.Helper()
	for _, f := range render.Formats(render.Reports) {
		if f.Binary {
			continue
		}
		out := write(t, f.Name, report)
		if at := bytes.IndexFunc(out, isControl); at >= 0 {
			t.Errorf("%s has a control character: %q", f.Name, out[max(0, at-80):min(len(out), at+40)])
		}
		if f.Name == "json" {
			var decoded any
			if err := json.Unmarshal(out, &decoded); err != nil {
				t.Errorf("the JSON does not decode: %v", err)
			}
			checkStrings(t, "", decoded)
		}
	}
}

// checkStrings looks at decoded strings too: programs print what they took out of
// the JSON. Raw frames and the label are the input's bytes by contract, escaped.
func checkStrings(t *testing.T, key string, value any) {
	t.Helper()
	switch v := value.(type) {
	case string:
		if key != "label" && key != "raw" && strings.ContainsFunc(v, isControl) {
			t.Errorf("%s decodes to a control character: %q", key, v)
		}
	case []any:
		for _, element := range v {
			checkStrings(t, key, element)
		}
	case map[string]any:
		for k, element := range v {
			checkStrings(t, k, element)
		}
	}
}

// isControl says whether a terminal, or the reading of a line, is changed by r. The
// line feed is the outputs' own.
func isControl(r rune) bool {
	return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}

// hostile puts one of the sequences into every third line or so, behind its indent.
func hostile(report []byte, seed uint64) []byte {
	sequences := []string{
		"\x1b[31m", "\x1b]0;title\x07", "\x1b]8;;http://example.com\x1b\\", "\x00", "\x07", "\x08\x08\x08", "\x7f", "\x0b", "\x0c",
		"\u0085", "\u009b31m", "\u202e", "\u2066", "\x1b", "\x1b[", "\xc2", "\x9b2J", "\t",
	}
	random := rand.New(rand.NewPCG(seed, 1))
	var out bytes.Buffer
	for _, line := range bytes.SplitAfter(report, []byte("\n")) {
		indent := len(line) - len(bytes.TrimLeft(line, " "))
		if random.IntN(3) > 0 || len(line) < indent+8 || bytes.HasPrefix(line, []byte("Thread")) {
			out.Write(line)
			continue
		}
		at := indent + 1 + random.IntN(len(line)-indent-2)
		out.Write(line[:at])
		out.WriteString(sequences[random.IntN(len(sequences))])
		out.Write(line[at:])
	}
	return out.Bytes()
}
