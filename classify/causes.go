package classify

// causeRules is the table of blocking calls. A row is added by adding it to one of the
// tables below, with an entry in testdata/causes.txt (a stack it must match and one it must
// not) and a frame for each of its patterns in testdata/patterns.txt.
//
// Sources name files of dotnet/runtime unless another repository is named;
// CoreLib = src/libraries/System.Private.CoreLib/src.
var causeRules = concat(taskRules, lockRules, eventRules, queueRules, ioRules, dataRules, otherRules)

func concat(tables ...[]Rule) []Rule {
	var all []Rule
	for _, t := range tables {
		all = append(all, t...)
	}
	return all
}

// Advice that several rules share.
const (
	adviceAwait = "Await the call instead of blocking on it, all the way up. " +
		"Where the signature must stay synchronous, use a synchronous API end to end."
	adviceLock = "Shrink the critical section and do no I/O, no waiting and no await inside it; " +
		"split the lock, or use SemaphoreSlim.WaitAsync."
)
