package parse

import "os"

// exhaustive says that tests take all of what they take samples of otherwise.
func exhaustive() bool { return os.Getenv("STACKTRIAGE_EXHAUSTIVE") != "" }

// sampled is how much of something a test takes.
func sampled(all, sample int) int {
	if exhaustive() {
		return all
	}
	return sample
}
