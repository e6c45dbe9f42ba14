package frame

import (
	"strings"
	"testing"
)

// TestRenamingKeepsWhatCompilersMake: names of people become T(...) and M(...).
func TestRenamingKeepsWhatCompilersMake(t *testing.T) {
	r := Renaming{
		Type:      func(namespace, simple string) string { return "T(" + namespace + "|" + simple + ")" },
		Method:    func(name string) string { return "M(" + name + ")" },
		Interface: func(name string) (string, bool) { return "I(" + name + ")", strings.HasPrefix(name, "Acme.") },
	}
	for _, tt := range []struct{ typ, wantType, method, wantMethod string }{
		{"Acme.Shop.Cart", "T(Acme.Shop|Cart)", "Total", "M(Total)"},
		{"Acme.Box`2+Inner`1", "T(Acme|Box)`2+T(|Inner)`1", ".ctor", ".ctor"},
		{"Acme.Cart+<LoadAsync>d__4", "T(Acme|Cart)+<M(LoadAsync)>d__4", "MoveNext", "MoveNext"},
		{"Acme.Cart+<LoadAsync>d__4x", "T(Acme|Cart)+T(|<LoadAsync>d__4x)", "get_Item", "get_Item"},
		{"Acme.Cart+<>c__DisplayClass5_0", "T(Acme|Cart)+<>c__DisplayClass5_0", "<Load>b__0", "<M(Load)>b__0"},
		{"Acme.Cart+<>c__SecretClass", "T(Acme|Cart)+T(|<>c__SecretClass)", "<Load>b__secret", "M(<Load>b__secret)"},
		{"Acme.Cart", "T(Acme|Cart)", "<<Load>g__Retry|3_0>b__1", "<<M(Load)>g__M(Retry)|3_0>b__1"},
		{"Acme.Ledger+VB$StateMachine_3_Load", "T(Acme|Ledger)+VB$StateMachine_3_M(Load)", "_Lambda$__1", "_Lambda$__1"},
		{"Acme.Quotes+load@27-1", "T(Acme|Quotes)+M(load)@27-1", "Invoke", "Invoke"},
		{"Acme.Quotes", "T(Acme|Quotes)", "Invoke", "M(Invoke)"},
		{"Acme.Sums", "T(Acme|Sums)", "op_CheckedAddition", "op_CheckedAddition"},
		{"Acme.Sums", "T(Acme|Sums)", "op_Secret", "M(op_Secret)"},
		{"Acme.Sums", "T(Acme|Sums)", "get_Total", "get_M(Total)"},
		{"Acme.Store", "T(Acme|Store)", "System.IDisposable.Dispose", "I(System.IDisposable).Dispose"},
		{"Acme.Store", "T(Acme|Store)", "Acme.IRepo.Get", "global::I(Acme.IRepo).M(Get)"},
	} {
		if got := r.DeclaringType(tt.typ); got != tt.wantType {
			t.Errorf("%s\ngot  %s\nwant %s", tt.typ, got, tt.wantType)
		}
		if got := r.MethodOf(tt.typ, tt.method); got != tt.wantMethod {
			t.Errorf("%s of %s\ngot  %s\nwant %s", tt.method, tt.typ, got, tt.wantMethod)
		}
	}
}
