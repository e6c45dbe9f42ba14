//go:build unix

// Package capturetest is a runtime for tests: a Unix socket that answers the commands of
// the diagnostics protocol and replays recordings. It knows no process and takes no
// samples.
package capturetest

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
	"unicode/utf16"
)

// The commands of the protocol that a Runtime obeys.
const (
	StopTracing     uint16 = 0x0201
	CollectTracing  uint16 = 0x0202
	CollectTracing2 uint16 = 0x0203
	CollectTracing4 uint16 = 0x0205
	ProcessInfo     uint16 = 0x0400
	ProcessInfo2    uint16 = 0x0404
	ProcessInfo3    uint16 = 0x0408
)

// The forms of a reply, and the error of a command that a runtime is too old for.
const (
	ReplyOK               = 0xFF00
	ReplyError            = 0xFFFF
	unknownCommand uint32 = 0x80131385
)

// The providers by which sessions are told apart.
const (
	Samples  = "Microsoft-DotNETCore-SampleProfiler"
	Events   = "Microsoft-Windows-DotNETRuntime"
	Counters = "System.Runtime"
)

const (
	magic      = "DOTNET_IPC_V1\x00"
	headerSize = 20
	session    = 77
)

// Runtime answers at Path. Its fields are set before Serve.
type Runtime struct {
	Path    string
	Unknown []uint16                 // commands that it is too old for
	Streams map[string]func() []byte // by the name of a session's first provider
	Cut     bool                     // the process ends in the middle of a stream
	Silent  bool                     // nothing is ever answered
	Raw     []byte                   // answers everything with these bytes
	Refuses uint32                   // answers every session with this HRESULT
	Open    bool                     // connections stay open after an error
	Begun   func(provider string)    // a session has begun; nil to be told nothing

	t        testing.TB
	mu       sync.Mutex
	commands []uint16
	stopped  chan struct{}
}

// Serve starts a runtime on a socket in a folder of the test.
func Serve(t testing.TB, r *Runtime) *Runtime {
	t.Helper()
	// Not t.TempDir: its name is of the test's, and a socket's path is short.
	folder, err := os.MkdirTemp("", "ipc")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	r.t, r.Path = t, filepath.Join(folder, "dotnet-diagnostic-42-777-socket")
	r.ServeAt(t, r.Path)
	return r
}

// ServeAt starts a runtime on a socket at a path.
func (r *Runtime) ServeAt(t testing.TB, path string) {
	t.Helper()
	r.t, r.Path, r.stopped = t, path, make(chan struct{}, 8)
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	var connections sync.WaitGroup
	t.Cleanup(connections.Wait)
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			connections.Go(func() { r.answer(c.(*net.UnixConn)) })
		}
	}()
}

// Seen are the commands that came.
func (r *Runtime) Seen() []uint16 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.commands)
}

// Running is how many sessions were begun and not stopped.
func (r *Runtime) Running() int {
	n := 0
	for _, c := range r.Seen() {
		switch {
		case slices.Contains(r.Unknown, c):
		case c == CollectTracing, c == CollectTracing2, c == CollectTracing4:
			n++
		case c == StopTracing:
			n--
		}
	}
	return n
}

func (r *Runtime) answer(c *net.UnixConn) {
	defer c.Close()
	cmd, body, err := readCommand(c)
	if err != nil {
		return
	}
	r.mu.Lock()
	r.commands = append(r.commands, cmd)
	r.mu.Unlock()
	collects := cmd == CollectTracing || cmd == CollectTracing2 || cmd == CollectTracing4
	switch {
	case r.Silent:
		io.Copy(io.Discard, c) // until the client gives up
	case r.Raw != nil:
		c.Write(r.Raw)
	case slices.Contains(r.Unknown, cmd):
		c.Write(Message(ReplyError, binary.LittleEndian.AppendUint32(nil, unknownCommand)))
		if r.Open {
			io.Copy(io.Discard, c)
		}
	case r.Refuses != 0 && collects:
		c.Write(Message(ReplyError, binary.LittleEndian.AppendUint32(nil, r.Refuses)))
	default:
		r.obey(c, cmd, body)
	}
}

