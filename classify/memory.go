package classify

import (
	"reflect"

	"stacktriage/frame"
	"stacktriage/parse"
)

// Memory keeps what was concluded from frames and stacks, so that a stack which stands in
// many snapshots is classified once for all of them beside which the same is known.
// Package parse keeps one copy of each frame and stack of its inputs; a Memory knows them
// by that copy, and forgets everything when it holds a lot. The zero value is usable, by
// one goroutine at a time.
type Memory struct {
	opt      Options
	off      map[RuleID]bool
	idle     []idleRule
	frames   map[*frame.Frame]*frameInfo
	stacks   map[stackRef]*stackInfo
	judges   map[codebase]*judge
	short    map[*frame.Frame]*frame.Frame // see qualified
	verdicts map[circumstances]map[asked]*verdict
	size     int // frames of the stacks that are remembered
}

// mostFrames bounds the stacks that a Memory keeps, by their frames.
const mostFrames = 1 << 19

// stackRef is one stack among those of package parse.
type stackRef struct {
	innermost   **frame.Frame
	frames      int
	incomplete  bool
	unqualified bool // see qualified
}

func refOf(st *parse.Stack, unqualified bool) stackRef {
	ref := stackRef{frames: len(st.Frames), incomplete: st.Incomplete, unqualified: unqualified}
	if len(st.Frames) > 0 {
		ref.innermost = &st.Frames[0]
	}
	return ref
}

// stackInfo is what one stack says, whatever stands beside it.
type stackInfo struct {
	given  []*frame.Frame // as they stand in the input
	frames []*frame.Frame // qualified
	infos  []*frameInfo
	signs  signs
	notes  uint32 // see Result.Notes
	noted  bool
}

// asked is a stack with what is known of its threads.
type asked struct {
	stackRef
	marker       parse.Marker
	first, locks bool
	hint         Role
}

// verdict is a classification, and the modules on its stack that are on no list.
type verdict struct {
	result  Result
	assumed []string
}

// ready forgets what is of no use for a snapshot that is read with these options.
func (m *Memory) ready(opt Options) {
	if m.frames != nil && m.size <= mostFrames && reflect.DeepEqual(m.opt, opt) {
		return
	}
	*m = Memory{
		opt: opt, off: ruleSet(opt.Off), idle: idleRules(opt.Idle),
		frames: map[*frame.Frame]*frameInfo{}, stacks: map[stackRef]*stackInfo{}, judges: map[codebase]*judge{},
		short: map[*frame.Frame]*frame.Frame{}, verdicts: map[circumstances]map[asked]*verdict{},
	}
}

// stack looks the frames of a stack up.
func (m *Memory) stack(st *parse.Stack, unqualified bool) *stackInfo {
	ref := refOf(st, unqualified)
	if info := m.stacks[ref]; info != nil {
		return info
	}
	info := &stackInfo{given: st.Frames, frames: st.Frames, infos: make([]*frameInfo, len(st.Frames))}
	if unqualified {
		info.frames = m.qualified(st.Frames)
	}
	for i, f := range info.frames {
		info.infos[i] = m.frame(f)
		if s := m.frame(st.Frames[i]).signs; s != nil {
			info.signs.add(s)
		}
	}
	m.stacks[ref] = info
	m.size += len(st.Frames)
	return info
}

// Notes joins what note says of the frames at and below index from. Each distinct frame
// that was classified is noted once: note must always say the same.
func (r *Result) Notes(frames []*frame.Frame, from int, note func(*frame.Frame) uint32) uint32 {
	var all uint32
	if r.known == nil { // made by hand
		for _, f := range frames[min(from, len(frames)):] {
			all |= note(f)
		}
		return all
	}
	if !r.known.noted {
		for i, info := range r.known.infos {
			if !info.noted {
				info.notes, info.noted = note(r.known.given[i]), true
			}
			r.known.notes |= info.notes
		}
		r.known.noted = true
	}
	if from == 0 || r.known.notes == 0 {
		return r.known.notes
	}
	for _, info := range r.known.infos[min(from, len(r.known.infos)):] {
		all |= info.notes
	}
	return all
}

// frame is what the tables say of one frame alone.
func (m *Memory) frame(f *frame.Frame) *frameInfo {
	if info := m.frames[f]; info != nil {
		return info
	}
	info := m.inspect(f)
	m.frames[f] = info
	return info
}

// judgeOf is the judge of frames for snapshots of one codebase.
func (m *Memory) judgeOf(b codebase) *judge {
	j := m.judges[b]
	if j == nil {
		j = newJudge(b, m.opt)
		m.judges[b] = j
	}
	return j
}

// verdictsIn are the classifications in such circumstances.
func (m *Memory) verdictsIn(c circumstances) map[asked]*verdict {
	v := m.verdicts[c]
	if v == nil {
		v = map[asked]*verdict{}
		m.verdicts[c] = v
	}
	return v
}
