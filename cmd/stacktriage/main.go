// Command stacktriage says what the threads of a .NET process are stuck on, from the
// text that dotnet-stack prints.
//
// The package turns arguments, environment and files into calls of the packages that
// know better: it parses no stacks, draws no conclusions and lays out no lines.
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, systemEnvironment()))
}
