//go:build unix && !linux

package capture

import (
	"context"
	"net"
)

// maxSocketPath is what fits into a socket's address of macOS and the BSDs.
const maxSocketPath = 103

// dial connects to a Unix socket.
func dial(ctx context.Context, path string) (conn, error) {
	if len(path) > maxSocketPath {
		return nil, &Error{
			Reason: LongPath, What: "the path of the diagnostics socket is too long for this system: " + path,
			Cure: "start the process with a shorter TMPDIR",
		}
	}
	var d net.Dialer
	connection, err := d.DialContext(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	return connection.(*net.UnixConn), nil
}
