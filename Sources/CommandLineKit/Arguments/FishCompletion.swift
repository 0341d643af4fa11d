extension CompletionScript {
  /// Returns the script for fish 3. To use it, save it in `~/.config/fish/completions/` under the program's name with
  /// the extension `.fish`.
  package func fish() -> String {
    let function = "_\(functionName())"
    let taking = commands.flatMap { command in command.namesTakingValues.map { fishQuoted("\(command.name) \($0)") } }
    let replacing = commands.flatMap { command in
      command.replacingOptionNames.map { fishQuoted("\(command.name) \($0)") }
    }
    return """
      # fish completion for \(tree.name)

      # fish evaluates the condition of every command. The line is parsed only for the first of them.
      function \(function)_line --description 'Store the command to complete and its arguments so far'
        set -l words (commandline -opc)
        set -l key (count $words) $words
        if test "$key" = "$\(function)_key"
          return
        end
        set -g \(function)_key $key
        set -l command \(fishQuoted(tree.name))
        set -l arguments
        set -l takes_value \(taking.joined(separator: " "))
        set -l replaces \(replacing.joined(separator: " "))
        set -l skipped 0
        set -e words[1]
        set -l skip 0
        set -l ended 0
        for word in $words
          if test $skip -eq 0; and test $ended -eq 0
            and contains -- "$command "(string replace -r -- '^(--[^=]*)=.*' '$1' "$word") $replaces
            set skipped 1
          end
          if test $skip -eq 1
            set skip 0
          else if test $ended -eq 0; and test "$word" = --
            set ended 1
          else if test $ended -eq 0; and contains -- "$command $word" $takes_value
            set skip 1
          else if test $ended -eq 0; and string match -qr -- '^-.' "$word"
            continue
          else
            switch "$command $word"
      \(fishCommands.joined(separator: "\n"))
              case '*'
                set -a arguments "$word"
            end
          end
        end
        set -g \(function)_command $command
        set -g \(function)_arguments $arguments
        set -g \(function)_index (math (count $arguments) + $skipped)
        set -g \(function)_pending
        if test $skip -eq 1
          set -g \(function)_pending $words[-1]
        end
      end

      function \(function)_is --description 'Succeed if this command is being completed'
        \(function)_line
        test "$\(function)_command" = "$argv"
        # fish treats a word with a dash as an option even if it is the value of one.
        and not begin
          test -n "$\(function)_pending"
          and string match -q -- '-*' (commandline -ct)
        end
      end

      function \(function)_follows --description 'Succeed if a word with a dash is the value of an option'
        \(function)_line
        test "$\(function)_command" = "$argv[1]"
        and contains -- "$\(function)_pending" $argv[2..-1]
        and string match -q -- '-*' (commandline -ct)
      end

      function \(function)_at --description 'Succeed after as many arguments as the first word says; + is any number'
        \(function)_line
        test "$\(function)_command" = "$argv[2..-1]"
        and test -z "$\(function)_pending"
        and begin
          test "$argv[1]" = +
          or test $\(function)_index -eq $argv[1]
        end
      end

      function \(function)_program --description 'Print the values of a kind that the program offers'
        set -l shared
        set -l name
        for word in (commandline -opc)[2..-1]
          if test -n "$name"
            set -a shared $name (string replace -r -- '^~/' "$HOME/" "$word")
            set name
          else if test "$word" = --
            break
          else if contains -- "$word" \(sharedOptionNames.map(fishQuoted).joined(separator: " "))
            set name $word
          else
            for option in \(sharedOptionNames.map(fishQuoted).joined(separator: " "))
              if string match -q -- "$option=*" "$word"
                set -a shared $option (string replace -r -- '^~/' "$HOME/" (string replace -- "$option=" '' "$word"))
              end
            end
          end
        end
        set -l typed (string replace -r -- '^--[^=]*=' '' (commandline -ct))
        # A quote may still be open.
        set -l plain (string unescape -- "$typed"; or string unescape -- "$typed'"; or string unescape -- "$typed\\"")
        \(function)_line
        command \(tree.name) \(Self.command) $shared -- $argv[1] "$plain" $\(function)_arguments 2>/dev/null
      end

      function \(function)_files --description 'Print folders, and files with one of the extensions'
        set -l typed (string replace -r -- '^--[^=]*=' '' (commandline -ct))
        set -l files (complete -C "\(function)_no_command $typed" | string replace -r -- '\\t.*' '')
        string match -- '*/' $files
        for extension in $argv
          string match -- "*.$extension" $files
        end
      end

      complete -c \(tree.name) -e
      complete -c \(tree.name) -f
      \(commands.flatMap(fishLines).joined(separator: "\n"))

      """
  }

  private func fishLines(of command: CommandDescription) -> [String] {
    let start = "complete -c \(tree.name) -n \(fishQuoted("_\(functionName())_is \(command.name)"))"
    let subcommands = command.subcommands.map { subcommand in
      "\(start) -a \(fishQuoted(subcommand.commandName)) -d \(fishQuoted(subcommand.abstract))"
    }
    let options = command.definitions.filter { !$0.names.isEmpty }.map { option in
      let names = option.names.map { name in
        switch name {
        case .long(let word): " -l \(fishQuoted(word))"
        case .short(let letter): " -s \(fishQuoted(String(letter)))"
        }
      }
      let value = option.shape == .option ? " -r" : ""
      return start + names.joined() + value + fishValues(option.completion) + " -d \(fishQuoted(option.help))"
    }
    let arguments = command.positionals.enumerated().compactMap { index, argument -> String? in
      if case .none = argument.completion { return nil }
      return fishArgument(argument, of: command, at: argument.isRepeatable ? "+" : "\(index)")
    }
    let defaultArguments = defaultPositionals(of: command).map { fishArgument($0, of: command, at: "+") }
    let signed = command.definitions.compactMap { option -> String? in
      guard option.shape == .option, !option.names.isEmpty, case .program = option.completion else { return nil }
      let words = [command.name] + option.names.map(\.description)
      let condition = "_\(functionName())_follows " + words.map(fishQuoted).joined(separator: " ")
      return "complete -c \(tree.name) -n \(fishQuoted(condition))" + fishValues(option.completion)
    }
    return subcommands + options + signed + arguments + defaultArguments
  }

  private func fishArgument(
    _ argument: ArgumentDefinition, of command: CommandDescription, at position: String
  ) -> String {
    let condition = "_\(functionName())_at \(position) \(command.name)"
    return "complete -c \(tree.name) -n \(fishQuoted(condition))" + fishValues(argument.completion)
  }

  /// The cases of a fish `switch` statement. Each case matches the names of one command, including its aliases, and
  /// selects that command.
  private var fishCommands: [String] {
    commands.dropFirst().map { command in
      "        case \(command.calls.map(fishQuoted).joined(separator: " "))\n"
        + "          set command \(fishQuoted(command.name))"
    }
  }

  private func fishValues(_ completion: CompletionKind) -> String {
    switch completion {
    case .default, .none:
      " -f"
    case .list(let values):
      // Each word is quoted twice, because fish expands the list a second time when it offers the words.
      " -f -a \(fishQuoted(values.map(fishQuoted).joined(separator: " ")))"
    case .file(let extensions) where extensions.isEmpty:
      " -F"
    case .file(let extensions):
      " -f -a \(fishQuoted("(_\(functionName())_files \(extensions.map(fishQuoted).joined(separator: " ")))"))"
    case .directory:
      " -f -a '(__fish_complete_directories)'"
    case .program(let kind):
      " -f -k -a \(fishQuoted("(_\(functionName())_program \(kind))"))"
    }
  }

  /// Returns `text` quoted as one word for fish. In single quotes, only `\'` and `\\` are special.
  private func fishQuoted(_ text: String) -> String {
    "'\(backslashEscaped(text, "'"))'"
  }
}
