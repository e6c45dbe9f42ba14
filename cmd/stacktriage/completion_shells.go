package main

import (
	"io"
	"slices"
	"strings"
)

// writeBash writes a completion that needs nothing but bash itself.
func writeBash(w io.Writer, s surface) error {
	out := &scriptWriter{w: w}
	out.printf("# bash completion for stacktriage\n_stacktriage() {\n")
	out.printf("    local cur=\"${COMP_WORDS[COMP_CWORD]}\" prev=\"${COMP_WORDS[COMP_CWORD-1]}\" command=%s word i\n", s.commands[0].name)
	out.printf("    if [[ $prev == = ]]; then prev=\"${COMP_WORDS[COMP_CWORD-2]}\"; elif [[ $cur == = ]]; then cur=; fi\n")
	out.printf("    for ((i = 1; i < COMP_CWORD; i++)); do\n        word=\"${COMP_WORDS[i]}\"\n        case $word in\n")
	out.printf("        %s) command=$word; break ;;\n        -*) ;;\n        *) break ;;\n        esac\n    done\n", strings.Join(s.names(), "|"))
	out.printf("    case $command:$prev in\n")
	for _, c := range s.commands {
		for _, f := range c.flags {
			if !f.takes {
				continue
			}
			patterns := prefixed(c.name+":", f.spellings())
			switch {
			case len(f.values) > 0:
				out.printf("    %s) COMPREPLY=($(compgen -W %s -- \"$cur\")); return ;;\n", patterns, shellQuote(strings.Join(f.values, " ")))
			case f.file:
				out.printf("    %s) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n", patterns)
			default:
				out.printf("    %s) return ;;\n", patterns)
			}
		}
	}
	out.printf("    esac\n    if [[ $cur == -* ]]; then\n        case $command in\n")
	for _, c := range s.commands {
		var flags []string
		for _, f := range c.flags {
			flags = append(flags, f.spellings()...)
		}
		out.printf("        %s) COMPREPLY=($(compgen -W %s -- \"$cur\")) ;;\n", c.name, shellQuote(strings.Join(flags, " ")))
	}
	out.printf("        esac\n        return\n    fi\n    case $command in\n")
	for _, c := range s.commands {
		switch {
		case c.words != nil:
			out.printf("    %s) COMPREPLY=($(compgen -W %s -- \"$cur\")) ;;\n", c.name, shellQuote(strings.Join(c.words, " ")))
		case c.noArguments:
			out.printf("    %s) ;;\n", c.name)
		}
	}
	out.printf("    *) COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n    esac\n")
	out.printf("    if ((COMP_CWORD == 1)); then COMPREPLY+=($(compgen -W %s -- \"$cur\")); fi\n}\n", shellQuote(strings.Join(s.names(), " ")))
	out.printf("complete -o filenames -F _stacktriage stacktriage\n")
	return out.err
}

func prefixed(prefix string, spellings []string) string {
	all := make([]string, len(spellings))
	for i, text := range spellings {
		all[i] = prefix + text
	}
	return strings.Join(all, "|")
}

// shellQuote quotes a text for bash, zsh and fish alike.
func shellQuote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// writeZsh writes a function for zsh's own completion system.
func writeZsh(w io.Writer, s surface) error {
	out := &scriptWriter{w: w}
	out.printf("#compdef stacktriage\n_stacktriage() {\n    local command=%s word\n", s.commands[0].name)
	out.printf("    for word in \"${(@)words[2,CURRENT-1]}\"; do\n        case $word in\n")
	out.printf("        (%s) command=$word; break ;;\n        (-*) ;;\n        (*) break ;;\n        esac\n    done\n", strings.Join(s.names(), "|"))
	out.printf("    if ((CURRENT == 2)); then\n        local -a commands\n        commands=(\n")
	for _, c := range s.commands {
		out.printf("            %s\n", shellQuote(c.name+":"+strings.ReplaceAll(c.help, ":", `\:`)))
	}
	out.printf("        )\n        _describe command commands\n    fi\n    case $command in\n")
	for _, c := range s.commands {
		out.printf("    (%s)\n        _arguments", c.name)
		for _, f := range c.flags {
			for _, spelling := range f.spellings() {
				out.printf(" \\\n            %s", shellQuote(zshSpec(f, spelling)))
			}
		}
		switch {
		case c.words != nil:
			out.printf(" \\\n            %s\n        ;;\n", shellQuote("*:id:("+strings.Join(c.words, " ")+")"))
		case c.noArguments:
			out.printf("\n        ;;\n")
		default:
			out.printf(" \\\n            '*:file:_files'\n        ;;\n")
		}
	}
	out.printf("    esac\n}\n_stacktriage \"$@\"\n")
	return out.err
}

