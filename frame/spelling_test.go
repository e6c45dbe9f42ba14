package frame

import (
	"strings"
	"testing"
)

// TestOperatorsReadAsInCSharp has every operator that C# can declare.
func TestOperatorsReadAsInCSharp(t *testing.T) {
	for method, want := range map[string]string{
		"op_Implicit": "implicit operator", "op_Explicit": "explicit operator",
		"op_Addition": "operator +", "op_Subtraction": "operator -", "op_Multiply": "operator *",
		"op_Division": "operator /", "op_Modulus": "operator %", "op_BitwiseAnd": "operator &",
		"op_BitwiseOr": "operator |", "op_ExclusiveOr": "operator ^", "op_LeftShift": "operator <<",
		"op_RightShift": "operator >>", "op_UnsignedRightShift": "operator >>>", "op_Equality": "operator ==",
		"op_Inequality": "operator !=", "op_LessThan": "operator <", "op_GreaterThan": "operator >",
		"op_LessThanOrEqual": "operator <=", "op_GreaterThanOrEqual": "operator >=", "op_UnaryPlus": "operator +",
		"op_UnaryNegation": "operator -", "op_LogicalNot": "operator !", "op_OnesComplement": "operator ~",
		"op_Increment": "operator ++", "op_Decrement": "operator --", "op_True": "operator true",
		"op_False": "operator false", "op_CheckedExplicit": "explicit operator checked",
		"op_CheckedMultiply": "operator checked *", "op_Append": "op_Append", "op_": "op_",
	} {
		f, _ := Decode("M!Money." + method + "(value class Money)")
		if got := f.Name(); got != "Money."+want {
			t.Errorf("%s: %q, want %q", method, got, "Money."+want)
		}
		_, known := operator(method)
		r := Renaming{Method: func(string) string { return "hidden" }}
		if got := r.MethodOf("Money", method); (got == method) != known {
			t.Errorf("%s is renamed to %s", method, got)
		}
	}
}

// TestKeywords has every type of C# with a word of its own, in the notation of the
// runtime, as a class, and as debuggers print it.
func TestKeywords(t *testing.T) {
	for _, tt := range []struct{ word, runtime, class string }{
		{"bool", "bool", "Boolean"}, {"char", "wchar", "Char"}, {"sbyte", "int8", "SByte"},
		{"byte", "unsigned int8", "Byte"}, {"short", "int16", "Int16"}, {"ushort", "unsigned int16", "UInt16"},
		{"int", "int32", "Int32"}, {"uint", "unsigned int32", "UInt32"}, {"long", "int64", "Int64"},
		{"ulong", "unsigned int64", "UInt64"}, {"float", "float32", "Single"}, {"double", "float64", "Double"},
		{"nint", "int", "IntPtr"}, {"nuint", "unsigned int", "UIntPtr"}, {"nint", "native int", "IntPtr"},
		{"void", "void", "Void"}, {"decimal", "value class System.Decimal", "Decimal"},
		{"string", "class System.String", "String"}, {"object", "class System.Object", "Object"},
		{"TypedReference", "refany", "TypedReference"}, {"T", "class System.__Canon", "__Canon"},
	} {
		for _, params := range []string{tt.runtime, "value class System." + tt.class, "System." + tt.class, tt.class} {
			f := Frame{Params: params}
			if got := f.ParamList(); got != tt.word {
				t.Errorf("%s: %q, want %q", params, got, tt.word)
			}
		}
	}
	for params, want := range map[string]string{
		"unsigned float32": "float32", "class Acme.Int32": "Int32", "class Acme.__Canon": "__Canon",
	} {
		f := Frame{Params: params}
		if got := f.ParamList(); got != want {
			t.Errorf("%s: %q, want %q", params, got, want)
		}
	}
}

// TestSignatureWords: what hides names must leave every word of the notation, and no other.
func TestSignatureWords(t *testing.T) {
	for _, word := range []string{
		"class", "value", "native", "unsigned", "fnptr", "required_modifier", "optional_modifier", "ByRef", "null",
		"dynamicClass", "pMT:", "...", "ref", "out", "in", "params", "this", "string", "object", "byte", "sbyte", "char",
		"short", "ushort", "uint", "long", "ulong", "float", "double", "decimal", "nint", "nuint", "__Canon", "T",
		"bool", "void", "wchar", "int8", "int16", "int32", "int64", "int", "float32", "float64", "refany",
		"Boolean", "Char", "SByte", "Byte", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Single", "Double",
		"Decimal", "String", "Object", "Void", "IntPtr", "UIntPtr",
	} {
		if !SignatureWord(word) {
			t.Errorf("%s is taken for a name", word)
		}
	}
	for _, word := range []string{"", "Order", "order", "Ref", "U", "boolean", "int128", "Acme.Object"} {
		if SignatureWord(word) {
			t.Errorf("%q is taken for a word of the notation", word)
		}
	}
}

