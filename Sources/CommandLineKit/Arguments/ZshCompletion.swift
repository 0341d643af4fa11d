extension CompletionScript {
  /// The script for zsh: save it as `_NAME` in a folder of `fpath`, or source it after `compinit`.
  package func zsh() -> String {
    """
    #compdef \(tree.name)

    \(commands.map(zshFunction).joined(separator: "\n\n"))

    if [[ "${funcstack[1]}" == \(shellQuoted(functionName())) ]]; then
      \(functionName()) "$@"
    elif (( $+functions[compdef] )); then
      compdef \(functionName()) \(tree.name)
    fi

    """
  }

  private func zshFunctionName(of path: some Sequence<String>) -> String {
    "_" + path.joined(separator: "_")
  }

  private func zshFunction(of command: CommandDescription) -> String {
    let name = zshFunctionName(of: command.path)
    let options = command.definitions.flatMap(zshSpecifications)
    if command.subcommands.isEmpty {
      let specifications = (options + command.positionals.map(zshPositional)).map { " \\\n    \($0)" }.joined()
      return """
        \(name)() {
          _arguments -s\(specifications)
        }
        """
    }
    let rows = command.subcommands.map { shellQuoted("\(zshEscaped($0.commandName)):\($0.abstract)") }
    let branches = command.subcommands.map(\.commandName).map { word in
      "    \(word)) \(zshFunctionName(of: command.path + [word])) && result=0 ;;"
    }
    return """
      \(name)() {
        local context state state_descr line result=1
        local curcontext="$curcontext"
        local -a commands
        typeset -A opt_args
        _arguments -C\(options.map { " \\\n    \($0)" }.joined()) \\
          '1: :->command' \\
          '*:: :->arguments' && result=0
        case $state in
        command)
          commands=(
            \(rows.joined(separator: "\n      "))
          )
          _describe -t commands command commands && result=0
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

  /// One specification of `_arguments` for each spelling of an option; giving one takes the others off the list.
  private func zshSpecifications(of option: ArgumentDefinition) -> [String] {
    option.names.map { name in
      let excluded = option.names.count > 1 ? "(\(option.names.map(\.description).joined(separator: " ")))" : ""
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
    let place = argument.isRepeatable ? "*" : ""
    let optional = argument.isRequired || argument.isRepeatable ? "" : ":"
    return shellQuoted(
      "\(place):\(optional)\(zshEscaped(argument.valuePlaceholder)):\(zshAction(argument.completion))")
  }

  private func zshAction(_ completion: CompletionKind) -> String {
    switch completion {
    case .default, .none: " "
    case .list(let values): "(\(values.map { backslashEscaped($0, #" ():'"$`"#) }.joined(separator: " ")))"
    // With a space in front the words are run as they are.
    case .commaSeparated(let values):
      " _values -s , value " + values().map { backslashEscaped($0, #" ():'"$`[]"#) }.joined(separator: " ")
    case .file(let extensions) where extensions.isEmpty: "_files"
    // Parentheses around a single word would be a qualifier of the pattern.
    case .file(let extensions):
      #"_files -g "\#(extensions.count == 1 ? "*.\(extensions[0])" : "*.(\(extensions.joined(separator: "|")))")""#
    case .directory: "_files -/"
    }
  }

  private func zshEscaped(_ text: String) -> String { backslashEscaped(text, ":") }
}
