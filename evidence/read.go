package evidence

import (
	"bufio"
	"errors"
	"io"

	"stacktriage/classify"
	"stacktriage/counters"
	"stacktriage/diagnose"
	"stacktriage/group"
	"stacktriage/lines"
	"stacktriage/nettrace"
	"stacktriage/parse"
)

// Reader reads reports and recordings, told apart by their content, and remembers what
// lies beside the snapshots it makes of them.
type Reader struct {
	// Lines names the source lines of the frames of recordings; nil for none.
	Lines *lines.Finder

	beside  map[*parse.Snapshot]Sources
	texts   *parse.Reader // of all inputs
	builder group.Builder // of all snapshots that it prepares
}

// NewReader returns a reader that remembers nothing yet.
func NewReader() *Reader { return &Reader{beside: map[*parse.Snapshot]Sources{}} }

// Read reads all snapshots of one input. A recording without stacks gives a snapshot
// without threads, which Analyze knows how to judge. Errors are as those of parse.Read;
// a recording that tells nothing is a *parse.InputError, too.
func (r *Reader) Read(in io.Reader, label string) ([]*parse.Snapshot, error) {
	if r.texts == nil {
		r.texts = parse.NewReader(recordings{r})
	}
	return r.texts.Read(in, label)
}

// Beside is what was read or joined beside a snapshot.
func (r *Reader) Beside(s *parse.Snapshot) Sources { return r.beside[s] }

// Prepare classifies snapshots with what lies beside each, which is forgotten then.
func (r *Reader) Prepare(snaps []*parse.Snapshot, opt classify.Options) []*Case {
	cases := make([]*Case, len(snaps))
	for i, s := range snaps {
		cases[i] = prepare(s, r.beside[s], opt, &r.builder)
		delete(r.beside, s)
	}
	return cases
}

// Analyze judges each snapshot by itself, with what lies beside it.
func (r *Reader) Analyze(snaps []*parse.Snapshot, opt classify.Options) *diagnose.Report {
	return Judge(r.Prepare(snaps, opt))
}

// Judge judges cases.
func Judge(cases []*Case) *diagnose.Report {
	report := &diagnose.Report{}
	for _, c := range cases {
		report.Snapshots = append(report.Snapshots, c.Judge())
	}
	return report
}

// recordings is the part of a Reader that reads what is no text of stacks.
type recordings struct{ to *Reader }

func (recordings) Reads(head []byte) bool {
	return nettrace.IsStream(head) || counters.KindOf(head) != counters.None
}

func (r recordings) Read(in io.Reader, label string) (*parse.Snapshot, error) {
	head, in := peek(in)
	if !nettrace.IsStream(head) {
		return r.counters(in, label)
	}
	t, err := readTrace(in, label, traceOptions{find: r.to.Lines})
	if err != nil {
		return nil, refusal(err)
	}
	t.names, t.once = nil, true // all that is asked for has its name now
	src := Sources{Traces: []*Trace{t}}
	s := t.Snapshot
	if s == nil {
		s = withoutStacks(label, src)
	}
	r.to.beside[s] = src
	return s, nil
}

func (r recordings) counters(in io.Reader, label string) (*parse.Snapshot, error) {
	rec, err := counters.Read(in)
	if err != nil {
		return nil, refusal(err)
	}
	src := Sources{Counters: []*Counters{{Label: label, Recording: rec}}}
	s := withoutStacks(label, src)
	r.to.beside[s] = src
	return s, nil
}

// peek looks at the beginning of an input.
func peek(in io.Reader) (head []byte, whole io.Reader) {
	buffered := bufio.NewReaderSize(in, 4<<10)
	head, _ = buffered.Peek(4 << 10)
	return head, buffered
}

// refusal turns what a recording lacks into the error that any input gives.
func refusal(err error) error {
	var unsupported *nettrace.UnsupportedError
	var corrupt *nettrace.CorruptError
	var nothing *NothingError
	var input *counters.InputError
	switch {
	case errors.As(err, &unsupported):
		return &parse.InputError{Kind: parse.Foreign, What: unsupported.What, Cure: unsupported.Cure}
	case errors.As(err, &corrupt):
		return &parse.InputError{Kind: parse.Foreign, What: corrupt.Error(), Cure: cureRecord}
	case errors.As(err, &nothing):
		return &parse.InputError{Kind: parse.Foreign, What: nothing.Error(), Cure: cureRecord}
	case errors.As(err, &input):
		return &parse.InputError{Kind: parse.Foreign, What: input.What, Cure: input.Cure}
	}
	return err
}

// cureRecord says how to record what this package reads.
const cureRecord = `record "dotnet-trace collect -p PID --profile dotnet-sampled-thread-time --duration 00:00:00:05"`
