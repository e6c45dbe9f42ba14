package parse

import (
	"bytes"

	"stacktriage/parse/internal/line"
)

// failure is a text that a failing capture prints instead of a report.
type failure struct {
	text string // what the input contains
	what string
	cure string
}

const cureUser = `run dotnet-stack as the user of the process (or as root), with the same TMPDIR`

// failures of dotnet-stack, and of what was to start it. Texts: dotnet/diagnostics
// src/Tools/dotnet-stack/ReportCommand.cs and
// src/Microsoft.Diagnostics.NETCore.Client. The first that fits counts.
var failures = []failure{
	{"Permission denied", "dotnet-stack was not allowed to connect to the process", cureUser},
	{"Connection refused", "dotnet-stack could not connect: the process had just exited",
		`look for the running process with "dotnet-stack ps" and take the report again`},
	{"Could not send Stop command", "the process exited while dotnet-stack looked at it",
		`take the report again while the process runs`},
	{"Connection reset by peer", "the process exited while dotnet-stack looked at it",
		`take the report again while the process runs`},
	{"Read past end of stream",
		"dotnet-stack received no event: the process is suspended at its start by its diagnostic port",
		`resume it, or start it with "nosuspend" in DOTNET_DiagnosticPorts and without DOTNET_DefaultDiagnosticPortSuspend`},
	{"Unable to connect to Process", "dotnet-stack found no diagnostic port of that process",
		`it may be no .NET process, a NativeAOT one, one in another container or with another TMPDIR, or run with ` +
			`DOTNET_EnableDiagnostics=0: see "dotnet-stack ps", and run dotnet-stack where the process runs`},
	{"not running compatible .NET runtime", "dotnet-stack found no diagnostic port of that process",
		`it may be no .NET process, or be older than .NET 5, or run with DOTNET_EnableDiagnostics=0: see "dotnet-stack ps"`},
	{"No process with ID", "dotnet-stack found no process with that id", cureProcess},
	{" is not running.", "dotnet-stack found no process with that id", cureProcess},
	{"There are more than one active processes", "dotnet-stack found several processes with that name",
		`choose one by its id: "dotnet-stack ps", then "dotnet-stack report -p PID"`},
	{"There is no active process with the given name", "dotnet-stack found no process with that name", cureProcess},
	{"Must specify either --process-id or --name", "dotnet-stack was not told which process to look at", cureProcess},
	{"--process-id is required", "dotnet-stack was not told which process to look at", cureProcess},
	{"Only one of the --name or --process-id", "dotnet-stack was given a name and an id", cureProcess},
	{"Can only specify either --name or --process-id", "dotnet-stack was given a name and an id", cureProcess},
	{"is not a valid process ID", "dotnet-stack was given an id that is none", cureProcess},
	{"Process ID should not be negative", "dotnet-stack was given an id that is none", cureProcess},
	{"Command is not supported", "the runtime of the process does not know what dotnet-stack asked for",
		`use a version of dotnet-stack as new as the runtime: "dotnet tool update -g dotnet-stack"`},
	{"Not supported by this runtime", "the runtime of the process does not know what dotnet-stack asked for",
		`use a version of dotnet-stack as new as the runtime: "dotnet tool update -g dotnet-stack"`},
	{"No supported .NET processes were found", "dotnet-stack ps saw no .NET process", cureUser},
	{"[ERROR] ", "dotnet-stack failed and printed no report", `look at its message, and take the report again`},
}

// missing are the words in which shells say that there is no dotnet-stack.
var missing = []failure{
	{"command not found", "there was no dotnet-stack to run", cureInstall},
	{"executable file not found", "there was no dotnet-stack to run", cureInstall},
	{"is not recognized as", "there was no dotnet-stack to run", cureInstall},
	{": not found", "there was no dotnet-stack to run", cureInstall},
	{"specified command or file was not found", "there was no dotnet-stack to run", cureInstall},
	{"You must install or update .NET", "dotnet-stack could not start: its .NET runtime is missing",
		`use the single-file download of dotnet-stack, which needs no runtime: https://aka.ms/dotnet-stack/linux-x64`},
}

const (
	cureProcess = `look the process up with "dotnet-stack ps", then "dotnet-stack report -p PID"`
	cureInstall = `install it with "dotnet tool install -g dotnet-stack", or use the single-file download, ` +
		`https://aka.ms/dotnet-stack/linux-x64`
)

// refuseFailure recognises the output of a failed capture; nil for other text.
func refuseFailure(head []byte) error {
	if isFailure(head) {
		for _, f := range failures {
			if bytes.Contains(head, []byte(f.text)) {
				return &InputError{Kind: FailedCapture, What: f.what, Cure: f.cure}
			}
		}
	}
	if isProcessList(head) {
		return &InputError{Kind: FailedCapture, What: `this is the list of processes of "dotnet-stack ps", without stacks`,
			Cure: `take the report of one of them: "dotnet-stack report -p PID"`}
	}
	if bytes.Contains(head, []byte("dotnet-stack")) || bytes.Contains(head, []byte("dotnet stack")) {
		for _, f := range missing {
			if bytes.Contains(head, []byte(f.text)) {
				return &InputError{Kind: FailedCapture, What: f.what, Cure: f.cure}
			}
		}
	}
	return nil
}

// isFailure says whether a text is one of dotnet-stack's messages: they begin with
// "[ERROR] ", and those of older versions are single lines.
func isFailure(head []byte) bool {
	const longestMessage = 500
	return bytes.Contains(head, []byte("[ERROR] ")) || len(bytes.TrimSpace(head)) < longestMessage
}

// isProcessList recognises rows of a process id, a name and a path, and nothing else.
func isProcessList(head []byte) bool {
	rows := 0
	for row := range bytes.Lines(head) {
		fields := bytes.Fields(row)
		if len(fields) == 0 || line.IsCommandLine(bytes.TrimSpace(row)) {
			continue
		}
		if _, ok := line.ThreadNumber(fields[0]); !ok || len(fields) < 3 || !isPath(fields[2]) {
			return false
		}
		rows++
	}
	return rows > 0
}

func isPath(word []byte) bool {
	return word[0] == '/' || word[0] == '[' || len(word) > 2 && word[1] == ':' && word[2] == '\\'
}
