package nettrace_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"stacktriage/nettrace"
	nt "stacktriage/nettrace/nettracetest"
)

const ilMapEnd = foreign + 1

// mapped is a stream in which thread 1 stands in code at 0x1000 that was called from
// 0x2000; the samples are of the type given.
func mapped(typ nettrace.SampleType, returnTo uint64, events ...nt.Event) []byte {
	return stream(nt.Options{}, func(w *nt.Writer) {
		w.Define(ilMapEnd, nt.Rundown, 150, "")
		w.Stacks(1, []uint64{0x1010, returnTo})
		w.Events(onStack(event(sample, 1, uint32(typ)), 1))
		w.Events(nt.Event{Definition: moduleEnd, Thread: 9, Payload: nt.Module(7, "/app/Shop.dll")})
		w.Events(events...)
	})
}

func code(id, start uint64, size, token uint32, name string) nt.Event {
	return nt.Event{Definition: methodEnd, Thread: 9, Payload: nt.MethodToken(id, start, size, 7, token, "Shop", name)}
}

func ilMap(id uint64, pairs ...[2]uint32) nt.Event {
	return nt.Event{Definition: ilMapEnd, Thread: 9, Payload: nt.ILMap(id, pairs...)}
}

// reportWithOffsets reads a stream and writes its report with the IL offset in place of the line.
func reportWithOffsets(t *testing.T, data []byte) string {
	t.Helper()
	r, err := nettrace.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := r.Next(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	locate := func(at nettrace.ILOffset) (nettrace.SourceLines, bool) {
		file := fmt.Sprintf("%s %#x", at.Module, at.Token)
		return nettrace.SourceLines{File: file, First: int(at.Offset), Last: int(at.Offset)}, !at.Unmapped
	}
	if err := r.WriteReportWithLines(&out, locate); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

const noMapping, prologue, epilogue = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD

func TestLinesOfFrames(t *testing.T) {
	leafMap := ilMap(11, [2]uint32{prologue, 0}, [2]uint32{5, 8}, [2]uint32{9, 0x10}, [2]uint32{epilogue, 0x40})
	leaf := code(11, 0x1000, 0x80, 0x06000001, "Wait")
	callerMap := ilMap(12, [2]uint32{prologue, 0}, [2]uint32{3, 4}, [2]uint32{20, 0x30}, [2]uint32{noMapping, 0x60})
	caller := code(12, 0x2000, 0x80, 0x06000002, "Load")
	const external, managed = nettrace.SampleExternal, nettrace.SampleManaged
	tests := []struct {
		name         string
		typ          nettrace.SampleType
		returnTo     uint64
		events       []nt.Event
		leaf, caller string // what stands behind the frame
	}{
		{"the call in front of the address", external, 0x2030, []nt.Event{leafMap, leaf, callerMap, caller},
			" [/app/Shop.dll 0x6000001 @ 5]", " [/app/Shop.dll 0x6000002 @ 3]"},
		{"code that runs stands where it is", managed, 0x2031, []nt.Event{leafMap, leaf, callerMap, caller},
			" [/app/Shop.dll 0x6000001 @ 9]", " [/app/Shop.dll 0x6000002 @ 20]"},
		{"code without IL", external, 0x2070, []nt.Event{leafMap, leaf, callerMap, caller},
			" [/app/Shop.dll 0x6000001 @ 5]", ""},
		{"prologue", external, 0x2002, []nt.Event{leafMap, leaf, callerMap, caller},
			" [/app/Shop.dll 0x6000001 @ 5]", ""},
		{"no map", external, 0x2030, []nt.Event{leaf, callerMap, caller}, "", " [/app/Shop.dll 0x6000002 @ 3]"},
		{"a map of another method is not taken", external, 0x2030, []nt.Event{leafMap, caller, leaf}, "", ""},
		{"a map larger than the code is of another version", external, 0x2030, []nt.Event{
			ilMap(11, [2]uint32{5, 0}, [2]uint32{9, 0x200}), leaf, callerMap, caller},
			"", " [/app/Shop.dll 0x6000002 @ 3]"},
		{"two versions of one method", external, 0x2030, []nt.Event{
			ilMap(11, [2]uint32{77, 0}), code(11, 0x5000, 0x80, 0x06000001, "Wait"), leafMap, leaf, callerMap, caller},
			" [/app/Shop.dll 0x6000001 @ 5]", " [/app/Shop.dll 0x6000002 @ 3]"},
		{"a version without a map between", external, 0x2030, []nt.Event{
			leafMap, code(11, 0x5000, 0x80, 0x06000001, "Wait"), leaf, callerMap, caller},
			"", " [/app/Shop.dll 0x6000002 @ 3]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := reportWithOffsets(t, mapped(tt.typ, tt.returnTo, tt.events...))
			for _, want := range []string{"Shop!Shop.Wait()" + tt.leaf + "\n", "Shop!Shop.Load()" + tt.caller + "\n"} {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in\n%s", want, got)
				}
			}
		})
	}
}
