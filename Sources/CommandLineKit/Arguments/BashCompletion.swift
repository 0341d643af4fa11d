extension CompletionScript {
  /// Returns the script for bash 3.2 or later. To use it, source it from `~/.bashrc`, or save it in
  /// `~/.local/share/bash-completion/completions/` under the program's name.
  package func bash() -> String {
    let function = functionName()
    return """
      # bash completion for \(tree.name)

      # Takes the quotes off the word $1, and expands nothing: plain is what it says, quote the one that is open at its
      # end, opened how many letters of plain stand before that.
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

      # Succeeds when the option $2 of the command $1 takes the next word as its value.
      \(function)_takes_value() {
        case "$1 $2" in
      \(bashCase(commands.flatMap(bashOptionsTakingValues)))
        *) return 1 ;;
        esac
      }

      # Succeeds when a word of the command $1 may begin with a dash and be no option, as $2 does.
      \(function)_takes_minus() {
        case "$1" in
      \(bashCase(commands.flatMap(bashMinus)))
        *) return 1 ;;
        esac
      }

      # Succeeds when $1 names a command, and makes it the one that is completed.
      \(function)_is_command() {
        case "$1" in
      \(bashCase(commands.dropFirst().map { (bashPattern($0.calls), "command=\(shellQuoted($0.name))") }))
        *) return 1 ;;
        esac
      }

      # Offers the word $1: as much of it as readline puts in the place of what is typed, in the quotes that are open.
      \(function)_reply() {
        local word=$1
        if [[ $word != "$kept"* ]]; then return; fi
        word=${word:${#kept}}
        case $quote in
        \\') word=${word//\\'/\\'\\\\\\'\\'} ;;
        \\")
          # Nothing keeps bash from taking it for an event of the history there.
          if [[ $word == *!* ]]; then return; fi
          word=${word//\\\\/\\\\\\\\}
          word=${word//\\"/\\\\\\"}
          word=${word//\\$/\\\\\\$}
          word=${word//\\`/\\\\\\`}
          ;;
        *) if [[ $word == *[!A-Za-z0-9_.,:/=+@%-]* ]]; then printf -v word '%q' "$word"; fi ;;
        esac
        # readline closes the quote but where a word ends in one.
        if [[ $quote && $word == *"$quote" ]]; then word+=$quote; fi
        COMPREPLY+=("$word")
        if [[ $1 == *[:=] ]]; then compopt -o nospace 2>/dev/null; else compopt +o nospace 2>/dev/null; fi
      }

      # Offers those of the words that begin with what is typed.
      \(function)_words() {
        local word
        for word in "$@"; do
          if [[ $word == "$current"* ]]; then \(function)_reply "$attached$word"; fi
        done
      }

      # Offers what the program says: values of the kind $1.
      \(function)_program() {
        local line word common
        while IFS= read -r line; do
          \(function)_reply "$attached${line%%$'\\t'*}"
        done < <(command \(tree.name) \(Self.command) ${shared[@]+"${shared[@]}"} -- "$1" "$current" \\
          ${arguments[@]+"${arguments[@]}"} 2>/dev/null)
        compopt -o nosort 2>/dev/null
        if [[ ${#COMPREPLY[@]} -lt 2 ]]; then return; fi
        # What all words have in common takes the place of what is typed. Where that is none of it, or there may be more
        # words than these, one that has nothing in common with them keeps it as it is.
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

      # Offers folders, and files whose names end in one of the words (all files when there are none).
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

      # Keeps the option $1 with its value $2 for the program, when all commands share it.
      \(function)_share() {
        case $1 in
        \(bashPattern(sharedOptionNames)))
          if [[ $2 == '~/'* ]]; then shared+=("$1" "$HOME/${2:2}"); else shared+=("$1" "$2"); fi
          ;;
        esac
      }

      \(function)() {
        local words=() arguments=() shared=() word rest line=${COMP_LINE:0:COMP_POINT} index
        local command=\(shellQuoted(tree.name)) pending= ended= attached= current kept typed plain quote opened
        COMPREPLY=()
        # bash cuts words at the signs of COMP_WORDBREAKS, such as those of --sort=title and tag:sf: what stands side by
        # side in the line is one word.
        for ((index = 0; index <= COMP_CWORD; index++)); do
          word=${COMP_WORDS[index]}
          rest=${line#"${line%%[![:space:]]*}"}
          # Of the last one, what stands before the cursor.
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
            \(function)_share "${word%%=*}" "${word#*=}"
          elif [[ $word == -?* ]]; then
            if \(function)_takes_value "$command" "$word"; then pending=$word; fi
          elif ! \(function)_is_command "$command $word"; then
            arguments+=("$word")
          fi
        done

        # What readline leaves in front of what it puts there: all before the last sign at which bash cuts, or before an
        # open quote.
        word=${words[${#words[@]} - 1]}
        if [[ ${#typed} -eq 1 && $COMP_WORDBREAKS == *"$typed"* && $typed != [\\'\\"] ]]; then typed=; fi
        \(function)_unquote "${word%"$typed"}"
        kept=$plain
        \(function)_unquote "$word"
        if [[ $quote ]]; then
          kept=${plain:0:opened}
          typed=${plain:opened}
        elif [[ $kept == *@ ]]; then
          # That sign begins the name of a host to readline, and belongs to what it puts there.
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
          # A dash alone may begin a word with a sign as well.
          if [[ $current == - ]] && \(function)_takes_minus "$command" -x; then
            \(function)_argument "$command" "${#arguments[@]}"
          fi
        else
          \(function)_argument "$command" "${#arguments[@]}"
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

  private func bashOptionsTakingValues(of command: CommandDescription) -> [(pattern: String, action: String)] {
    let options = command.namesTakingValues.map { "\(command.name) \($0)" }
    return options.isEmpty ? [] : [(bashPattern(options), "return 0")]
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
      let usual = usualPositionals(of: command).compactMap { bashAction($0.completion) }
      let names = bashWords(command.subcommands.map(\.commandName))
      return [(shellQuoted("\(command.name) 0"), ([names] + usual).joined(separator: "; "))]
        + usual.map { (shellQuoted("\(command.name) ") + "*", $0) }
    }
    return command.positionals.enumerated().compactMap { place, argument in
      guard let action = bashAction(argument.completion) else { return nil }
      return (shellQuoted("\(command.name) ") + (argument.isRepeatable ? "*" : "\(place)"), action)
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
