package compare

import (
	"strconv"
	"strings"

	"stacktriage/classify"
	"stacktriage/frame"
	"stacktriage/group"
)

// relation tells whether two snapshots are of one process. Addresses of method tables
// decide: they differ from run to run. Without them the ids of the threads that live
// as long as the process do.
func relation(before, after *group.Set) Process {
	if p := byAddresses(before, after); p != UnknownProcess {
		return p
	}
	return byThreadIDs(before, after)
}

const addressMark = "pMT: "

// byAddresses compares the addresses that frames made at run time show. Two snapshots
// of one input can share a frame, which then tells nothing.
func byAddresses(before, after *group.Set) Process {
	seen := addressed(before)
	differ := false
	for key, f := range addressed(after) {
		other := seen[key]
		if other == nil || other == f {
			continue
		}
		if other.Raw == f.Raw {
			return SameProcess
		}
		differ = true
	}
	if differ {
		return OtherProcess
	}
	return UnknownProcess
}

func addressed(set *group.Set) map[string]*frame.Frame {
	frames := map[string]*frame.Frame{}
	for _, g := range set.Groups {
		for _, f := range g.Stack.Frames {
			if strings.Contains(f.Raw, addressMark) {
				frames[f.Key()] = f
			}
		}
	}
	return frames
}

// lasting are the roles whose threads live as long as the process.
var lasting = []classify.Role{classify.Main, classify.Gate, classify.Timer, classify.Finalizer, classify.SocketLoop,
	classify.Signal, classify.FileWatcher}

// minLastingIDs is how many lasting threads must have the same id. One can by chance.
const minLastingIDs = 2

// byThreadIDs compares the ids of lasting threads. The small ids of a container are
// given out anew after a restart, so that equal ones prove nothing.
func byThreadIDs(before, after *group.Set) Process {
	b, a := lastingIDs(before), lastingIDs(after)
	same, differ := 0, 0
	for role, id := range b {
		switch other, ok := a[role]; {
		case !ok || id == "" || other == "":
		case id == other:
			same++
		default:
			differ++
		}
	}
	switch {
	case differ > same, b[classify.Main] != a[classify.Main] && b[classify.Main] != "" && a[classify.Main] != "":
		return OtherProcess
	case same >= minLastingIDs && differ == 0 && !smallIDs(b):
		return SameProcess
	}
	return UnknownProcess
}

// lastingIDs is the id of the only thread of each lasting role.
func lastingIDs(set *group.Set) map[classify.Role]string {
	ids, count := map[classify.Role]string{}, map[classify.Role]int{}
	for _, g := range set.Groups {
		role := g.Class.Role
		count[role] += g.Count()
		ids[role] = set.Snapshot.ID(int(g.Threads[0]))
	}
	only := map[classify.Role]string{}
	for _, role := range lasting {
		if count[role] == 1 {
			only[role] = ids[role]
		}
	}
	return only
}

// smallIDs reports ids such as a container gives out from 1 upwards.
func smallIDs(ids map[classify.Role]string) bool {
	for _, id := range ids {
		if n, err := strconv.ParseUint(id, 0, 64); err != nil || n > maxSmallID {
			return false
		}
	}
	return true
}

const maxSmallID = 1000

// sameThreads counts the threads that stand at a site in both snapshots; -1 where
// their ids do not tell.
func (m *matcher) sameThreads(s *Site) int {
	if m.process != SameProcess {
		return -1
	}
	if s.Before == nil || s.After == nil {
		return 0
	}
	ids := map[string]bool{}
	for _, g := range s.Before.Groups {
		for _, t := range g.Threads {
			ids[m.before.Snapshot.ID(int(t))] = true
		}
	}
	if ids[""] {
		return -1
	}
	n := 0
	for _, g := range s.After.Groups {
		for _, t := range g.Threads {
			if ids[m.after.Snapshot.ID(int(t))] {
				n++
			}
		}
	}
	return n
}
