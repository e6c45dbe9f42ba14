package frame

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func addSeeds(f *testing.F) {
	for _, row := range examples(f) {
		f.Add(row[0])
	}
	for _, row := range printedNames(f) {
		f.Add(row[0])
	}
	for _, line := range []string{
		"", "!", "a!(", "a!.", "a!..", "a!+", "a![[", "a!`1", "a!<>", "a!<<<>", "a!\\", "M!A+<B>d__1.", "M!dynamicClass.",
		"System.Threading.Tasks.Task`1[[System.__Canon, System.Private.CoreLib]].GetResultCore(Boolean)",
		"System.Threading.Tasks.Task<System.__Canon>.get_Result()",
		"Program.<>c.<<Main>$>b__0_2(Int32 id) in /app/Program.cs:line 17",
		"M!A.B(pMT: 0x12<class C>,fnptr void(int32),required_modifier D.InAttribute !1&)",
		"M!\x1b[31mA\u202e.B\x9b()", "M!VB$StateMachine_.MoveNext()", "M!A+@1.Invoke()", "M!get_.set_()",
	} {
		f.Add(line)
	}
}

func FuzzDecode(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, line string) {
		bare := DecodeBare(line)
		if want := strings.TrimSpace(line); bare.Raw != want {
			t.Errorf("DecodeBare(%q).Raw = %q", line, bare.Raw)
		}
		_ = bare.Key()
		fr, ok := Decode(line)
		if !ok {
			return
		}
		if want := strings.TrimSpace(line); fr.Raw != want {
			t.Errorf("Decode(%q).Raw = %q", line, fr.Raw)
		}
		if again, ok := Decode(fr.Raw); !ok || again != fr {
			t.Errorf("Decode is not stable: %+v, then %+v", fr, again)
		}
		a, okA := Decode(line + "(pMT: 0x5649bc002900,int32)")
		b, okB := Decode(line + "(pMT: 00007FF7A8CBF658,int32)")
		if okA != okB || a.Key() != b.Key() {
			t.Errorf("key depends on an address: %q, %q", a.Key(), b.Key())
		}
	})
}

func FuzzName(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, line string) {
		checkNames(t, DecodeBare(line))
		if fr, ok := Decode(line); ok {
			checkNames(t, fr)
		}
	})
}

func checkNames(t *testing.T, fr Frame) {
	t.Helper()
	for _, text := range []string{fr.Name(), fr.ShortName(), fr.API(), fr.ParamList(), fr.Signature(),
		fr.CrossBuildKey()} {
		if !utf8.ValidString(text) {
			t.Errorf("%q prints invalid text %q", fr.Raw, text)
		}
		for _, r := range text {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
				t.Errorf("%q prints the control character %U in %q", fr.Raw, r, text)
			}
		}
	}
	if fr.Raw != "" && (fr.Name() == "" || fr.ShortName() == "" || fr.API() == "") {
		t.Errorf("%q has no name", fr.Raw)
	}
	if !strings.HasSuffix(fr.Name(), fr.ShortName()) {
		t.Errorf("%q: %q is no end of %q", fr.Raw, fr.ShortName(), fr.Name())
	}
}
