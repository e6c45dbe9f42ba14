package nettrace

// sequences counts the events that the runtime dropped: each thread that writes events
// numbers them from 1 on, and a number that is left out is an event that found no room.
type sequences struct {
	last    map[uint64]uint32
	dropped uint64

	thread uint64 // the thread of the event before, whose number is in number
	number uint32
}

// maxWriters bounds the threads whose numbers are remembered.
const maxWriters = 1 << 20

// event notes the number of an event. One that is lower than the last is that of
// another thread with the same id.
func (s *sequences) event(thread uint64, number uint32) {
	if thread != s.thread {
		s.keep()
		s.thread, s.number = thread, s.last[thread]
	}
	if number > s.number {
		s.dropped += uint64(number - s.number - 1)
	}
	s.number = number
}

// point notes a sequence point, which names the last number of each thread.
func (s *sequences) point(thread uint64, number uint32) {
	s.keep()
	if last := s.last[thread]; number > last {
		s.dropped += uint64(number - last)
	}
	if _, known := s.last[thread]; known || len(s.last) < maxWriters {
		s.last[thread] = number
	}
	if thread == s.thread {
		s.number = number
	}
}

// keep stores the number of the thread at hand.
func (s *sequences) keep() {
	if s.number == 0 {
		return
	}
	if _, known := s.last[s.thread]; known || len(s.last) < maxWriters {
		s.last[s.thread] = s.number
	}
}