// zshSpec is an option as _arguments wants it: --name=[help]:value:(choices).
func zshSpec(f surfaceFlag, spelling string) string {
	help := strings.NewReplacer("[", `\[`, "]", `\]`, ":", `\:`).Replace(f.help)
	if !f.takes {
		return "*" + spelling + "[" + help + "]"
	}
	if strings.HasPrefix(spelling, "--") {
		spelling += "="
	}
	spec := "*" + spelling + "[" + help + "]:" + strings.ReplaceAll(f.placeholder, ":", `\:`)
	switch {
	case len(f.values) > 0:
		return spec + ":(" + strings.Join(f.values, " ") + ")"
	case f.file:
		return spec + ":_files"
	}
	return spec + ": "
}

// writeFish writes one complete command for each thing that can be typed.
func writeFish(w io.Writer, s surface) error {
	out := &scriptWriter{w: w}
	out.printf("# fish completion for stacktriage\n")
	others := slices.DeleteFunc(s.names(), func(name string) bool { return name == s.commands[0].name })
	for i, c := range s.commands {
		out.printf("complete -c stacktriage -n __fish_use_subcommand -a %s -d %s\n", c.name, fishQuote(c.help))
		seen := "__fish_seen_subcommand_from " + c.name
		if i == 0 {
			seen = "not __fish_seen_subcommand_from " + strings.Join(others, " ")
		}
		if c.words != nil || c.noArguments {
			out.printf("complete -c stacktriage -n %s -f -a %s\n", fishQuote(seen), fishQuote(strings.Join(c.words, " ")))
		}
		for _, f := range c.flags {
			out.printf("complete -c stacktriage -n %s -l %s", fishQuote(seen), f.long)
			if f.short != "" {
				out.printf(" -s %s", f.short)
			}
			switch {
			case len(f.values) > 0:
				out.printf(" -x -a %s", fishQuote(strings.Join(f.values, " ")))
			case f.takes && f.file:
				out.printf(" -r -F")
			case f.takes:
				out.printf(" -x")
			}
			out.printf(" -d %s\n", fishQuote(f.help))
		}
	}
	return out.err
}

// fishQuote quotes for fish, which takes a backslash in quotes for an escape.
func fishQuote(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}

// writePowerShell registers a completer for the native command.
func writePowerShell(w io.Writer, s surface) error {
	out := &scriptWriter{w: w}
	out.printf("# PowerShell completion for stacktriage\nRegister-ArgumentCompleter -Native -CommandName stacktriage -ScriptBlock {\n")
	out.printf("    param($wordToComplete, $commandAst, $cursorPosition)\n    $flags = @{\n")
	for _, c := range s.commands {
		var flags []string
		for _, f := range c.flags {
			flags = append(flags, f.spellings()...)
		}
		out.printf("        %s = @(%s)\n", powerShellQuote(c.name), powerShellList(flags))
	}
	out.printf("    }\n    $values = @{\n")
	for _, c := range s.commands {
		for _, f := range c.flags {
			for _, spelling := range f.spellings() {
				if len(f.values) > 0 {
					out.printf("        %s = @(%s)\n", powerShellQuote(c.name+" "+spelling), powerShellList(f.values))
				}
			}
		}
		if c.words != nil {
			out.printf("        %s = @(%s)\n", powerShellQuote(c.name), powerShellList(c.words))
		}
	}
	out.printf(`    }
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { "$_" })
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
`, powerShellQuote(s.commands[0].name))
	return out.err
}

func powerShellQuote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

func powerShellList(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = powerShellQuote(w)
	}
	return strings.Join(quoted, ", ")
}
