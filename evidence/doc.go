// Package evidence says what recordings of events, counters and the operating system
// prove about a process, beside or without the stacks of a report: whether work queues
// for a thread, how long waits last, who holds a lock, which threads stood still.
//
// It hands diagnose the facts that change its conclusions and fills the evidence of the
// report. Absence proves little: a wait that began before a recording is not in it, and
// nothing here takes silence for health.
package evidence
