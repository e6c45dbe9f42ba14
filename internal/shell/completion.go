package shell

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Shells are those that Completion writes for.
var Shells = []string{"bash", "zsh", "fish", "powershell"}

// Completion writes the script that completes the command line in one of the Shells.
func Completion(w io.Writer, shell string, p *Program) error {
	out := &script{w: w}
	switch shell {
	case "bash":
		out.bash(p)
	case "zsh":
		out.zsh(p)
	case "fish":
		out.fish(p)
	case "powershell":
		out.powerShell(p)
	default:
		return fmt.Errorf("no completion for %s: choose from %s", shell, strings.Join(Shells, ", "))
	}
	return out.err
}

// bash writes a completion that needs nothing but bash itself.
func (s *script) bash(p *Program) {
	s.printf(`# bash completion for %[1]s
_%[1]s() {
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" command=%[2]s word i
    if [[ $prev == = ]]; then prev="${COMP_WORDS[COMP_CWORD-2]}"; elif [[ $cur == = ]]; then cur=; fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        word="${COMP_WORDS[i]}"
        case $word in
        %[3]s) command=$word; break ;;
        -*) ;;
        *) break ;;
        esac
    done
    case $command:$prev in
`, p.Name, p.Commands[0].Name, strings.Join(p.Names(), "|"))
	for i := range p.Commands {
		s.bashValues(&p.Commands[i])
	}
	s.printf("    esac\n    if [[ $cur == -* ]]; then\n        case $command in\n")
	for i := range p.Commands {
		c := &p.Commands[i]
		s.printf("        %s) COMPREPLY=(%s) ;;\n", c.Name, bashWords(c.flagSpellings()))
	}
	s.printf("        esac\n        return\n    fi\n    case $command in\n")
	for _, c := range p.Commands {
		switch {
		case c.Words != nil:
			s.printf("    %s) COMPREPLY=(%s) ;;\n", c.Name, bashWords(c.Words))
		case len(c.Arguments) == 0:
			s.printf("    %s) ;;\n", c.Name)
		}
	}
	s.printf("    *) COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n    esac\n")
	s.printf("    if ((COMP_CWORD == 1)); then COMPREPLY+=(%s); fi\n}\n", bashWords(p.Names()))
	s.printf("complete -o filenames -F _%[1]s %[1]s\n", p.Name)
}

// bashValues are the branches for what stands behind the flags of a command.
func (s *script) bashValues(c *Command) {
	for _, f := range c.Flags {
		if !f.takesValue() {
			continue
		}
		patterns := c.Name + ":" + strings.Join(f.spellings(), "|"+c.Name+":")
		switch {
		case len(f.Values) > 0:
			s.printf("    %s) COMPREPLY=(%s); return ;;\n", patterns, bashWords(f.Values))
		case f.File:
			s.printf("    %s) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n", patterns)
		default:
			s.printf("    %s) return ;;\n", patterns)
		}
	}
}

func bashWords(words []string) string {
	return "$(compgen -W " + quote(strings.Join(words, " ")) + ` -- "$cur")`
}

func (c *Command) flagSpellings() []string {
	var all []string
	for _, f := range c.typedFlags() {
		all = append(all, f.spellings()...)
	}
	return all
}

// quote quotes a text for bash and zsh.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// zsh writes a function for zsh's own completion system.
func (s *script) zsh(p *Program) {
	s.printf(`#compdef %[1]s
_%[1]s() {
    local command=%[2]s word
    for word in "${(@)words[2,CURRENT-1]}"; do
        case $word in
        (%[3]s) command=$word; break ;;
        (-*) ;;
        (*) break ;;
        esac
    done
    if ((CURRENT == 2)); then
        local -a commands
        commands=(
`, p.Name, p.Commands[0].Name, strings.Join(p.Names(), "|"))
	for _, c := range p.Commands {
		s.printf("            %s\n", quote(c.Name+":"+strings.ReplaceAll(c.Help, ":", `\:`)))
	}
	s.printf("        )\n        _describe command commands\n    fi\n    case $command in\n")
	for _, c := range p.Commands {
		s.printf("    (%s)\n        _arguments", c.Name)
		for _, f := range c.typedFlags() {
			for _, spelling := range f.spellings() {
				s.printf(" \\\n            %s", quote(zshOption(&f, spelling)))
			}
		}
		switch {
		case c.Words != nil:
			s.printf(" \\\n            %s\n        ;;\n", quote("*:id:("+strings.Join(c.Words, " ")+")"))
		case len(c.Arguments) == 0:
			s.printf("\n        ;;\n")
		default:
			s.printf(" \\\n            '*:file:_files'\n        ;;\n")
		}
	}
	s.printf("    esac\n}\n_%[1]s \"$@\"\n", p.Name)
}

