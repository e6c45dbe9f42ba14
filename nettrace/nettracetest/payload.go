package nettracetest

import (
	"encoding/binary"
	"math"
	"unicode/utf16"
)

// Providers of the events that tests write most.
const (
	SampleProfiler = "Microsoft-DotNETCore-SampleProfiler"
	Runtime        = "Microsoft-Windows-DotNETRuntime"
	Rundown        = "Microsoft-Windows-DotNETRuntimeRundown"
	EventPipe      = "Microsoft-DotNETCore-EventPipe"
	SystemRuntime  = "System.Runtime"
)

// Text is a string of a payload: UTF-16 with a zero at its end.
func Text(s string) []byte {
	var b []byte
	for _, unit := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, unit)
	}
	return append(b, 0, 0)
}

// Numbers is a payload of numbers in the width of their types. It panics at any other type.
func Numbers(values ...any) []byte {
	var b []byte
	for _, value := range values {
		switch v := value.(type) {
		case uint8:
			b = append(b, v)
		case uint16:
			b = binary.LittleEndian.AppendUint16(b, v)
		case uint32:
			b = binary.LittleEndian.AppendUint32(b, v)
		case uint64:
			b = binary.LittleEndian.AppendUint64(b, v)
		case float32:
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
		case float64:
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		case string:
			b = append(b, Text(v)...)
		default:
			panic("nettracetest: a payload has numbers and strings only")
		}
	}
	return b
}

// Method is the payload of MethodLoadVerbose and its likes.
func Method(start uint64, size uint32, module uint64, namespace, name, signature string) []byte {
	return Numbers(start+1, module, start, size, uint32(0), uint32(0), namespace, name, signature, uint16(0))
}

// MethodToken is the payload of MethodLoadVerbose and its likes for one version of the code
// of a method.
func MethodToken(id, start uint64, size uint32, module uint64, token uint32, namespace, name string) []byte {
	return MethodOf(id, start, size, module, token, namespace, name, "()")
}

// MethodOf is the same with parameters, in brackets.
func MethodOf(
	id, start uint64, size uint32, module uint64, token uint32, namespace, name, parameters string,
) []byte {
	return Numbers(id, module, start, size, token, uint32(0), namespace, name, "void  "+parameters, uint16(0))
}

// ILMap is the payload of MethodILToNativeMap and its likes: pairs of an offset into IL
// and one into the code.
func ILMap(id uint64, pairs ...[2]uint32) []byte {
	b := Numbers(id, uint64(0), uint8(0), uint16(len(pairs)))
	for side := range 2 {
		for _, pair := range pairs {
			b = append(b, Numbers(pair[side])...)
		}
	}
	return append(b, Numbers(uint16(0))...)
}

// Module is the payload of ModuleLoad and its likes.
func Module(id uint64, path string) []byte {
	return Numbers(id, id+1, uint32(0), uint32(0), path, "", uint16(0))
}

// ModuleOf is the same of a runtime that names the PDB of the assembly, too.
func ModuleOf(id uint64, path string, guid [16]byte, built string) []byte {
	none := [16]byte{}
	head := append(Module(id, path), guid[:]...)
	return append(append(append(head, Numbers(uint32(1), built)...), none[:]...), Numbers(uint32(0), "")...)
}

// CounterFields are the fields of an event counter, for Define.
func CounterFields(incrementing bool) []byte {
	const (
		object, number, single, double, text = uint32(1), uint32(9), uint32(13), uint32(14), uint32(18)
	)
	b := Numbers(uint32(1), object, uint32(1), object)
	if incrementing {
		return append(b, Numbers(uint32(8), text, "Name", text, "DisplayName", text, "DisplayRateTimeScale",
			double, "Increment", single, "IntervalSec", text, "Metadata", text, "Series", text, "CounterType",
			"Payload", "")...)
	}
	return append(b, Numbers(uint32(11), text, "Name", text, "DisplayName", double, "Mean", double, "StandardDeviation",
		number, "Count", double, "Min", double, "Max", single, "IntervalSec", text, "Series", text, "CounterType",
		text, "DisplayUnits", "Payload", "")...)
}

// Counter is the payload of an event counter with CounterFields(incrementing).
func Counter(incrementing bool, name string, value float64) []byte {
	if incrementing {
		return Numbers(name, name, "00:00:01", value, float32(1), "", "Interval=1000", "Sum")
	}
	return Numbers(name, name, value, float64(0), uint32(1), value, value, float32(1), "Interval=1000", "Mean", "")
}
