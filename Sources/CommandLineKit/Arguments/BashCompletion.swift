extension CompletionScript {
  /// Returns the script for bash 3.2 or later. To use it, source it from `~/.bashrc`, or save it in
  /// `~/.local/share/bash-completion/completions/` under the program's name.
  package func bash() -> String {
    let function = functionName()
    return """
      # bash completion for \(tree.name)

      # Removes the quotes from the word $1 without expanding it. Sets plain to the text, quote to the quote that is
      # open at the end, and opened to the length of plain before that quote.
      \(function)_unquote() {
        local rest=$1 letter
        plain= quote= opened=0
        while [[ $rest ]]; do
          letter=${rest:0:1}
          rest=${rest:1}
          case $quote$letter in
          \\' | \\") quote=$letter opened=${#plain} ;;
          \\'\\' | \\"\\") quote= ;;
          \\\\ | \\"\\\\)
            if [[ $quote && $rest != [\\"\\\\\\$\\`]* ]]; then plain+=$letter; fi
            plain+=${rest:0:1}
            rest=${rest:1}
            ;;
          *) plain+=$letter ;;
          esac
        done
      }

      # Succeeds if the option $2 of the command $1 takes the next word as its value.
      \(function)_takes_value() {
        case "$1 $2" in
      \(bashCase(commands.flatMap { bashOptions($0.namesTakingValues, of: $0) }))
        *) return 1 ;;
        esac
      }

      # Succeeds if the option $2 of the command $1 takes the place of its first argument.
      \(function)_replaces() {
        case "$1 $2" in
      \(bashCase(commands.flatMap { bashOptions($0.replacingOptionNames, of: $0) }))
        *) return 1 ;;
        esac
      }

      # Succeeds if an argument of the command $1 may begin with a dash, as $2 does.
      \(function)_takes_minus() {
        case "$1" in
      \(bashCase(commands.flatMap(bashMinus)))
        *) return 1 ;;
        esac
      }

      # Succeeds if $1 names a command, and makes it the command to complete.
      \(function)_is_command() {
        case "$1" in
      \(bashCase(commands.dropFirst().map { (bashPattern($0.calls), "command=\(shellQuoted($0.name))") }))
        *) return 1 ;;
        esac
      }

      # Offers the part of the word $1 that readline inserts in place of the typed text, in the open quotes.
      \(function)_reply() {
        local word=$1
        if [[ $word != "$kept"* ]]; then return; fi
        word=${word:${#kept}}
        case $quote in
        \\') word=${word//\\'/\\'\\\\\\'\\'} ;;
        \\")
          # In double quotes, bash would expand ! as a history event.
          if [[ $word == *!* ]]; then return; fi
          word=${word//\\\\/\\\\\\\\}
          word=${word//\\"/\\\\\\"}
          word=${word//\\$/\\\\\\$}
          word=${word//\\`/\\\\\\`}
          ;;
        *) if [[ $word == *[!A-Za-z0-9_.,:/=+@%-]* ]]; then printf -v word '%q' "$word"; fi ;;
        esac
        # readline closes the quote unless the word ends in one.
        if [[ $quote && $word == *"$quote" ]]; then word+=$quote; fi
        COMPREPLY+=("$word")
        if [[ $1 == *[:=] ]]; then compopt -o nospace 2>/dev/null; else compopt +o nospace 2>/dev/null; fi
      }

      # Offers the words that begin with the typed text.
      \(function)_words() {
        local word
        for word in "$@"; do
          if [[ $word == "$current"* ]]; then \(function)_reply "$attached$word"; fi
        done
      }

      # Offers the values of the kind $1 that the program prints.
      \(function)_program() {
        local line word common
        while IFS= read -r line; do
          \(function)_reply "$attached${line%%$'\\t'*}"
        done < <(command \(tree.name) \(Self.command) ${shared[@]+"${shared[@]}"} -- "$1" "$current" \\
          ${arguments[@]+"${arguments[@]}"} 2>/dev/null)
        compopt -o nosort 2>/dev/null
        if [[ ${#COMPREPLY[@]} -lt 2 ]]; then return; fi
        # readline replaces the typed text with the common prefix of all words. If that would lose typed text, or if
        # there may be more words than these, a word without a common prefix keeps the typed text.
        common=${COMPREPLY[0]}
        for word in "${COMPREPLY[@]}"; do
          while [[ $word != "$common"* ]]; do common=${common%?}; done
        done
        if [[ $common && ($common != "$typed"* || ${#COMPREPLY[@]} -ge \(Self.limit)) ]]; then COMPREPLY+=(' '); fi
      }

      # Offers the file $1, which readline quotes.
      \(function)_file() {
        local word=$attached$1
        if [[ $word == "$kept"* ]]; then COMPREPLY+=("${word:${#kept}}"); fi
      }

      # Offers folders, and files with one of the given extensions (all files if none is given).
      \(function)_files() {
        local file extension
        compopt -o filenames 2>/dev/null
        while IFS= read -r file; do
          if [[ $# -eq 0 || -d $file ]]; then
            \(function)_file "$file"
            continue
          fi
          for extension in "$@"; do
            if [[ $file == *".$extension" ]]; then \(function)_file "$file"; fi
          done
        done < <(compgen -f -- "$current")
      }

      \(function)_directories() {
        local file
        compopt -o filenames 2>/dev/null
        while IFS= read -r file; do \(function)_file "$file"; done < <(compgen -d -- "$current")
      }

      # Offers the values of the option $2 of the command $1.
      \(function)_value() {
        case "$1 $2" in
      \(bashCase(commands.flatMap(bashOptionValues)))
        esac
      }

      # Offers the values of the argument with the index $2 of the command $1.
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

      # Keeps the option $1 and its value $2 for the program if all commands share it.
      \(function)_share() {
        case $1 in
        \(bashPattern(sharedOptionNames)))
          if [[ $2 == '~/'* ]]; then shared+=("$1" "$HOME/${2:2}"); else shared+=("$1" "$2"); fi
          ;;
        esac
      }

      \(function)() {
        local words=() arguments=() shared=() word rest line=${COMP_LINE:0:COMP_POINT} index
        local command=\(shellQuoted(tree.name)) pending= ended= skipped=0 attached= current kept typed plain quote opened
        COMPREPLY=()
        # bash splits words at the characters of COMP_WORDBREAKS, as in --sort=title and tag:sf. This joins the parts
        # that have no space between them.
        for ((index = 0; index <= COMP_CWORD; index++)); do
          word=${COMP_WORDS[index]}
          rest=${line#"${line%%[![:space:]]*}"}
          # The last word ends at the cursor.
          if [[ $index -eq $COMP_CWORD ]]; then word=$rest; fi
          if [[ $index -gt 0 && $rest == "$line" ]]; then
            words[${#words[@]} - 1]+=$word
          else
            words+=("$word")
          fi
          line=${rest#"$word"}
        done
        typed=$word

        for ((index = 1; index < ${#words[@]} - 1; index++)); do
          \(function)_unquote "${words[index]}"
          word=$plain
          if [[ $pending ]]; then
            \(function)_share "$pending" "$word"
            pending=
          elif [[ $ended ]]; then
            arguments+=("$word")
          elif [[ $word == -- ]]; then
            ended=1
          elif [[ $word == --*=* ]]; then
            if \(function)_replaces "$command" "${word%%=*}"; then skipped=1; fi
            \(function)_share "${word%%=*}" "${word#*=}"
          elif [[ $word == -?* ]]; then
            if \(function)_takes_value "$command" "$word"; then pending=$word; fi
            if \(function)_replaces "$command" "$word"; then skipped=1; fi
          elif ! \(function)_is_command "$command $word"; then
            arguments+=("$word")
          fi
        done

        # The text that readline keeps before the inserted text: up to the last break character, or up to an open quote.
        word=${words[${#words[@]} - 1]}
        if [[ ${#typed} -eq 1 && $COMP_WORDBREAKS == *"$typed"* && $typed != [\\'\\"] ]]; then typed=; fi
        \(function)_unquote "${word%"$typed"}"
        kept=$plain
        \(function)_unquote "$word"
        if [[ $quote ]]; then
          kept=${plain:0:opened}
          typed=${plain:opened}
        elif [[ $kept == *@ ]]; then
          # readline treats @ as the start of a host name, so it replaces that character, too.
          kept=${kept%@}
          typed=@$typed
        fi

        current=$plain
        if [[ $pending ]]; then
          \(function)_value "$command" "$pending"
        elif [[ ! $ended && $current == --*=* ]]; then
          attached=${current%%=*}=
          current=${current#*=}
          \(function)_value "$command" "${attached%=}"
        elif [[ ! $ended && $current == -* ]] && ! \(function)_takes_minus "$command" "$current"; then
          \(function)_options "$command"
          # A single dash may also begin an argument.
          if [[ $current == - ]] && \(function)_takes_minus "$command" -x; then
            \(function)_argument "$command" "$((${#arguments[@]} + skipped))"
          fi
        else
          \(function)_argument "$command" "$((${#arguments[@]} + skipped))"
        fi
      }

      complete -F \(function) \(shellQuoted(tree.name))

      """
  }

  private func bashCase(_ branches: some Sequence<(pattern: String, action: String)>) -> String {
    branches.map { "  \($0.pattern)) \($0.action) ;;" }.joined(separator: "\n")
  }

  private func bashPattern(_ words: [String]) -> String { words.map(shellQuoted).joined(separator: " | ") }

  private func bashWords(_ words: [String]) -> String {
    "\(functionName())_words " + words.map(shellQuoted).joined(separator: " ")
  }

  /// Returns a branch that succeeds for the given options of a command.
  private func bashOptions(
    _ names: [String], of command: CommandDescription
  ) -> [(pattern: String, action: String)] {
    names.isEmpty ? [] : [(bashPattern(names.map { "\(command.name) \($0)" }), "return 0")]
  }

  private func bashMinus(of command: CommandDescription) -> [(pattern: String, action: String)] {
    guard command.takesQuery else { return [] }
    return [(shellQuoted(command.name), "[[ $2 == -[!-]\(command.takesSignedWords ? "" : "?")* ]]")]
  }

  private func bashOptionValues(of command: CommandDescription) -> [(pattern: String, action: String)] {
    command.definitions.compactMap { option in
      guard !option.names.isEmpty, let action = bashAction(option.completion) else { return nil }
      return (bashPattern(option.names.map { "\(command.name) \($0)" }), action)
    }
  }

  private func bashArgumentValues(of command: CommandDescription) -> [(pattern: String, action: String)] {
    if !command.subcommands.isEmpty {
      let defaultActions = defaultPositionals(of: command).compactMap { bashAction($0.completion) }
      let names = bashWords(command.subcommands.map(\.commandName))
      return [(shellQuoted("\(command.name) 0"), ([names] + defaultActions).joined(separator: "; "))]
        + defaultActions.map { (shellQuoted("\(command.name) ") + "*", $0) }
    }
    return command.positionals.enumerated().compactMap { index, argument in
      guard let action = bashAction(argument.completion) else { return nil }
      return (shellQuoted("\(command.name) ") + (argument.isRepeatable ? "*" : "\(index)"), action)
    }
  }

  private func bashAction(_ completion: CompletionKind) -> String? {
    switch completion {
    case .default, .none: nil
    case .list(let values): bashWords(values)
    case .file(let extensions): (["\(functionName())_files"] + extensions.map(shellQuoted)).joined(separator: " ")
    case .directory: "\(functionName())_directories"
    case .program(let kind): "\(functionName())_program \(shellQuoted(kind))"
    }
  }
}
