package capture

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// answerWithin bounds connecting and every command that answers at once.
const answerWithin = 3 * time.Second

// patience bounds connecting and the commands of this target.
func (t Target) patience() time.Duration {
	if t.within == 0 {
		return answerWithin
	}
	return t.within
}

// conn is a connection to a runtime: a Unix socket, or a named pipe.
type conn interface {
	io.ReadWriteCloser
	SetDeadline(time.Time) error
	SetReadDeadline(time.Time) error
}

// Info is what a runtime says of its process.
type Info struct {
	PID          int    // in the process's own namespace
	CommandLine  string // may hold secrets
	OS           string // "Linux"
	Architecture string // "x64"
	Entry        string // assembly with the entry point; empty before .NET 6
	Runtime      string // version; empty before .NET 6
	Platform     string // runtime identifier, "linux-x64"; empty before .NET 8
}

// Major is the major version of the runtime; 0 if it is not known.
func (i Info) Major() int {
	major, _, _ := strings.Cut(i.Runtime, ".")
	n, err := strconv.Atoi(major)
	if err != nil {
		return 0
	}
	return n
}

// Info asks the runtime about its process, with the newest command that it knows.
func (t Target) Info(ctx context.Context) (Info, error) {
	var err error
	for _, c := range [...]command{processInfo3, processInfo2, processInfo} {
		var reply []byte
		if reply, err = t.ask(ctx, c, nil); err == nil {
			return readInfo(c, reply)
		}
		if !errors.Is(err, unknownCommand) {
			break
		}
	}
	return Info{}, t.explain(err)
}

// readInfo reads a reply to ProcessInfo.
func readInfo(c command, reply []byte) (Info, error) {
	p := &payload{data: reply}
	if c == processInfo3 {
		p.u32() // version of the reply
	}
	i := Info{PID: int(p.u64())}
	p.take(16) // cookie of the runtime
	i.CommandLine, i.OS, i.Architecture = p.text(), p.text(), p.text()
	if c != processInfo {
		i.Entry, i.Runtime = p.text(), p.text()
	}
	if c == processInfo3 {
		i.Platform = p.text()
	}
	if p.bad {
		return Info{}, &Error{Reason: Protocol, What: "what the runtime says of its process is cut off"}
	}
	return i, nil
}

// ask sends one command on a connection of its own and returns the reply.
func (t Target) ask(ctx context.Context, c command, payload []byte) ([]byte, error) {
	connection, reply, err := t.open(ctx, c, payload)
	if connection != nil {
		connection.Close()
	}
	return reply, err
}

// open sends one command and leaves the connection open, without a deadline.
func (t Target) open(ctx context.Context, c command, payload []byte) (conn, []byte, error) {
	deadline := time.Now().Add(t.patience())
	if until, ok := ctx.Deadline(); ok && until.Before(deadline) {
		deadline = until
	}
	dialing, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	connection, err := dial(dialing, t.Path)
	if err != nil {
		return nil, nil, err
	}
	// A read cannot be cancelled, but its deadline can be moved.
	release := context.AfterFunc(ctx, func() { connection.SetDeadline(time.Now()) })
	reply, err := converse(connection, deadline, message(c, payload))
	if !release() && err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = connection.SetDeadline(time.Time{})
	}
	if err != nil {
		connection.Close()
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return nil, nil, err
	}
	return connection, reply, nil
}

func converse(connection conn, deadline time.Time, command []byte) ([]byte, error) {
	if err := connection.SetDeadline(deadline); err != nil {
		return nil, err
	}
	if _, err := connection.Write(command); err != nil {
		return nil, err
	}
	return readReply(connection)
}

// Provider is a source of events in the runtime.
type Provider struct {
	Name      string
	Keywords  uint64
	Level     uint32
	Arguments string
}

