package counters

// InputError says why a counters file tells nothing, and what to do.
type InputError struct {
	What string // what the input is, as a clause
	Cure string // what to do, as a clause
}

// Error is one sentence.
func (e *InputError) Error() string { return e.What + ": " + e.Cure }

// Cures that several errors share.
const (
	cureCollect = "record the runtime's counters for a minute, \"dotnet-counters collect -p PID" +
		" --counters System.Runtime --format csv\", and give that file"
	cureInvariant = `record again with DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 set for dotnet-counters`
)
