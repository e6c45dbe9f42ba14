package frame

import (
	"strings"
	"testing"
)

func TestParamList(t *testing.T) {
	for params, want := range map[string]string{
		"": "",
		"bool,wchar,int8,unsigned int8,int16,unsigned int16":                 "bool, char, sbyte, byte, short, ushort",
		"int32,unsigned int32,int64,unsigned int64,float32,float64":          "int, uint, long, ulong, float, double",
		"int,unsigned int,void*,refany,...":                                  "nint, nuint, void*, TypedReference, __arglist",
		"class System.Object,class System.String,value class System.Decimal": "object, string, decimal",
		"!0,!!12,!2&": "T0, T12, ref T2",
		"int32[,][]":  "int[][,]",
		"int32[]&":    "ref int[]",
		"int32*[]":    "int*[]",
		"value class State&,value class Queue`1<!!0>&":                          "ref State, ref Queue<T0>",
		"required_modifier System.Runtime.InteropServices.InAttribute int32&":   "in int",
		"required_modifier System.Runtime.CompilerServices.IsVolatile int32":    "int",
		"value class System.Nullable`1<value class System.DateTime>":            "DateTime?",
		"value class System.ValueTuple`2<int32,class System.String>[]":          "(int, string)[]",
		"value class System.ValueTuple`1<int32>":                                "ValueTuple<int>",
		"class System.Func`2<!0,class System.Threading.Tasks.Task`1<!1>>,int32": "Func<T0,Task<T1>>, int",
		"fnptr void(int32,unsigned int8*),void*":                                "delegate*<int,byte*,void>, void*",
		"pMT: 0x5649bc002900<class System.Object>,pMT: 00007FF7A8CBF658":        "?<object>, ?",
		"int32,value class <>c__DisplayClass0_0&":                               "int",
		"class <>f__AnonymousType0`2<int32,class System.String>":                "anonymous type<int,string>",
		"value class <Run>d__3&":                                                "ref <Run>",
		"class <Shapes>F" + strings.Repeat("0A", 32) + "__Hidden":               "Hidden",
		"class Acme.Outer+Inner":                                                "Inner",
		"void*)  (class Acme.Order":                                             "void*",
		"class System.Collections.Generic.List`1<class":                         "List<class>",
		",,<>(),class ,value class System.":                                     "<>",
	} {
		f := Frame{Params: params}
		if got := f.ParamList(); got != want {
			t.Errorf("%s\n got %q\nwant %q", params, got, want)
		}
	}
}

func TestParamListBounds(t *testing.T) {
	for _, unit := range []string{"fnptr ", "class A<", "[]", "*", "fnptr void(", "<", "required_modifier "} {
		f := Frame{Params: strings.Repeat(unit, 1<<20/len(unit))}
		if got := f.ParamList(); len(got) > 2*maxParams {
			t.Errorf("%d bytes of %q give a list of %d bytes", len(f.Params), unit, len(got))
		}
	}
}

func TestSignature(t *testing.T) {
	for line, want := range map[string]string{
		"X!System.Threading.ManualResetEventSlim.Wait(int32,value class " +
			"System.Threading.CancellationToken)": "ManualResetEventSlim.Wait(int, CancellationToken)",
		"X!Program+<>c.<<Main>$>b__0_2(int32,class " +
			"InventoryClient)": "Program.Main lambda #2 (int, InventoryClient)",
		"X!Program+<>c.<<Main>$>b__0_2()":         "Program.Main lambda #2",
		"X!Program.<<Main>$>g__Local|0_4(int32)":  "Program.Main local function Local(int)",
		"X!Acme.Cache+<LoadAsync>d__3.MoveNext()": "Cache.LoadAsync",
		"X!Acme.Cache.get_Total()":                "Cache.Total getter",
		"X!Acme.Cache..ctor(int32)": "Cache " +
			"constructor (int)",
		"X!Acme.Cache.Load()":   "Cache.Load()",
		"X.dll!Acme.Cache.Load": "Cache.Load",
		"X!Acme.Program+l@27.Invoke(class System.Object)": "Program.l " +
			"closure",
		"?!?": "?!?",
	} {
		f, _ := Decode(line)
		if got := f.Signature(); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