// startSession starts a session with the newest command that the runtime knows and
// returns the connection on which its stream comes, and the session's id.
func (t Target) startSession(ctx context.Context, r Request) (conn, uint64, error) {
	for _, c := range [...]command{collectTracing4, collectTracing2, collectTracing} {
		connection, reply, err := t.open(ctx, c, r.payload(c))
		switch {
		case errors.Is(err, unknownCommand):
			continue
		case err != nil:
			return nil, 0, t.explain(err)
		case len(reply) < 8:
			connection.Close()
			return nil, 0, t.explain(errProtocol)
		}
		return connection, binary.LittleEndian.Uint64(reply), nil
	}
	return nil, 0, &Error{
		Reason: TooOld, What: "the runtime of " + t.String() + " knows no command to record events",
		Cure: "it is older than .NET Core 3.0",
	}
}

// payload is the payload of one of the commands that start a session.
func (r Request) payload(c command) []byte {
	const nettraceFormat = 1
	b := binary.LittleEndian.AppendUint32(nil, bufferMB)
	b = binary.LittleEndian.AppendUint32(b, nettraceFormat)
	switch c {
	case collectTracing4:
		b = binary.LittleEndian.AppendUint64(b, uint64(r.Rundown))
		b = append(b, 1) // with stacks
	case collectTracing2:
		b = append(b, byte(min(r.Rundown, 1)))
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(len(r.Providers)))
	for _, p := range r.Providers {
		b = binary.LittleEndian.AppendUint64(b, p.Keywords)
		b = binary.LittleEndian.AppendUint32(b, p.Level)
		b = appendText(b, p.Name)
		b = appendText(b, p.Arguments)
	}
	return b
}

// stopSession ends a session. It works when the context has ended, too.
func (t Target) stopSession(ctx context.Context, id uint64) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), t.patience())
	defer cancel()
	_, err := t.ask(ctx, stopTracing, binary.LittleEndian.AppendUint64(nil, id))
	return err
}

// explain turns what went wrong on a connection into an Error.
func (t Target) explain(err error) error {
	var known *Error
	var refused refusal
	var timeout net.Error
	switch {
	case err == nil || errors.As(err, &known) || errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &refused):
		return &Error{Reason: Protocol, What: t.String() + ": " + refused.Error()}
	case errors.Is(err, errProtocol):
		return &Error{Reason: Protocol, What: t.String() + ": " + err.Error(), Cure: "something else may listen at " + t.Path}
	case errors.Is(err, syscall.ECONNREFUSED):
		return &Error{
			Reason: Stale, What: "nobody listens at " + t.Path + ", which a process that is gone has left behind",
			Cure: "'stacktriage ps' lists the processes that answer",
		}
	case errors.Is(err, os.ErrPermission):
		return &Error{
			Reason: Permission, What: "the diagnostics socket of " + t.String() + " belongs to another user",
			Cure: "run stacktriage as that user or as root",
		}
	case errors.Is(err, os.ErrNotExist):
		return &Error{Reason: NoSocket, What: "there is no socket at " + t.Path}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET),
		errors.Is(err, syscall.EPIPE):
		return &Error{Reason: Ended, What: t.String() + " closed the connection without an answer", Cure: "it may have ended"}
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, os.ErrDeadlineExceeded),
		errors.Is(err, context.DeadlineExceeded):
		return t.silent()
	}
	return &Error{Reason: Protocol, What: "talking to " + t.String() + " failed", Err: err}
}

// silent explains that no answer came.
func (t Target) silent() error {
	if t.PID > 0 && processStopped(t.PID) {
		return stoppedError(t)
	}
	return &Error{
		Reason: Silent, What: t.String() + " does not answer within " + t.patience().String(),
		Cure: "it may be stopped in a debugger, frozen, or out of CPU: try again",
	}
}

func stoppedError(t Target) error {
	return &Error{
		Reason: Stopped, What: t.String() + " is stopped and cannot answer",
		Cure: "let it go on with 'kill -CONT " + strconv.Itoa(t.PID) + "', or end the debugger",
	}
}
