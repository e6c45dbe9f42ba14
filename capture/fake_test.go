//go:build unix

package capture

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

// fake is a runtime behind a Unix socket.
type fake struct {
	t       *testing.T
	target  Target
	unknown []command                // that it is too old for
	streams map[string]func() []byte // by the name of the first provider
	cut     bool                     // the process ends in the middle of a stream
	silent  bool                     // nothing is ever answered
	raw     []byte                   // answers everything with these bytes
	open    bool                     // connections stay open after an error

	mu       sync.Mutex
	commands []command
	stopped  chan struct{}
}

// serve starts a runtime on a socket in a folder of the test.
func serve(t *testing.T, f *fake) *fake {
	t.Helper()
	// Not t.TempDir: its name is of the test's, and a socket's path is short.
	folder, err := os.MkdirTemp("", "ipc")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	f.t, f.target = t, AtPort(filepath.Join(folder, "dotnet-diagnostic-42-777-socket"))
	f.listen()
	return f
}

func (f *fake) listen() {
	f.t.Helper()
	f.stopped = make(chan struct{}, 8)
	listener, err := net.Listen("unix", f.target.Path)
	if err != nil {
		f.t.Fatal(err)
	}
	var connections sync.WaitGroup
	f.t.Cleanup(connections.Wait)
	f.t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			connections.Go(func() { f.answer(c.(*net.UnixConn)) })
		}
	}()
}

// seen are the commands that came.
func (f *fake) seen() []command {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.commands)
}

func (f *fake) answer(c *net.UnixConn) {
	defer c.Close()
	cmd, body, err := readCommand(c)
	if err != nil {
		return
	}
	f.mu.Lock()
	f.commands = append(f.commands, cmd)
	f.mu.Unlock()
	switch {
	case f.silent:
		io.Copy(io.Discard, c) // until the client gives up
	case f.raw != nil:
		c.Write(f.raw)
	case slices.Contains(f.unknown, cmd):
		c.Write(message(replyError, binary.LittleEndian.AppendUint32(nil, uint32(unknownCommand))))
		if f.open {
			io.Copy(io.Discard, c)
		}
	default:
		f.obey(c, cmd, body)
	}
}

func (f *fake) obey(c *net.UnixConn, cmd command, body []byte) {
	const session = 77
	id := binary.LittleEndian.AppendUint64(nil, session)
	switch cmd {
	case processInfo, processInfo2, processInfo3:
		c.Write(message(replyOK, infoReply(cmd)))
	case stopTracing:
		if binary.LittleEndian.Uint64(body) != session {
			f.t.Errorf("stop of session %d", binary.LittleEndian.Uint64(body))
		}
		f.stopped <- struct{}{}
		c.Write(message(replyOK, id))
	case collectTracing, collectTracing2, collectTracing4:
		c.Write(message(replyOK, id))
		f.stream(c, cmd, body)
	default:
		f.t.Errorf("command %#x", cmd)
	}
}

// stream replays a recording: most of it at once, the rest after the session was stopped.
func (f *fake) stream(c *net.UnixConn, cmd command, body []byte) {
	p := &payload{data: body}
	if mb, format := p.u32(), p.u32(); mb > 64 || format != 1 {
		f.t.Errorf("a buffer of %d MB, format %d", mb, format)
	}
	p.take(map[command]int{collectTracing4: 9, collectTracing2: 1}[cmd])
	p.take(4 + 8 + 4)
	name := p.text()
	if f.streams[name] == nil {
		f.t.Errorf("a session of %q", name)
		return
	}
	data := f.streams[name]()
	early := len(data) * 3 / 4
	c.Write(data[:early])
	if f.cut {
		return
	}
	gone := make(chan struct{})
	go func() { io.Copy(io.Discard, c); close(gone) }()
	select {
	case <-f.stopped:
		c.Write(data[early:])
	case <-gone:
	}
}

func readCommand(r io.Reader) (command, []byte, error) {
	var header [headerSize]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return 0, nil, err
	}
	body := make([]byte, binary.LittleEndian.Uint16(header[len(ipcMagic):])-headerSize)
	_, err := io.ReadFull(r, body)
	return command(binary.BigEndian.Uint16(header[16:])), body, err
}

func infoReply(cmd command) []byte {
	var b []byte
	if cmd == processInfo3 {
		b = binary.LittleEndian.AppendUint32(b, 1)
	}
	b = binary.LittleEndian.AppendUint64(b, 42)
	b = append(b, make([]byte, 16)...)
	b = appendText(b, "/app/Shop.Api --port 80")
	b = appendText(appendText(b, "Linux"), "x64")
	if cmd != processInfo {
		b = appendText(appendText(b, "Shop.Api"), "9.0.5")
	}
	if cmd == processInfo3 {
		b = appendText(b, "linux-musl-x64")
	}
	return b
}

// recorded gives a recording of the corpus.
func recorded(t testing.TB, name string) func() []byte {
	t.Helper()
	f, err := os.Open(filepath.Join("../testdata/evidence/depot", name+".nettrace.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	return func() []byte { return bytes.Clone(data) }
}

// runtimeOf serves the recordings of one state of the depot program.
func runtimeOf(t *testing.T, state string) *fake {
	t.Helper()
	return &fake{streams: map[string]func() []byte{
		sampleProvider.Name:    recorded(t, state+"-stacks"),
		eventProviders[0].Name: recorded(t, state+"-events"),
		secondly.Name:          recorded(t, state+"-events"),
	}}
}
