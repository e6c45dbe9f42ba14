package nettrace

import "time"

// Trace is what is known of a stream as a whole. It is complete when Reader.Next has
// returned io.EOF.
type Trace struct {
	Version int // of the format: 4 or 5
	// Start is when the session began, in UTC; Event.At counts from here. It is the zero
	// time if the stream tells no date.
	Start time.Time
	// End is the time since Start at which the session was stopped: that of the first
	// event of the rundown, else of the last event.
	End time.Duration
	// PID is the process id in the process's own namespace: 1 in a container.
	PID         int
	PointerSize int // in bytes: 4 or 8
	Processors  int
	// CommandLine, OS and Architecture are as the runtime names them; empty if it does not.
	CommandLine, OS, Architecture string

	// Counts is the number of events of each kind that was given.
	Counts map[Kind]int
	// Unread is the number of other events, those of the rundown left out.
	Unread int
	// Providers are the names of the providers whose events the stream defines, at most 64.
	Providers []string
	// Methods and Modules are the numbers of those known by name.
	Methods, Modules int
	// Rounds is the largest number of samples of one thread, Threads that of sampled threads.
	Rounds, Threads int

	// Dropped is the number of events that the runtime had no room for.
	Dropped uint64
	// LostStacks is the number of events whose stack could not be kept or found.
	LostStacks int
	// Truncated says that the stream broke off before its end: the process died, the disk
	// was full. Names are missing then, because the rundown comes last.
	Truncated bool
	// Damage are the places where the stream was corrupt, at most 20, and Damaged is their number.
	Damage  []Damage
	Damaged int
}

// Damage is a place where the stream could not be read.
type Damage struct {
	Offset int64  // in bytes from the beginning of the unpacked stream
	What   string // in words of this package alone: nothing of the input is in it
}

// Sampled says whether the stream has stacks of threads to make a report of.
func (t Trace) Sampled() bool { return t.Counts[Sample] > 0 }

// UnsupportedError refuses a stream of a version that is not read here.
type UnsupportedError struct {
	What string // what the input is: "this is …"
	Cure string // what to do instead
}

func (e *UnsupportedError) Error() string { return e.What + "; " + e.Cure }

// CorruptError refuses a stream that is damaged before its first event.
type CorruptError struct{ Damage }

func (e *CorruptError) Error() string { return "corrupt .nettrace file: " + e.What }
