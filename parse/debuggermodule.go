package parse

import (
	"bytes"

	"stacktriage/parse/internal/line"
)

// debuggerModule is the name of a module without what debuggers of Windows make of it:
// the ending of native images, "_ni", and "_" for the dots. Only names that the ending or
// the platform's first part gives away are changed: others may have "_" of their own.
func debuggerModule(module []byte) []byte {
	name, image := bytes.CutSuffix(module, []byte("_ni"))
	if !image && !isPlatformModule(module) {
		return module
	}
	return bytes.ReplaceAll(name, []byte("_"), []byte("."))
}

func isPlatformModule(module []byte) bool {
	for _, p := range [...]string{"System_", "Microsoft_"} {
		if _, ok := line.CutPrefixFold(module, p); ok {
			return true
		}
	}
	return false
}
