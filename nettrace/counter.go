package nettrace

import "time"

// fieldType is the type of a field, a TypeCode of .NET.
type fieldType uint32

// Types that the payload of a counter has; all others have no place in one.
const (
	typeObject fieldType = 1
	typeBool   fieldType = 3
	typeInt32  fieldType = 9
	typeUint32 fieldType = 10
	typeInt64  fieldType = 11
	typeUint64 fieldType = 12
	typeSingle fieldType = 13
	typeDouble fieldType = 14
	typeString fieldType = 18
)

const (
	maxFields        = 64 // a counter has 12
	maxDepthOfFields = 4  // a counter has 2
)

// field is one field of an event's payload.
type field struct {
	name string
	typ  fieldType
}

// counterFields reads the fields of an event called EventCounters: objects within each
// other that hold them, whose names do not matter here. The ids of these events differ
// from stream to stream, and the order of the fields from kind to kind. It returns nil
// if they are not as expected.
func counterFields(c *cursor) []field {
	fields, ok := flatFields(c, nil, 0)
	if !ok || c.bad {
		return nil
	}
	return fields
}

// flatFields appends the fields of an object, and those of the objects in it.
func flatFields(c *cursor, fields []field, depth int) ([]field, bool) {
	n := c.u32()
	if n > maxFields || depth > maxDepthOfFields {
		return nil, false
	}
	for range n {
		f, ok := field{typ: fieldType(c.u32())}, true
		switch f.typ {
		case typeObject:
			if fields, ok = flatFields(c, fields, depth+1); !ok {
				return nil, false
			}
			c.skipText()
			continue
		case typeBool, typeInt32, typeUint32, typeInt64, typeUint64, typeSingle, typeDouble, typeString:
		default:
			return nil, false
		}
		f.name = c.text()
		if fields = append(fields, f); len(fields) > maxFields {
			return nil, false
		}
	}
	return fields, !c.bad
}

// readCounter reads the payload of a counter.
func readCounter(c *cursor, fields []field, to *Counter) bool {
	for _, f := range fields {
		switch f.typ {
		case typeString:
			to.text(f.name, c.text())
		case typeInt64, typeUint64:
			c.skip(8)
		case typeDouble:
			to.number(f.name, c.f64())
		case typeSingle:
			to.number(f.name, c.f32())
		default:
			c.skip(4)
		}
	}
	return !c.bad && to.Name != ""
}

func (to *Counter) text(field, value string) {
	switch field {
	case "Name":
		to.Name = value
	case "DisplayUnits":
		to.Units = value
	}
}

func (to *Counter) number(field string, value float64) {
	switch field {
	case "Mean":
		to.Value = value
	case "Increment":
		to.Value, to.Incrementing = value, true
	case "IntervalSec":
		if value > 0 && value < 1e6 {
			to.Interval = time.Duration(value * float64(time.Second))
		}
	}
}