// TestDynamicMethods: what is made at run time has no type, whatever tool prints it.
func TestDynamicMethods(t *testing.T) {
	for text, want := range map[string]string{
		"dynamicClass.Map(Int32)":                           "Map",
		"DynamicClass.Map(Int32)":                           "Map",
		"ILStubClass.IL_STUB_PInvoke(IntPtr)":               "IL_STUB_PInvoke",
		"DomainNeutralILStubClass.IL_STUB_PInvoke(IntPtr)":  "IL_STUB_PInvoke",
		"DomainBoundILStubClass.IL_STUB_PInvoke(IntPtr)":    "IL_STUB_PInvoke",
		"lambda_method12(Closure)":                          "lambda_method12",
		"IL_STUB_InstantiatingStub()":                       "IL_STUB_InstantiatingStub",
		"InvokeStub_Cart.set_Total(Object, Object, IntPtr)": "InvokeStub_Cart.set_Total",
		"CallSite.Target(Closure, CallSite, Object)":        "CallSite.Target",
	} {
		f := DecodeBare(text)
		if f.Type != dynamicType || f.Method != want || f.Full != dynamicType+"."+want {
			t.Errorf("%s: type %q, method %q, full %q", text, f.Type, f.Method, f.Full)
		}
		if got := f.Name(); got != want {
			t.Errorf("%s prints as %q, want %q", text, got, want)
		}
	}
	if f := DecodeBare("Acme.lambda_method1()"); f.Type != "Acme" {
		t.Errorf("a type of one's own is %q", f.Type)
	}
}

// TestBareNesting: exception texts and Visual Studio print a dot where metadata has "+".
func TestBareNesting(t *testing.T) {
	for text, want := range map[string]string{
		"Interop.Sys.Read(IntPtr)": "Interop+Sys",
		"System.Threading.PortableThreadPool.WorkerThread.WorkerThreadStart": "System.Threading.PortableThreadPool+WorkerThread",
		"Acme.Cart.<LoadAsync>d__4.MoveNext()":                               "Acme.Cart+<LoadAsync>d__4",
		"Acme.Cart.<>c__DisplayClass5_0.<Load>b__0()":                        "Acme.Cart+<>c__DisplayClass5_0",
		"Acme.Cart.<>c.<<Load>b__0_0>d.MoveNext()":                           "Acme.Cart+<>c+<<Load>b__0_0>d",
		"Acme.Cart.<Odd>.Run()":                                              "Acme.Cart.<Odd>",
		"Interoperate.Sys.Read()":                                            "Interoperate.Sys",
		"Acme.Cart`1+Line.Add()":                                             "Acme.Cart`1+Line",
		"Acme.Cart<Acme.A, Acme.B>.Add()":                                    "Acme.Cart`2",
	} {
		if f := DecodeBare(text); f.Type != want {
			t.Errorf("%s: type %q, want %q", text, f.Type, want)
		}
	}
	f := DecodeBare("  Acme.Cart<Acme.A<Int32>, Acme.B>.Add()\r")
	if f.Raw != "Acme.Cart<Acme.A<Int32>, Acme.B>.Add()" || f.TypeArgs != "Acme.A`1[Int32],Acme.B" {
		t.Errorf("raw %q, arguments %q", f.Raw, f.TypeArgs)
	}
}

// TestNestingIsBounded: what nests deeper than names do is damage, and costs no more
// than its length.
func TestNestingIsBounded(t *testing.T) {
	deep := func(levels int) string {
		text := "Int32"
		for range levels {
			text = "Acme.Box<" + text + ">"
		}
		return text
	}
	if f := DecodeBare(deep(3) + ".Open()"); f.Type != "Acme.Box`1" || f.TypeArgs != "Acme.Box`1[Acme.Box`1[Int32]]" {
		t.Errorf("type %q of %q", f.Type, f.TypeArgs)
	}
	f := DecodeBare(deep(maxNesting+3) + ".Open()")
	if !strings.HasSuffix(f.TypeArgs, "Acme.Box<Acme.Box<Int32>>"+strings.Repeat("]", maxNesting)) {
		t.Errorf("arguments %q", f.TypeArgs)
	}
}

// TestHidden: what acts instead of being seen is replaced, its neighbours are not.
func TestHidden(t *testing.T) {
	for _, r := range "\x00\x1b\x7f\u0085\u00ad\u034f\u115f\u1160\u17b4\u17b5\u200b\u202e\u2028\u2029\u2066\u3164\ufeff\uffa0" {
		if got := Clean("a" + string(r) + "b"); got != "a\ufffdb" {
			t.Errorf("%U is printed in %q", r, got)
		}
	}
	for _, text := range []string{" ", "~", "a ~b", "\u034e\u0350\u115e\u1161\u17b3\u17b6\u3163\u3165\uff9f\uffa1", "é日本"} {
		if got := Clean(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got := Clean("a\xffb"); got != "a\ufffdb" {
		t.Errorf("invalid UTF-8 became %q", got)
	}
}

// TestLongParameterLists: a list is read up to a limit, and says where it was cut.
func TestLongParameterLists(t *testing.T) {
	whole := Frame{Params: strings.Repeat("!0,", maxParams/3) + "!1"}
	if got := whole.ParamList(); len(whole.Params) != maxParams || !strings.HasSuffix(got, "T0, T1") {
		t.Errorf("%d bytes end in %q", len(whole.Params), got[len(got)-20:])
	}
	cut := Frame{Params: whole.Params + ",int32"}
	if got := cut.ParamList(); !strings.HasSuffix(got, "T0, T1, …") || len(got) != len(whole.ParamList())+len(", …") {
		t.Errorf("%d bytes end in %q", len(cut.Params), got[len(got)-20:])
	}
}
