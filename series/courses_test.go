package series

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// drawn spells a course: a place by its letter, small where it is there again.
func drawn(c Course) string {
	var b strings.Builder
	for i, at := range c.At {
		switch {
		case at == Absent:
			b.WriteByte('.')
		case at == Parked:
			b.WriteByte('o')
		case at == Waiting:
			b.WriteByte('-')
		case c.Again[i]:
			b.WriteByte(byte('a' + at))
		default:
			b.WriteByte(byte('A' + at))
		}
	}
	return fmt.Sprintf("%d %s", len(c.Threads), b.String())
}

func TestCourses(t *testing.T) {
	for name, want := range map[string][]string{
		"web/bad":        {"48 AAA", "20 .AA", "20 ..A", "7 ---"},
		"series/partial": {"3 AAA", "5 AAo", "4 AoA", "3 oAA", "2 ooA", "1 oAo", "7 ---", "2 ooo"},
		"series/idle":    nil,
	} {
		s := related(t, captured(t, three(name)...), nil)
		courses := s.Courses()
		var got []string
		for _, c := range courses {
			got = append(got, drawn(c))
		}
		if want != nil && !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
		for i := range s.Snapshots {
			checkColumn(t, name, s, courses, i)
		}
	}
}

// TestCourseOfAThreadThatCameBack: called in another way, it has left in between.
func TestCourseOfAThreadThatCameBack(t *testing.T) {
	s := shop(t, worker("0xA", "Load", "Get"), worker("0xA", "Load", "Post")+worker("0xB", "Load"), worker("0xB", "Load"))
	var got []string
	for _, c := range s.Courses() {
		got = append(got, drawn(c))
	}
	if want := []string{"1 Aa.", "1 .AA", "1 ---"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// checkColumn: in each report the courses have each thread once, the places as many as
// the places count, and as many of the same as are said to be.
func checkColumn(t *testing.T, name string, s *Series, courses []Course, i int) {
	t.Helper()
	at, all := map[int]int{}, 0
	for _, c := range courses {
		at[c.At[i]] += len(c.Threads)
		if c.At[i] != Absent {
			all += len(c.Threads)
		}
	}
	if all != s.Snapshots[i].Counts.Threads || at[Parked] != s.Idle[i] || at[Waiting] != s.Waiting[i] {
		t.Errorf("%s, report %d: %d threads, %d idle, %d waiting", name, i+1, all, at[Parked], at[Waiting])
	}
	for j, p := range s.Places {
		if at[j] != p.Counts[i] {
			t.Errorf("%s, report %d, place %d: %d threads, want %d", name, i+1, j, at[j], p.Counts[i])
		}
		same := 0
		for _, c := range courses {
			if !slices.ContainsFunc(c.At, func(k int) bool { return k != j }) && !slices.Contains(c.Again, true) {
				same += len(c.Threads)
			}
		}
		if p.Same.Span == len(p.Counts) && same != len(p.Same.Threads) {
			t.Errorf("%s, place %d: %d threads have stayed, want %d", name, j, same, len(p.Same.Threads))
		}
	}
}
