package frame

// ParamList is the parameter list in C# spelling, without the parentheses.
func (f *Frame) ParamList() string { return Clean(f.Params) }
