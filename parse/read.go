package parse

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"

	"stacktriage/frame"
)

// ErrNoThread is returned for input in which no thread was recognised.
var ErrNoThread = errors.New("no thread recognised")

// Read reads all snapshots of one input.
func Read(r io.Reader, label string) ([]*Snapshot, error) {
	s := &Snapshot{Source: Source{Label: label, Dialect: "dotnet-stack", Encoding: "utf-8", Index: 1, Of: 1}, Whole: true}
	frames := map[string]*frame.Frame{}
	stacks := map[string]int{}
	var id string
	var cur []*frame.Frame
	marker := MarkerNone
	open := false
	flush := func() {
		if !open {
			return
		}
		var b strings.Builder
		for _, f := range cur {
			b.WriteString(f.Key())
			b.WriteByte('\n')
		}
		n, ok := stacks[b.String()]
		if !ok {
			sum := sha256.Sum256([]byte(b.String()))
			n = len(s.Stacks)
			stacks[b.String()] = n
			s.Stacks = append(s.Stacks, Stack{ID: hex.EncodeToString(sum[:6]), Frames: cur})
		}
		s.addThread(id, n, marker)
		open, cur, marker = false, nil, MarkerNone
	}
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 8<<20)
	for sc.Scan() {
		line := strings.TrimSpace(sc.Text())
		switch {
		case line == "":
			flush()
		case strings.HasPrefix(line, "Thread (0x"):
			flush()
			open = true
			id = strings.TrimSuffix(strings.TrimPrefix(line, "Thread ("), "):")
		case line == "[Native Frames]":
			marker = MarkerNative
		case line == "CPU_TIME":
			marker = MarkerCPU
		default:
			f := frames[line]
			if f == nil {
				d, ok := frame.Decode(line)
				if !ok {
					continue
				}
				f = &d
				frames[line] = f
			}
			cur = append(cur, f)
		}
	}
	flush()
	if len(s.Threads) == 0 {
		return nil, ErrNoThread
	}
	return []*Snapshot{s}, sc.Err()
}
