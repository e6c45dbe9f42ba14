package parse

// RenameThreads replaces the names of threads, where the dialect prints them. The
// snapshot no longer shares them with copies of itself.
func (s *Snapshot) RenameThreads(name func(string) string) {
	if s.names == nil {
		return
	}
	renamed := make(map[int]string, len(s.names))
	for i, old := range s.names {
		renamed[i] = name(old)
	}
	s.names = renamed
}
