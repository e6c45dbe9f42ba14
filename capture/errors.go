package capture

// Reason says why a process could not be captured.
type Reason string

// The reasons.
const (
	NoProcess   Reason = "no process"   // there is no such process
	Ambiguous   Reason = "ambiguous"    // several processes have the name
	NotDotnet   Reason = "not .NET"     // no sign of .NET in the process
	SwitchedOff Reason = "switched off" // its environment switches diagnostics off
	NoSocket    Reason = "no socket"    // .NET, but without a socket
	Permission  Reason = "permission"   // of another user or another container
	Stale       Reason = "stale"        // the socket is there, nobody listens
	Stopped     Reason = "stopped"      // the process is stopped
	Silent      Reason = "silent"       // no answer within the deadline
	TooOld      Reason = "too old"      // the runtime knows no such command
	Ended       Reason = "ended"        // the process ended in the middle
	NoSamples   Reason = "no samples"   // a session brought no stacks
	LongPath    Reason = "long path"    // the path does not fit into an address
	Protocol    Reason = "protocol"     // the answer is none of this protocol
	NotHere     Reason = "not here"     // this system has no way to do it
	OtherOwner  Reason = "other owner"  // the socket is not the process's own
	Router      Reason = "router"       // the socket of dotnet-dsrouter
)

// Error is one sentence about what went wrong, and one about what to do.
type Error struct {
	Reason Reason
	What   string // a clause: "no process has the id 7"
	Cure   string // a clause; empty where there is nothing to do
	Err    error  // what the system said, if anything
}

func (e *Error) Error() string {
	s := e.What
	if e.Err != nil {
		s += " (" + e.Err.Error() + ")"
	}
	if e.Cure != "" {
		s += "; " + e.Cure
	}
	return s
}

// Unwrap gives the error of the system.
func (e *Error) Unwrap() error { return e.Err }
