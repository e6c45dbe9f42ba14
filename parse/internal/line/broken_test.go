package line

import "testing"

func TestStrayMarks(t *testing.T) {
	for text, want := range map[string]bool{
		"A!N.Task`1[System.Int32].Get(class X`1<!0>)":    false,
		"A!N.Type.Map[System.__Canon](!!0,class L``2)":   false,
		"A!N.Outer+Inner.Run()":                          false,
		"A!N.Outer+Inner..ctor()":                        false,
		"A!N.Type.N.IEq<N.Outer+Inner>.Get()":            false,
		"A!N.Type.Map[N.Outer+Inner](class N.Outer+Sub)": false,
		"A!N.Task`1[System.Int32].Get`ResultCore(bool)":  true,
		"A!N.Task.Get+ResultCore(bool)":                  true,
		"A!N.Task.Wait(int32,value `class N.Token)":      true,
		`A!N.Task.Wa"it(int32)`:                          true,
	} {
		if got := HasStrayMark([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
