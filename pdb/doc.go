// Package pdb finds source lines: it reads portable PDBs, the symbol files that .NET
// compilers write, and the part of an assembly (a PE image) that says which PDB is its
// own or that holds it.
//
// A File answers which file and line an offset into a method's IL belongs to, which
// method a state machine was made from, and, where SourceLink was on, at which address
// the source can be read.
//
// It does not turn code addresses into IL offsets (the runtime's maps do, see nettrace),
// reads no Windows PDB (they are refused by name), and never fetches anything. Files are
// hostile input: sizes that they claim are checked against what is there before anything
// is made of them.
//
// The formats: ECMA-335 partition II §24 (metadata), and dotnet/runtime
// docs/design/specs/PortablePdb-Metadata.md and PE-COFF.md.
//
//	bytes.go     numbers and slices of hostile bytes
//	image.go     the debug directory of an assembly
//	metadata.go  streams, heaps and tables of a portable PDB
//	points.go    sequence points: IL offset → line
//	file.go      what a PDB answers
//	source.go    SourceLink
//	locate.go    which PDB belongs to an assembly: embedded, beside it, or where it was built
package pdb
