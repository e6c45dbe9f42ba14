package pdb

import (
	"testing"

	"stacktriage/pdb/pdbtest"
)

func FuzzParse(f *testing.F) {
	data, _, _, _, _ := sample()
	f.Add(data)
	f.Add([]byte("BSJB"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Parse(data)
		if err != nil {
			return
		}
		for n := range uint32(16) {
			at, ok := file.Position(Token(methodTable|n), n*7)
			if ok && (at.File == "" || at.Line < 0) {
				t.Errorf("method %d is at %+v", n, at)
			}
			file.KickOff(Token(methodTable | n))
		}
	})
}

func FuzzReadImage(f *testing.F) {
	f.Add(pdbtest.Image(true, pdbtest.CodeView(pdbtest.ID(), "a.pdb", true)))
	f.Add(pdbtest.Image(false, pdbtest.Entry{Kind: 17, Content: []byte("MPDB\x04\x00\x00\x00\x03\x00")}))
	f.Fuzz(func(_ *testing.T, data []byte) {
		img, err := ReadImage(data)
		if err == nil && img.Embedded() {
			_, _ = img.embeddedFile(Build{})
		}
	})
}
