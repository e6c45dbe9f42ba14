package series

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stacktriage/group"
	"stacktriage/parse"
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

// TestCoursesAreOfOneWay: threads that stayed and threads that came back by another way
// have courses of their own, those first that were most often at the first places.
func TestCoursesAreOfOneWay(t *testing.T) {
	save := func(first, count int) string { return crowd(first, count, "Save") }
	s := shop(t,
		crowd(0x8, 9, "Load", "Get")+worker("0xA0", "Load", "Get")+save(0xB0, 2)+idle(0xC0, 9)+worker("0xD0", "Load"),
		crowd(0x8, 9, "Load", "Get")+worker("0xA0", "Load", "Put")+save(0xB0, 2)+idle(0xC0, 9)+worker("0xD0", "Save"),
		crowd(0x8, 9, "Load", "Get")+worker("0xA0", "Load", "Put")+save(0xB0, 2)+idle(0xC0, 9)+worker("0xD1", "Load"))
	var got []string
	for _, c := range s.Courses() {
		got = append(got, drawn(c)+" "+c.Threads[0])
	}
	want := []string{
		"9 AAA 0x8", "1 AaA 0xA0", // 0xA0 has left once
		"1 AB. 0xD0", "1 ..A 0xD1", // at the first place once, the smaller id first
		"2 BBB 0xB0",
		"9 ooo 0xC0", "1 --- 0x1", // at no place, most threads first
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	ids := []string{"0x8", "0x9", "0xA", "0xB", "0xC", "0xD", "0xE", "0xF", "0x10"}
	if courses := s.Courses(); !slices.Equal(courses[0].Threads, ids) || !slices.Equal(s.Places[0].Same.Threads, ids) {
		t.Errorf("got %v and %v, want %v", courses[0].Threads, s.Places[0].Same.Threads, ids)
	}
}

// Threads that have no id take no course, and a report without ids leaves none at all.
func TestCoursesOfThreadsWithoutIDs(t *testing.T) {
	sets := []*group.Set{grouped(t, "1", mainOfShop+crowd(0xA, 3, "Load"))[0], grouped(t, "2", mainOfShop+crowd(0xA, 3, "Load"))[0]}
	for _, set := range sets {
		known := set.Snapshot.Threads[1]
		set.Snapshot.Threads[1] = parse.Thread{Stack: known.Stack, Marker: known.Marker}
	}
	s := related(t, sets, nil)
	if courses := s.Courses(); len(courses) != 2 || drawn(courses[0]) != "2 AA" || len(s.Places[0].Same.Threads) != 2 ||
		len(s.Steps[1].New)+len(s.Steps[1].Vanished) != 0 {
		t.Errorf("%v, %+v, %+v", courses, s.Places[0].Same, s.Steps)
	}
	sets[1].Snapshot = withoutIDs(t, sets[1].Snapshot)
	s = related(t, sets, nil)
	if courses := s.Courses(); len(courses) != 0 || !s.NoIDs || s.Places[0].Same.Of != 0 || len(s.Steps) != 2 || len(s.Steps[1].Vanished) != 0 {
		t.Errorf("courses without ids: %v %v", courses, s.Steps)
	}
	const says = "without thread ids a count does not tell stuck threads from busy ones"
	if want := "3 each time; " + says; s.Places[0].Sentence != want {
		t.Errorf("got %s, want %s", s.Places[0].Sentence, want)
	}
	want := "Blocked: 3 workers blocked on Thread.Sleep in Orders.Load (Acme.Shop) in each of 2 reports; " + says
	if !strings.HasPrefix(s.Headline, want) {
		t.Errorf("got %s, want %s", s.Headline, want)
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
