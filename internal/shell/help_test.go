package shell

import (
	"strings"
	"testing"
)

func program() *Program {
	return &Program{Name: "tool", Groups: []string{"Show:"}, Commands: []Command{
		{
			Name: "look", Help: "Look at it.", Detail: "More of it.\n\nExamples:\n\n    tool look a\n    tool look b\n    tool look c\n\nEnd.",
			Arguments: []Argument{{"[<file> ...]", "Files."}},
			Flags: []Flag{
				{Long: "help", Short: "h", Help: "Help."}, {Long: "all", Help: strings.Repeat("word ", 30), Group: "Show:"},
				{Long: "on", Negatable: true, Group: "Show:"}, {Long: "top", Placeholder: "N", Group: "Show:", Values: []string{"1", "it's"}},
			},
		},
		{Name: "list", Help: "List it."},
	}}
}

func TestHelp(t *testing.T) {
	var text strings.Builder
	p := program()
	if err := Help(&text, p, &p.Commands[0]); err != nil {
		t.Fatal(err)
	}
	want := `Usage: tool look [<file> ...] [flags]

Look at it.

More of it.

Commands:
  look    The default command: its flags are below.
  list    List it.
  help    Show the help of a command, as in help diff.

Examples:

    tool look a
    tool look b
    tool look c

End.

Arguments:
  [<file> ...]    Files.

Flags:
  -h, --help    Help.

Show:
  --all        word word word word word word word word word word word word word
               word word word word word word word word word word word word word
               word word word word
  --[no-]on
  --top=N
`
	if text.String() != want {
		t.Errorf("got\n%s\nwant\n%s", text.String(), want)
	}
}

func TestUsageShowsTwoExamples(t *testing.T) {
	var text strings.Builder
	p := program()
	if err := Usage(&text, p, &p.Commands[0]); err != nil {
		t.Fatal(err)
	}
	want := "Usage: tool look [<file> ...] [flags]\n\nLook at it.\n\n    tool look a\n    tool look b\n" +
		"\nCommands: look, list\n\ntool --help for all\n"
	if text.String() != want {
		t.Errorf("got\n%s\nwant\n%s", text.String(), want)
	}
}

// TestQuotesOfTheShells: a quote in a value must not end the script's own.
func TestQuotesOfTheShells(t *testing.T) {
	for shell, want := range map[string]string{
		"bash": `'1 it'\''s'`, "zsh": `(1 it'\''s)'`, "fish": `'1 it\'s'`, "powershell": `@('1', 'it''s')`,
	} {
		var text strings.Builder
		if err := Completion(&text, shell, program()); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), want) {
			t.Errorf("%s: no %s in\n%s", shell, want, text.String())
		}
		if shell != "bash" && !strings.Contains(text.String(), "no-on") {
			t.Errorf("%s: the opposite of --on is missing", shell)
		}
	}
	if err := Completion(&strings.Builder{}, "tcsh", program()); err == nil {
		t.Error("a completion for tcsh")
	}
}
