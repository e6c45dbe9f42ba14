package capture

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

const (
	// fileFlagOverlapped makes deadlines work on a pipe.
	fileFlagOverlapped = 0x40000000
	// errorPipeBusy says that all instances of a pipe are taken for the moment.
	errorPipeBusy syscall.Errno = 231
)

// dial connects to a named pipe.
func dial(ctx context.Context, path string) (conn, error) {
	const again = 10 * time.Millisecond
	for {
		pipe, err := os.OpenFile(path, os.O_RDWR|fileFlagOverlapped, 0)
		if err == nil {
			return pipe, nil
		}
		if !errors.Is(err, errorPipeBusy) {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(again):
		}
	}
}
