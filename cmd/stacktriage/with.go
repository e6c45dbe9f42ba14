package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stacktriage/counters"
	"stacktriage/nettrace"
	"stacktriage/parse"
)

// joined makes a page about one report and the recordings that --with names.
func (c *reportCmd) joined(s *session, sources []source) error {
	snaps := s.readAll(sources, c.Strict)
	if len(snaps) == 0 {
		return nil
	}
	if len(snaps) > 1 {
		return fmt.Errorf("--with joins recordings to one report, and there are %d", len(snaps))
	}
	if err := s.join("--with", snaps[0], c.With); err != nil {
		return err
	}
	return c.pages(s, snaps)
}

// join adds what recordings hold to a report. flag is the one that names them.
func (s *session) join(flag string, to *parse.Snapshot, names []string) error {
	only := s.takesRecordings
	s.takesRecordings = true
	defer func() { s.takesRecordings = only }()
	for _, name := range names {
		src := sourceOf(name)
		if src.path == stdinPath {
			return fmt.Errorf("%s reads no standard input: name a file", flag)
		}
		if err := s.joinSource(to, src); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) joinSource(to *parse.Snapshot, src source) error {
	if s.hideText {
		s.hidden = append(s.hidden, [2]string{src.path, "the recording"}, [2]string{src.label, "the recording"})
	}
	more, err := s.read(src)
	if err != nil {
		return err
	}
	if line := qualityLine(src.label, more); line != "" {
		s.say(line)
	}
	if err := s.inputs.Join(to, more, src.label); err != nil {
		return &unreadError{src.name(), err}
	}
	return nil
}

// maxBeside is the most recordings that a folder of one case holds.
const maxBeside = 8

// oneCase finds out whether the sources are the files of one folder that holds a report
// and, beside it, nothing but recordings: those are of one process, and make one page.
func oneCase(given []string, sources []source) (report source, beside []source, ok bool) {
	if len(given) != 1 || len(sources) < 2 || len(sources) > 1+maxBeside {
		return source{}, nil, false
	}
	folder := sourceOf(given[0]).path
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return source{}, nil, false
	}
	reports := 0
	for _, src := range sources {
		switch {
		case filepath.Dir(src.path) != filepath.Clean(folder):
			return source{}, nil, false
		case isRecording(src.path):
			beside = append(beside, src)
		default:
			report = src
			reports++
		}
	}
	return report, beside, reports == 1 && len(beside) > 0
}

// isRecording looks into a file, packed or not, for the beginning of a recording.
func isRecording(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	const enough = 4 << 10
	in := bufio.NewReaderSize(file, enough)
	if magic, _ := in.Peek(2); string(magic) == "\x1f\x8b" {
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return false
		}
		in = bufio.NewReaderSize(unpacked, enough)
	}
	head, err := in.Peek(enough)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false
	}
	return nettrace.IsStream(head) || counters.KindOf(head) != counters.None
}

// aCase makes one page of a report and the recordings beside it in its folder. A
// recording that is provably of another process is named and left out.
func (c *reportCmd) aCase(s *session, report source, beside []source) error {
	snaps := s.readAll([]source{report}, c.Strict)
	if len(snaps) != 1 {
		for _, src := range beside {
			s.say(src.label + ": not read: a recording is joined to one report, which this folder does not hold")
		}
		if len(snaps) == 0 {
			return nil
		}
		return c.pages(s, snaps)
	}
	var joined []string
	for _, src := range beside {
		if err := s.joinSource(snaps[0], src); err != nil {
			s.fail(err)
			continue
		}
		joined = append(joined, filepath.Base(src.path))
	}
	if len(joined) > 0 {
		s.say(fmt.Sprintf("%s: one case: %s with %s beside it; --no-overview makes a page of each",
			filepath.Dir(report.path), filepath.Base(report.path), strings.Join(joined, ", ")))
	}
	return c.pages(s, snaps)
}

// asOneCase is Run for a folder that holds one case; done is false for any other input.
func (c *reportCmd) asOneCase(s *session, sources []source, given map[string]bool) (done bool, err error) {
	if given["overview"] || given["no-overview"] || !slices.ContainsFunc(sources, source.listed) {
		return false, nil
	}
	if len(sources) == 1 && sources[0].isCapture() {
		snaps := s.readAll(sources, c.Strict)
		if len(snaps) == 0 {
			return true, nil
		}
		return true, c.pages(s, snaps)
	}
	report, beside, ok := oneCase(c.Files, sources)
	if !ok {
		return false, nil
	}
	return true, c.aCase(s, report, beside)
}
