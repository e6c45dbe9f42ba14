package diagnose

import (
	"slices"

	"stacktriage/group"
	"stacktriage/wording"
)

// FindingID names a kind of finding, as JSON, --fail-on and explain write it.
type FindingID string

// The kinds of findings. Their rows, with what is said of each, are in Rows.
const (
	SyncOverAsync       FindingID = "sync-over-async"
	BlockingWait        FindingID = "blocking-wait"
	LockContention      FindingID = "lock-contention"
	LockHolderBlocked   FindingID = "lock-holder-blocked"
	Deadlock            FindingID = "deadlock"
	StaticInit          FindingID = "static-init"
	StartupHang         FindingID = "startup-hang"
	ShutdownHang        FindingID = "shutdown-hang"
	LoggingBlocked      FindingID = "logging-blocked"
	ConnectionPool      FindingID = "connection-pool"
	HTTPConnectionLimit FindingID = "http-connection-limit"
	DNSStall            FindingID = "dns-stall"
	ThreadExplosion     FindingID = "thread-explosion"
	LongRunningOnPool   FindingID = "long-running-on-pool"
	CPU                 FindingID = "cpu"
	FinalizerBlocked    FindingID = "finalizer-blocked"
	UIBlocked           FindingID = "ui-blocked"
	TimerBlocked        FindingID = "timer-blocked"
	ContinuationBlocked FindingID = "continuation-blocked"
	SyncIO              FindingID = "sync-io"
	GCWait              FindingID = "gc-wait"
	MainBlocked         FindingID = "main-blocked"
	PoolStarvation      FindingID = "pool-starvation" // concluded without stacks, by package evidence
	Unclear             FindingID = "unclear"
	Healthy             FindingID = "healthy"
)

// Severity grades a finding.
type Severity string

// The severities.
const (
	Critical Severity = "critical"
	Warning  Severity = "warning"
	Note     Severity = "note"
	OK       Severity = "ok"
)

// Severities are all severities, gravest first.
func Severities() []Severity { return []Severity{Critical, Warning, Note, OK} }

// Rank orders severities: the gravest is 0.
func (s Severity) Rank() int { return slices.Index(Severities(), s) }

// Confidence says how far the evidence carries.
type Confidence string

// The grades of confidence.
const (
	High   Confidence = "high"
	Medium Confidence = "medium"
	Low    Confidence = "low"
)

// Hedge is the word that a conclusion of this confidence needs: "" where it is sure.
func (c Confidence) Hedge() string {
	switch c {
	case Medium:
		return "probably"
	case Low:
		return "perhaps"
	}
	return ""
}

// Hedged is a conclusion behind the word it needs.
func (c Confidence) Hedged(conclusion string) string {
	if word := c.Hedge(); word != "" {
		return word + " " + conclusion
	}
	return conclusion
}

// Finding is one diagnosis.
type Finding struct {
	ID         FindingID
	Severity   Severity
	Confidence Confidence
	Starved    bool // no idle worker, and most busy ones blocked
	Threads    int  // threads that are evidence for it
	Workers    int  // pool workers among them
	// Said is the sentence in parts, Sentence the same as one string.
	Said     wording.Text
	Sentence string
	// Means is what follows from it, with the report's numbers; Now is what to do about the
	// process, Advice what to do about the code.
	Means  string
	Now    []Step
	Advice string
	Link   string // "" where no page helps
	Groups []*group.Group
	// StarvedProof is what evidence beside the stacks says of Starved; empty without any.
	StarvedProof StarvedProof
	// Proof supports the finding, Against speaks against it; strongest first.
	Proof, Against []Proof
	// Stuck says of waits for locks that no thread of the report could let go of one.
	Stuck bool
}
