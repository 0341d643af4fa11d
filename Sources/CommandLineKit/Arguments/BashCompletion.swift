extension CompletionScript {
  /// The script for bash 3.2 or later: source it from `~/.bashrc`, or save it in
  /// `~/.local/share/bash-completion/completions/` under the program's name.
  package func bash() -> String {
    let function = functionName()
    return """
      # bash completion for \(tree.name)

      # Succeeds when the option $2 of the command $1 takes the next word as its value.
      \(function)_takes_value() {
        case "$1 $2" in
      \(bashCase(commands.flatMap(bashOptionsTakingValues)))
        *) return 1 ;;
        esac
      }

      # Succeeds when $1 names a command.
      \(function)_is_command() {
        case "$1" in
      \(bashCase(commands.dropFirst().map { (shellQuoted($0.name), "return 0") }))
        *) return 1 ;;
        esac
      }

      # Offers those of the words after $1 that begin with what is typed; $1 stays in front of them.
      \(function)_words() {
        local prefix=$1 word
        shift
        for word in "$@"; do
          if [[ $word == "$current"* ]]; then
            if [[ $word == *[!A-Za-z0-9_.,:/=+@%-]* ]]; then printf -v word '%q' "$word"; fi
            COMPREPLY+=("$prefix$word")
          fi
        done
      }

      # The same for the last of several words that commas divide; those before it stay.
      \(function)_items() {
        local prefix=$1
        shift
        if [[ $current == *,* ]]; then
          prefix+="${current%,*},"
          current=${current##*,}
        fi
        \(function)_words "$prefix" "$@"
      }

      # Offers folders, and files whose names end in one of the words after $1 (all files when there are none).
      \(function)_files() {
        local prefix=$1 file extension
        shift
        compopt -o filenames 2>/dev/null
        while IFS= read -r file; do
          if [[ $# -eq 0 || -d $file ]]; then
            COMPREPLY+=("$prefix$file")
            continue
          fi
          for extension in "$@"; do
            if [[ $file == *".$extension" ]]; then COMPREPLY+=("$prefix$file"); fi
          done
        done < <(compgen -f -- "$current")
      }

      \(function)_directories() {
        local prefix=$1 file
        compopt -o filenames 2>/dev/null
        while IFS= read -r file; do COMPREPLY+=("$prefix$file"); done < <(compgen -d -- "$current")
      }

      # Offers the values of the option $3 of the command $2; $1 stays in front of them.
      \(function)_value() {
        case "$2 $3" in
      \(bashCase(commands.flatMap(bashOptionValues)))
        esac
      }

      # Offers the values of the argument at place $2 of the command $1.
      \(function)_argument() {
        case "$1 $2" in
      \(bashCase(commands.flatMap(bashArgumentValues)))
        esac
      }

      # Offers the options of the command $1.
      \(function)_options() {
        case "$1" in
      \(bashCase(commands.map { (shellQuoted($0.name), bashWords($0.optionNames)) }))
        esac
      }

      \(function)() {
        local words=() word index command=\(shellQuoted(tree.name)) pending= joins= ended= place=0 current prefix=
        COMPREPLY=()
        # bash cuts --sort=title into three words when COMP_WORDBREAKS holds the equals sign.
        for ((index = 1; index <= COMP_CWORD; index++)); do
          word=${COMP_WORDS[index]}
          if [[ $joins ]]; then
            words[${#words[@]} - 1]+=$word
            joins=
          elif [[ $word == = && ${#words[@]} -gt 0 && ${words[${#words[@]} - 1]} == --* ]]; then
            words[${#words[@]} - 1]+=$word
            joins=1
          else
            words+=("$word")
          fi
        done
        if [[ ${#words[@]} -eq 0 ]]; then return; fi

        for ((index = 0; index < ${#words[@]} - 1; index++)); do
          word=${words[index]}
          if [[ $pending ]]; then
            pending=
          elif [[ $ended ]]; then
            place=$((place + 1))
          elif [[ $word == -- ]]; then
            ended=1
          elif [[ $word == --*=* ]]; then
            continue
          elif [[ $word == -?* ]]; then
            if \(function)_takes_value "$command" "$word"; then pending=$word; fi
          elif \(function)_is_command "$command $word"; then
            command="$command $word"
          else
            place=$((place + 1))
          fi
        done

        current=${words[${#words[@]} - 1]}
        if [[ $pending ]]; then
          \(function)_value '' "$command" "$pending"
        elif [[ ! $ended && $current == --*=* ]]; then
          word=${current%%=*}
          current=${current#*=}
          if [[ $COMP_WORDBREAKS != *=* ]]; then prefix="$word="; fi
          \(function)_value "$prefix" "$command" "$word"
        elif [[ ! $ended && $current == -* ]]; then
          \(function)_options "$command"
        else
          \(function)_argument "$command" "$place"
        fi
      }

      complete -F \(function) \(shellQuoted(tree.name))

      """
  }

  private func bashCase(_ branches: some Sequence<(pattern: String, action: String)>) -> String {
    branches.map { "  \($0.pattern)) \($0.action) ;;" }.joined(separator: "\n")
  }

  private func bashWords(_ words: [String], prefix: String = "''") -> String {
    "\(functionName())_words \(prefix) " + words.map(shellQuoted).joined(separator: " ")
  }

  private func bashOptionsTakingValues(of command: CommandDescription) -> [(pattern: String, action: String)] {
    let options = command.namesTakingValues.map { shellQuoted("\(command.name) \($0)") }
    return options.isEmpty ? [] : [(options.joined(separator: " | "), "return 0")]
  }

  private func bashOptionValues(of command: CommandDescription) -> [(pattern: String, action: String)] {
    command.definitions.compactMap { option in
      guard !option.names.isEmpty, let action = bashAction(option.completion, prefix: #""$1""#) else { return nil }
      return (option.names.map { shellQuoted("\(command.name) \($0)") }.joined(separator: " | "), action)
    }
  }

  private func bashArgumentValues(of command: CommandDescription) -> [(pattern: String, action: String)] {
    if !command.subcommands.isEmpty {
      return [(shellQuoted("\(command.name) 0"), bashWords(command.subcommands.map(\.commandName)))]
    }
    return command.positionals.enumerated().compactMap { place, argument in
      guard let action = bashAction(argument.completion, prefix: "''") else { return nil }
      return (shellQuoted("\(command.name) ") + (argument.isRepeatable ? "*" : "\(place)"), action)
    }
  }

  private func bashAction(_ completion: CompletionKind, prefix: String) -> String? {
    switch completion {
    case .default, .none: nil
    case .list(let values): bashWords(values, prefix: prefix)
    case .commaSeparated(let values):
      "\(functionName())_items \(prefix) " + values().map(shellQuoted).joined(separator: " ")
    case .file(let extensions):
      (["\(functionName())_files", prefix] + extensions.map(shellQuoted)).joined(separator: " ")
    case .directory: "\(functionName())_directories \(prefix)"
    }
  }
}
