package main

import (
	"strings"
	"testing"
)

func TestEmptyArguments(t *testing.T) {
	bad := stacks + "stack-bad.txt"
	tests := []struct {
		args []string
		says string
	}{
		{[]string{"--fail-on", "", bad}, "--fail-on is empty"},
		{[]string{"--fail-on=", bad}, "--fail-on is empty"},
		{[]string{"report", "--fail-on", "", bad}, "--fail-on is empty"},
		{[]string{"report", bad, "--fail-on", ""}, "--fail-on is empty"},
		{[]string{"report", "--fail-on", "starved", "--fail-on", "", bad}, "--fail-on is empty"},
		{[]string{"report", "--fail-on", " ", bad}, `--fail-on " "`},
		{[]string{"report", "--fail-on", "starved,,deadlock", bad}, "an id is missing"},
		{[]string{"report", "--fail-on", ",", bad}, "an id is missing"},
		{[]string{"diff", "--fail-on", "", bad, bad}, "--fail-on is empty"},
		{[]string{"series", "--fail-on", "", bad, bad}, "--fail-on is empty"},
		{[]string{"series", "--fail-on", "growing, ", bad, bad}, `--fail-on " "`},
		{[]string{"tree", "--focus", "", bad}, "--focus is empty"},
		{[]string{"--rules", "", bad}, "--rules is empty"},
		{[]string{"-o", "", bad}, "-o is empty"},
		{[]string{""}, `"" is no name of a file`},
		{[]string{bad, ""}, `"" is no name of a file`},
		{[]string{"diff", bad, ""}, `"" is no name of a file`},
		{[]string{"report", "--", ""}, `"" is no name of a file`},
	}
	for _, tt := range tests {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			assertTrouble(t, execute(t, piped(), "", tt.args...), tt.says)
		})
	}
}
