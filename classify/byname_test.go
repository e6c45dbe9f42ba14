package classify

import (
	"slices"
	"testing"

	"stacktriage/frame"
)

func TestCandidates(t *testing.T) {
	tests := []struct {
		name   string
		rule   RuleID // "" = none
		module string // that the rule demands; "" = none
	}{
		{"NpgsqlConnection.Open", "db-open", "Npgsql"},
		{"Npgsql.NpgsqlConnection.Open", "db-open", "Npgsql"},
		{"Thread.Sleep", "thread-sleep", ""},
		{"System.Threading.Thread.Sleep", "thread-sleep", ""},
		{"FileStream.Read", "file", ""},
		{"Console.WriteLine", "console-write", ""},
		{"OrderService.Load", "", ""},
		{"Sockets.Load", "", ""},
	}
	for _, tt := range tests {
		f := frame.DecodeBare(tt.name)
		got := Candidates(&f)
		i := slices.IndexFunc(got, func(c Candidate) bool { return c.Rule.ID == tt.rule })
		switch {
		case tt.rule == "" && len(got) > 0:
			t.Errorf("%s: %s, want no rule", tt.name, got[0].Rule.ID)
		case tt.rule == "":
		case i < 0:
			t.Errorf("%s: no %s among %d rules", tt.name, tt.rule, len(got))
		case tt.module != "" && !slices.Contains(got[i].Modules, tt.module) || tt.module == "" &&
			len(got[i].Modules) > 0:
			t.Errorf("%s: %s in %v, want %q", tt.name, tt.rule, got[i].Modules, tt.module)
		}
	}
}
