package frame

import "testing"

func TestKey(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"X!dynamicClass.f(pMT: 0x5649bc002900<class A>,int32)",
			"X!dynamicClass.f(pMT: 00007FF7A8CBF658<class A>,int32)", true},
		{"X.il!A.B()", "X!A.B()", true},
		{"X.ni.dll!A.B()", "X!A.B()", true},
		{"X!A.B()", "Y!A.B()", false},
		{"X!A.B()", "X!A.B(int32)", false},
		{"X!A+<B>d__1.MoveNext()", "X!A+<B>d__2.MoveNext()", false},
	} {
		a, _ := Decode(tt.a)
		b, _ := Decode(tt.b)
		if (a.Key() == b.Key()) != tt.same {
			t.Errorf("keys %q and %q: same is %v, want %v", a.Key(), b.Key(), !tt.same, tt.same)
		}
	}
	a, b := DecodeBare("A.B(Int32) [/src/a.cs @ 17]"), DecodeBare("A.B(Int32) [/src/a.cs @ 18]")
	if a.Key() != b.Key() {
		t.Errorf("lines of one method have keys %q and %q", a.Key(), b.Key())
	}
}

func TestCrossBuildKey(t *testing.T) {
	const hashA, hashB = "FF759B6862BDF8A66251BC03FC0390EEE1AE4A6F6FCE68F710D9D256E2DC26DB",
		"C45061D183D7F41828157983ED89AD0D0DFE864D3B4C42D6513BAF9827A53E14"
	for _, tt := range []struct {
		before, after string
		same          bool
	}{
		{"X!A+<B>d__12.MoveNext()", "X!A+<B>d__14.MoveNext()", true},
		{"X!A+<B>d__12`1[System.__Canon].MoveNext()", "X!A+<B>d__14`1[System.Int32].MoveNext()", true},
		{"X!A+<>c.<B>b__0_2(int32)", "X!A+<>c.<B>b__1_3(int32)", true},
		{"X!A+<>c.<B>b__0_2(int32)", "X!A+<>c__DisplayClass7_0.<B>b__1(int32)", true},
		{"X!A+<>c.<B>b__0_2(int32)", "X!A+<>c.<B>b__0_2(int64)", false},
		{"X!A.<B>g__C|0_4(value class <>c__DisplayClass0_0&)", "X!A.<B>g__C|1_5(value class <>c__DisplayClass1_0&)", true},
		{"X!A.<B>g__C|0_4()", "X!A.<B>g__D|0_4()", false},
		{"X!A+<>c+<<B>b__0_5>d.MoveNext()", "X!A+<>c+<<B>b__2_6>d.MoveNext()", true},
		{"X!dynamicClass.lambda_method2(pMT: 0x1,class System.Object)",
			"X!dynamicClass.lambda_method17(pMT: 0x2,class System.Object)", true},
		{"X!dynamicClass.f(pMT: 0x1)", "X!dynamicClass.g(pMT: 0x1)", false},
		{"X!N.<F>F" + hashA + "__Hidden.Go()", "X!N.<F>F" + hashB + "__Hidden.Go()", true},
		{"X!P+l@27-3.Invoke(int32)", "X!P+l@31.Invoke(int32)", true},
		{"X!P+l@27.Invoke(int32)", "X!P+m@27.Invoke(int32)", false},
		{"X!P+_Closure$__3-0._Lambda$__1()", "X!P+_Closure$__._Lambda$__4-2()", true},
		{"X!P+VB$StateMachine_3_Load.MoveNext()", "X!P+VB$StateMachine_9_Load.MoveNext()", true},
		{"X.il!A.B()", "x!A.B()", true},
		{"X!A.B()", "Y!A.B()", false},
		{"X!?", "Y!?", false},
		{"X!?", "X!?", true},
	} {
		a, _ := Decode(tt.before)
		b, _ := Decode(tt.after)
		if (a.CrossBuildKey() == b.CrossBuildKey()) != tt.same {
			t.Errorf("%s → %q\n%s → %q\nsame is %v, want %v", tt.before, a.CrossBuildKey(), tt.after, b.CrossBuildKey(),
				!tt.same, tt.same)
		}
	}
}
