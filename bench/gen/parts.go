package gen

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// parts are captured stacks cut at the program's own code.
type parts struct {
	once    [][]string // threads that a process has only once, main first
	tops    [][]string // frames above own code
	bottoms [][]string // frames below it
	whole   [][]string // stacks without own code
}

// ownModules are the programs of the corpus whose stacks are taken apart.
var ownModules = []string{"Bookstore.Api!", "Acme.Shop.Web!", "DiagnosticScenarios!", "Freight.Gateway!",
	"Harbor.Edge!", "Meter.Core!", "Parcel.Worker!"}

// readParts reads the reports of the corpus's web programs.
func readParts(corpus string) (*parts, error) {
	p := &parts{}
	seen := map[string]bool{}
	for _, folder := range []string{"web", "apps"} {
		files, err := filepath.Glob(filepath.Join(corpus, folder, "*.txt"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			for _, thread := range strings.Split(string(text), "\n\n") {
				p.add(framesOf(thread), seen)
			}
		}
	}
	if len(p.once) == 0 || len(p.tops) == 0 || len(p.bottoms) == 0 {
		return nil, fmt.Errorf("no stack with own code in %s", corpus)
	}
	return p, nil
}

// address is that of a type without a name: another one in every run of a program.
var address = regexp.MustCompile(`pMT: 0x[0-9a-f]+`)

// framesOf returns the frames of a thread of a report, without header and marker.
func framesOf(thread string) []string {
	var frames []string
	for _, line := range strings.Split(thread, "\n") {
		if text, ok := strings.CutPrefix(line, "  "); ok && strings.Contains(text, "!") {
			frames = append(frames, address.ReplaceAllString(text, "pMT: 0x7f05a5f89c78"))
		}
	}
	return frames
}

// add cuts a stack at its own frames.
func (p *parts) add(frames []string, seen map[string]bool) {
	first, last := -1, -1
	for i, f := range frames {
		if isOwn(f) {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	once := onceKind.FindString(strings.Join(frames, "\n"))
	switch {
	case len(frames) == 0:
	case entryPoint.MatchString(frames[len(frames)-1]):
		p.keepOnce("main", frames, seen)
	case once != "":
		p.keepOnce(once, frames, seen)
	case first < 0:
		keep(&p.whole, frames, "whole", seen)
	case first > 0 && last < len(frames)-1:
		keep(&p.tops, frames[:first], "top", seen)
		keep(&p.bottoms, frames[last+1:], "bottom", seen)
	}
}

var (
	entryPoint = regexp.MustCompile(`\.<?Main>?\$?\(`)
	onceKind   = regexp.MustCompile(`GateThread\.GateThreadStart|TimerQueue\.TimerThread|GC\.RunFinalizers`)
)

// keepOnce keeps the first thread of a kind. Files are read in the order of their
// names and main is the first thread of each, so it is the first here, too.
func (p *parts) keepOnce(kind string, frames []string, seen map[string]bool) {
	if !seen[kind] {
		seen[kind] = true
		p.once = append(p.once, frames)
	}
}

func isOwn(frame string) bool {
	for _, module := range ownModules {
		if strings.HasPrefix(frame, module) {
			return true
		}
	}
	return false
}

// keep appends frames that were not seen before in the same place.
func keep(to *[][]string, frames []string, place string, seen map[string]bool) {
	key := place + "\n" + strings.Join(frames, "\n")
	if !seen[key] {
		seen[key] = true
		*to = append(*to, frames)
	}
}
