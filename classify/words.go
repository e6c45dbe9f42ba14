package classify

// Role is the kind of a thread.
type Role string

// The roles of reports, in the words of the JSON.
const (
	Worker      Role = "worker"
	Gate        Role = "gate"
	WaitThread  Role = "wait-thread"
	Timer       Role = "timer"
	IOPoll      Role = "io-poll"
	Main        Role = "main"
	Finalizer   Role = "finalizer"
	SocketLoop  Role = "socket-loop"
	Signal      Role = "signal"
	FileWatcher Role = "file-watcher"
	Runtime     Role = "runtime"
	Background  Role = "background"
	Dedicated   Role = "dedicated"
	Unknown     Role = "unknown"
)

// Thread is what a thread of this role is called in a sentence.
func (r Role) Thread() string {
	if r == Worker {
		return "pool worker"
	}
	return string(r) + " thread"
}

// State is what a thread is doing.
type State string

// The states. Idle is a parked pool worker, Waiting a background thread in the wait
// it spends its life in, Blocked a wait that user or library code asked for.
const (
	Idle    State = "idle"
	Waiting State = "waiting"
	Blocked State = "blocked"
	Running State = "running"
	Unclear State = "unclear"
)

// Category is the sort of call that a thread waits in, or that it runs.
type Category string

// The categories. Background is that of threads which are set aside.
const (
	CategorySyncOverAsync Category = "sync-over-async"
	CategoryLock          Category = "lock"
	CategoryEvent         Category = "event"
	CategorySleep         Category = "sleep"
	CategorySpin          Category = "spin"
	CategoryQueue         Category = "queue"
	CategoryIO            Category = "io"
	CategoryData          Category = "data"
	CategoryLogging       Category = "logging"
	CategoryCPU           Category = "cpu"
	CategoryNative        Category = "native"
	CategoryBackground    Category = "background"
)

// Mechanism is how the runtime makes a thread wait, or that it does not.
type Mechanism string

// The mechanisms. Waiting is that of threads which are set aside.
const (
	MechanismTaskWait            Mechanism = "Task wait"
	MechanismLock                Mechanism = "lock"
	MechanismWaitHandle          Mechanism = "wait handle"
	MechanismMonitorWait         Mechanism = "monitor wait"
	MechanismSleep               Mechanism = "sleep"
	MechanismSpin                Mechanism = "spin"
	MechanismJoin                Mechanism = "join"
	MechanismGC                  Mechanism = "GC"
	MechanismClassInitialisation Mechanism = "class initialisation"
	MechanismSocket              Mechanism = "socket"
	MechanismFile                Mechanism = "file"
	MechanismPipe                Mechanism = "pipe"
	MechanismConsole             Mechanism = "console"
	MechanismNative              Mechanism = "native"
	MechanismRunning             Mechanism = "running"
	MechanismWaiting             Mechanism = "waiting"
)

// CulpritKind is how sure the name of a culprit is.
type CulpritKind string

// The kinds of culprits.
const (
	CulpritUser     CulpritKind = "user"     // a frame of own code
	CulpritDynamic  CulpritKind = "dynamic"  // the handler was inlined into a compiled delegate
	CulpritInferred CulpritKind = "inferred" // own code seen above the same delegate elsewhere
)