func (r *Runtime) obey(c *net.UnixConn, cmd uint16, body []byte) {
	id := binary.LittleEndian.AppendUint64(nil, session)
	switch cmd {
	case ProcessInfo, ProcessInfo2, ProcessInfo3:
		c.Write(Message(ReplyOK, Info(cmd)))
	case StopTracing:
		if binary.LittleEndian.Uint64(body) != session {
			r.t.Errorf("stop of session %d", binary.LittleEndian.Uint64(body))
		}
		r.stopped <- struct{}{}
		c.Write(Message(ReplyOK, id))
	case CollectTracing, CollectTracing2, CollectTracing4:
		c.Write(Message(ReplyOK, id))
		r.stream(c, cmd, body)
	default:
		r.t.Errorf("command %#x", cmd)
	}
}

// stream replays a recording: most of it at once, the rest after the session was stopped.
func (r *Runtime) stream(c *net.UnixConn, cmd uint16, body []byte) {
	if mb, format := binary.LittleEndian.Uint32(body), binary.LittleEndian.Uint32(body[4:]); mb > 64 || format != 1 {
		r.t.Errorf("a buffer of %d MB, format %d", mb, format)
	}
	const providers, keywordsAndLevel = 4, 12
	name := text(body[8+map[uint16]int{CollectTracing4: 9, CollectTracing2: 1}[cmd]+providers+keywordsAndLevel:])
	if r.Streams[name] == nil {
		r.t.Errorf("a session of %q", name)
		return
	}
	data := r.Streams[name]()
	early := len(data) * 3 / 4
	c.Write(data[:early])
	if r.Begun != nil {
		r.Begun(name)
	}
	if r.Cut {
		return
	}
	gone := make(chan struct{})
	go func() { io.Copy(io.Discard, c); close(gone) }()
	select {
	case <-r.stopped:
		c.Write(data[early:])
	case <-gone:
	}
}

func readCommand(from io.Reader) (uint16, []byte, error) {
	var header [headerSize]byte
	if _, err := io.ReadFull(from, header[:]); err != nil {
		return 0, nil, err
	}
	body := make([]byte, binary.LittleEndian.Uint16(header[len(magic):])-headerSize)
	_, err := io.ReadFull(from, body)
	return binary.BigEndian.Uint16(header[16:]), body, err
}

// Message puts a command or a reply and its payload together.
func Message(c uint16, payload []byte) []byte {
	b := append([]byte(magic), 0, 0, byte(c>>8), byte(c), 0, 0)
	b = append(b, payload...)
	binary.LittleEndian.PutUint16(b[len(magic):], uint16(len(b)))
	return b
}

// Info is the reply to one of the commands that ask for the process: id 42, Shop.Api on
// .NET 9.0.5.
func Info(cmd uint16) []byte {
	var b []byte
	if cmd == ProcessInfo3 {
		b = binary.LittleEndian.AppendUint32(b, 1)
	}
	b = binary.LittleEndian.AppendUint64(b, 42)
	b = append(b, make([]byte, 16)...)
	b = appendText(b, "/app/Shop.Api --port 80")
	b = appendText(appendText(b, "Linux"), "x64")
	if cmd != ProcessInfo {
		b = appendText(appendText(b, "Shop.Api"), "9.0.5")
	}
	if cmd == ProcessInfo3 {
		b = appendText(b, "linux-musl-x64")
	}
	return b
}

func appendText(b []byte, s string) []byte {
	units := append(utf16.Encode([]rune(s)), 0)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(units)))
	for _, unit := range units {
		b = binary.LittleEndian.AppendUint16(b, unit)
	}
	return b
}

func text(b []byte) string {
	units := make([]uint16, binary.LittleEndian.Uint32(b)-1)
	for i := range units {
		units[i] = binary.LittleEndian.Uint16(b[4+2*i:])
	}
	return string(utf16.Decode(units))
}

// Recorded gives a recording that is packed in a file.
func Recorded(t testing.TB, path string) func() []byte {
	t.Helper()
	f, err := os.Open(path)
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

// Replays is a runtime that replays NAME-stacks.nettrace.gz and NAME-events.nettrace.gz.
func Replays(t testing.TB, name string) *Runtime {
	t.Helper()
	events := Recorded(t, name+"-events.nettrace.gz")
	return &Runtime{Streams: map[string]func() []byte{
		Samples: Recorded(t, name+"-stacks.nettrace.gz"), Events: events, Counters: events,
	}}
}
