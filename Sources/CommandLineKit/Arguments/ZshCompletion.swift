extension CompletionScript {
  /// Returns the script for zsh. To use it, save it as `_NAME` in a folder of `fpath`, or source it after `compinit`.
  package func zsh() -> String {
    """
    #compdef \(tree.name)

    \(zshProgram)

    \(commands.map(zshFunction).joined(separator: "\n\n"))

    if [[ "${funcstack[1]}" == \(shellQuoted(functionName())) ]]; then
      \(functionName()) "$@"
    elif (( $+functions[compdef] )); then
      compdef \(functionName()) \(tree.name)
    fi

    """
  }

  /// The shell function that offers candidates from the program. A candidate replaces the typed word even if the two
  /// have nothing in common. If a candidate needs more text after it, no space is appended.
  private var zshProgram: String {
    let function = functionName("program")
    return """
      # Stores the options of the line that all commands share.
      \(functionName("share"))() {
        local word value name
        shared=()
        for word in "${(@Q)words[2,CURRENT-1]}"; do
          if [[ -n $name ]]; then
            value=$word
          else
            case $word in
            --) return ;;
            \(sharedOptionNames.map(shellQuoted).joined(separator: " | ")))
              name=$word
              continue
              ;;
            \(sharedOptionNames.map { shellQuoted($0 + "=") + "*" }.joined(separator: " | ")))
              name=${word%%=*}
              value=${word#*=}
              ;;
            *) continue ;;
            esac
          fi
          if [[ $value == '~/'* ]]; then value=$HOME/${value#'~/'}; fi
          shared+=("$name" "$value")
          name=
        done
      }

      # Offers the values of the kind $1 that the program prints. The arguments before the word are in line.
      \(function)() {
        local quote=$compstate[quote] typed row word common
        local -a texts shown more moreShown
        integer isOther=0
        typed=${(Q):-$quote$PREFIX$quote}
        for row in "${(@f)$(command \(tree.name) \(Self.command) "${(@)shared}" -- "$1" "$typed" "${(@Q)line}" 2>/dev/null)}"; do
          if [[ -z $row ]]; then continue; fi
          word=${row%%$'\t'*}
          if [[ $word != "$typed"* ]]; then isOther=1; fi
          if [[ $row == *$'\t'* ]]; then row="$word -- ${row#*$'\t'}"; fi
          if [[ $word == *[:=] ]]; then
            more+=("$word")
            moreShown+=("$row")
          else
            texts+=("$word")
            shown+=("$row")
          fi
        done
        local -a layout
        if [[ "$shown" == *' -- '* ]]; then layout=(-l); fi
        if (( $#more )); then compadd -U -i "$IPREFIX" -V words -S '' -d moreShown -a more; fi
        if (( $#texts )); then compadd -U -i "$IPREFIX" -V values $layout -d shown -a texts; fi
        if (( $#more + $#texts > 1 )); then
          # The common prefix of all words replaces the typed text, unless that would lose typed text (apart from case
          # and quotes) or there may be more words than these.
          common=${texts[1]:-$more[1]}
          for word in "${(@)texts}" "${(@)more}"; do
            while [[ $word != "$common"* ]]; do common=${common%?}; done
          done
          common=${(L)common//\\"/}
          typed=${(L)typed//\\"/}
          if (( $#more + $#texts >= \(Self.limit) )) || [[ $isOther -eq 1 && $common != "$typed"* ]]; then
            compstate[insert]=
            compstate[list]='list force'
          fi
        fi
        (( $#more + $#texts ))
      }
      """
  }

  private func zshFunctionName(of path: some Sequence<String>) -> String {
    "_" + path.joined(separator: "_")
  }

  private func zshFunction(of command: CommandDescription) -> String {
    let name = zshFunctionName(of: command.path)
    let options = command.definitions.flatMap { zshSpecifications(of: $0, in: command) }
    if command.subcommands.isEmpty {
      let specifications = (options + command.positionals.map(zshPositional)).map { " \\\n    \($0)" }.joined()
      return """
        \(name)() {
          _arguments -s\(specifications)
        }
        """
    }
    let rows = command.subcommands.map { shellQuoted("\(zshEscaped($0.commandName)):\($0.abstract)") }
    let branches = command.subcommands.map { subcommand in
      let words = [subcommand.commandName] + subcommand.aliases
      return "    \(words.joined(separator: " | "))) "
        + "\(zshFunctionName(of: command.path + [subcommand.commandName])) && result=0 ;;"
    }
    let defaultActions = defaultPositionals(of: command).map { argument in
      "\n      \(zshAction(argument.completion).drop { $0 == " " }) && result=0"
    }
    let sharing =
      command.path.count > 1
      ? ""
      : "\n  # The functions for commands do not see the whole line.\n  local -a shared\n  \(functionName("share"))"
    return """
      \(name)() {
        local context state state_descr line result=1\(sharing)
        local curcontext="$curcontext"
        local -a commands
        typeset -A opt_args
        # Everything after the command belongs to the command, including shared options.
        _arguments -C -A '-*'\(options.map { " \\\n    \($0)" }.joined()) \\
          '1: :->command' \\
          '*:: :->arguments' && result=0
        case $state in
        command)
          commands=(
            \(rows.joined(separator: "\n      "))
          )
          _describe -t commands command commands && result=0\(defaultActions.joined())
          ;;
        arguments)
          case $line[1] in
      \(branches.joined(separator: "\n"))
          esac
          ;;
        esac
        return result
      }
      """
  }

  /// Returns one `_arguments` specification for each spelling of an option. Once the user has typed one spelling, zsh
  /// no longer offers the option's other spellings, unless the option is repeatable.
  private func zshSpecifications(of option: ArgumentDefinition, in command: CommandDescription) -> [String] {
    option.names.map { name in
      // The number 1 excludes the first positional argument.
      let replaced = command.replacingOptionNames.contains(name.description) ? ["1"] : []
      let others = option.names.count > 1 ? option.names.map(\.description) : []
      let exclusions = (others + replaced).joined(separator: " ")
      let excluded = exclusions.isEmpty ? "" : "(\(exclusions))"
      let equals = name.isShort ? "" : "="
      let second = option.secondValueName.map { ":\(zshEscaped($0.uppercased())): " } ?? ""
      let value = ":\(zshEscaped(option.valueName.uppercased())):\(zshAction(option.completion))\(second)"
      let (suffix, argument) =
        switch option.shape {
        case .flag, .positional: ("", "")
        case .option: (equals, value)
        case .optionWithOptionalValue: (equals + "-", ":\(value)")
        }
      let help = backslashEscaped(option.help, "[]:")
      return shellQuoted("\(option.isRepeatable ? "*" : excluded)\(name)\(suffix)[\(help)]\(argument)")
    }
  }

  private func zshPositional(of argument: ArgumentDefinition) -> String {
    let position = argument.isRepeatable ? "*" : ""
    let optional = argument.isRequired || argument.isRepeatable ? "" : ":"
    return shellQuoted(
      "\(position):\(optional)\(zshEscaped(argument.valuePlaceholder)):\(zshAction(argument.completion))")
  }

  private func zshAction(_ completion: CompletionKind) -> String {
    switch completion {
    case .default, .none: " "
    case .list(let values): "(\(values.map { backslashEscaped($0, #" ():'"$`"#) }.joined(separator: " ")))"
    case .file(let extensions) where extensions.isEmpty: "_files"
    // Parentheses around a single word would be a glob qualifier in zsh.
    case .file(let extensions):
      #"_files -g "\#(extensions.count == 1 ? "*.\(extensions[0])" : "*.(\(extensions.joined(separator: "|")))")""#
    case .directory: "_files -/"
    // The leading space tells `_arguments` to run the command without additional arguments.
    case .program(let kind): " \(functionName("program")) \(kind)"
    }
  }

  private func zshEscaped(_ text: String) -> String { backslashEscaped(text, ":") }
}
