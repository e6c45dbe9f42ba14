package series

import (
	"fmt"
	"strings"

	"stacktriage/classify"
	"stacktriage/group"
	"stacktriage/parse"
	"stacktriage/wording"
)

// NotOneProcessError says why two snapshots cannot be related.
type NotOneProcessError struct {
	Earlier, Later, Why string
}

// Error implements error.
func (e *NotOneProcessError) Error() string {
	return fmt.Sprintf("%s and %s are not of one process: %s; a series follows the threads of one process", e.Earlier,
		e.Later, e.Why)
}

// oneProcess checks each snapshot against the one before it. What cannot be seen (no
// main thread, no ids) is no objection.
func oneProcess(sets []*group.Set) error {
	for i := 1; i < len(sets); i++ {
		if why := stranger(sets[i-1], sets[i]); why != "" {
			return &NotOneProcessError{wording.Title(sets[i-1].Snapshot.Source), wording.Title(sets[i].Snapshot.Source), why}
		}
	}
	return nil
}

// stranger says why two snapshots are of different processes, or nothing.
func stranger(a, b *group.Set) string {
	before, after := a.Classifier.Context.MainModule, b.Classifier.Context.MainModule
	if before != "" && after != "" && !strings.EqualFold(before, after) {
		return fmt.Sprintf("the main modules are %s and %s", before, after)
	}
	mainBefore, mainAfter := mainThread(a), mainThread(b)
	if mainBefore != "" && mainAfter != "" && mainBefore != mainAfter {
		return fmt.Sprintf("the main threads are %s and %s", mainBefore, mainAfter)
	}
	idsBefore, idsAfter := idsOf(a.Snapshot), idsOf(b.Snapshot)
	if len(idsBefore) == 0 || len(idsAfter) == 0 {
		return ""
	}
	for id := range idsBefore {
		if idsAfter[id] {
			return ""
		}
	}
	return "they have no thread id in common"
}

// mainThread is the id of the only main thread; empty without one.
func mainThread(set *group.Set) string {
	id := ""
	for _, g := range set.Groups {
		if g.Class.Role != classify.Main {
			continue
		}
		if id != "" || g.Count() != 1 {
			return ""
		}
		id = set.Snapshot.ID(int(g.Threads[0]))
	}
	return id
}

func idsOf(s *parse.Snapshot) map[string]bool {
	ids := make(map[string]bool, len(s.Threads))
	for i := range s.Threads {
		if id := s.ID(i); id != "" {
			ids[id] = true
		}
	}
	return ids
}
