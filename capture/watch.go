package capture

import (
	"context"
	"errors"
	"fmt"
	"io"

	"stacktriage/nettrace"
)

// Counters gives the values of the runtime's event counters as they come, until the
// context ends or use returns false. The process pays nothing: it polls its own counters
// once in an interval, and no names are asked for.
func (t Target) Counters(ctx context.Context, use func(nettrace.Event) bool) error {
	stream, id, err := t.startSession(ctx, Request{Providers: []Provider{secondly}})
	if err != nil {
		return err
	}
	defer stream.Close()
	running := true
	defer func() {
		if running {
			_ = t.stopSession(ctx, id) // the process may be gone, and the watch is over
		}
	}()
	release := context.AfterFunc(ctx, func() { _ = stream.SetReadDeadline(past) })
	defer release()
	in, err := nettrace.NewReader(stream)
	if err != nil {
		return t.explain(ended(err))
	}
	for {
		e, err := in.Next()
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, io.EOF):
			running = false
			return &Error{Reason: Ended, What: t.String() + " ended while it was watched"}
		case err != nil:
			return t.explain(fmt.Errorf("watching: %w", err))
		case e.Kind == nettrace.CounterValue && !use(e):
			return nil
		}
	}
}

// ended makes one error of a stream that broke off at its head.
func ended(err error) error {
	var corrupt *nettrace.CorruptError
	if errors.As(err, &corrupt) {
		return io.ErrUnexpectedEOF
	}
	return err
}
