package parse

import "stacktriage/parse/internal/line"

const dotnetStackName = "dotnet-stack"

// dotnetStack is the text of "dotnet-stack report".
var dotnetStack = &dialect{
	name:    dotnetStackName,
	whole:   true,
	anchors: []string{"thread (", "thread 0x"},
	claims: func(text []byte) bool {
		l := line.ReadDotnetStack(text)
		return l.Kind == line.HeaderLine || l.Kind == line.FrameLine && line.LikenessOf(l.Text) == line.WholeFrame ||
			line.IsMarker(l.Text)
	},
	fits: func(text []byte) bool {
		l := line.ReadDotnetStack(text)
		if l.Kind == line.HeaderLine {
			h, _ := line.ParseHeader(l.Text)
			return !h.Damaged
		}
		return l.Kind != line.OtherLine
	},
	open: func(b *builder) dialectReader { return &dotnetReader{b: b} },
}