// zshOption is an option as _arguments wants it: --name=[help]:value:(choices).
func zshOption(f *Flag, spelling string) string {
	help := strings.NewReplacer("[", `\[`, "]", `\]`, ":", `\:`).Replace(f.Help)
	if !f.takesValue() {
		return "*" + spelling + "[" + help + "]"
	}
	if strings.HasPrefix(spelling, "--") {
		spelling += "="
	}
	spec := "*" + spelling + "[" + help + "]:" + strings.ReplaceAll(f.Placeholder, ":", `\:`)
	switch {
	case len(f.Values) > 0:
		return spec + ":(" + strings.Join(f.Values, " ") + ")"
	case f.File:
		return spec + ":_files"
	}
	return spec + ": "
}

// fish writes one complete command for each thing that can be typed.
func (s *script) fish(p *Program) {
	s.printf("# fish completion for %s\n", p.Name)
	complete := func(condition, format string, args ...any) {
		s.printf("complete -c %s -n %s"+format+"\n", append([]any{p.Name, condition}, args...)...)
	}
	for i, c := range p.Commands {
		complete("__fish_use_subcommand", " -a %s -d %s", c.Name, fishQuote(c.Help))
		seen := fishQuote("__fish_seen_subcommand_from " + c.Name)
		if i == 0 {
			seen = fishQuote("not __fish_seen_subcommand_from " + strings.Join(p.Names()[1:], " "))
		}
		if c.Words != nil || len(c.Arguments) == 0 {
			complete(seen, " -f -a %s", fishQuote(strings.Join(c.Words, " ")))
		}
		for _, f := range c.typedFlags() {
			complete(seen, " -l %s%s -d %s", f.Long, fishForm(&f), fishQuote(f.Help))
		}
	}
}

// fishForm says which letter a flag has and what stands behind it.
func fishForm(f *Flag) string {
	form := ""
	if f.Short != "" {
		form = " -s " + f.Short
	}
	switch {
	case len(f.Values) > 0:
		form += " -x -a " + fishQuote(strings.Join(f.Values, " "))
	case f.takesValue() && f.File:
		form += " -r -F"
	case f.takesValue():
		form += " -x"
	}
	return form
}

// fishQuote quotes for fish, which takes a backslash in quotes for an escape.
func fishQuote(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}

// powerShell registers a completer for the native command.
func (s *script) powerShell(p *Program) {
	s.printf("# PowerShell completion for %[1]s\n"+
		"Register-ArgumentCompleter -Native -CommandName %[1]s -ScriptBlock {\n", p.Name)
	s.printf("    param($wordToComplete, $commandAst, $cursorPosition)\n    $flags = @{\n")
	for i := range p.Commands {
		c := &p.Commands[i]
		s.printf("        %s = @(%s)\n", powerShellQuote(c.Name), powerShellList(c.flagSpellings()))
	}
	s.printf("    }\n    $values = @{\n")
	for _, c := range p.Commands {
		for _, f := range slices.DeleteFunc(slices.Clone(c.Flags), func(f Flag) bool { return len(f.Values) == 0 }) {
			for _, spelling := range f.spellings() {
				s.printf("        %s = @(%s)\n", powerShellQuote(c.Name+" "+spelling), powerShellList(f.Values))
			}
		}
		if c.Words != nil {
			s.printf("        %s = @(%s)\n", powerShellQuote(c.Name), powerShellList(c.Words))
		}
	}
	s.printf(`    }
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { "$_" })
    $command = %s
    foreach ($word in $words) {
        if ($flags.ContainsKey($word)) { $command = $word; break }
        if (-not $word.StartsWith('-')) { break }
    }
    $last = if ($words.Count -gt 0) { $words[-1] } else { '' }
    $found = if ($values.ContainsKey("$command $last")) { $values["$command $last"] }
        elseif ($wordToComplete.StartsWith('-')) { $flags[$command] }
        elseif ($words.Count -eq 0) { $flags.Keys | Sort-Object }
        else { $values[$command] }
    $found | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
`, powerShellQuote(p.Commands[0].Name))
}

func powerShellQuote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

func powerShellList(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = powerShellQuote(w)
	}
	return strings.Join(quoted, ", ")
}
