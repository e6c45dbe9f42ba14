package capture

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
)

// maxSocketPath is what fits into a socket's address, without the zero at its end.
const maxSocketPath = 107

// dial connects to a Unix socket. A path that is too long for an address is shortened
// through its folder, which /proc names with a number.
func dial(ctx context.Context, path string) (conn, error) {
	if len(path) > maxSocketPath {
		folder, err := os.Open(filepath.Dir(path))
		if err != nil {
			return nil, err
		}
		defer folder.Close()
		path = fmt.Sprintf("/proc/self/fd/%d/%s", folder.Fd(), filepath.Base(path))
	}
	return dialUnix(ctx, path)
}

func dialUnix(ctx context.Context, path string) (conn, error) {
	var d net.Dialer
	connection, err := d.DialContext(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	return connection.(*net.UnixConn), nil
}
