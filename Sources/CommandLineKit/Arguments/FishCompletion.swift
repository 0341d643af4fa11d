extension CompletionScript {
  /// The script for fish 3: save it in `~/.config/fish/completions/` under the program's name with `.fish`.
  package func fish() -> String {
    let function = "_\(functionName())"
    let taking = commands.flatMap { command in command.namesTakingValues.map { fishQuoted("\(command.name) \($0)") } }
    return """
      # fish completion for \(tree.name)

      function \(function)_command --description 'Print the command that is being completed'
        set -l command \(fishQuoted(tree.name))
        set -l takes_value \(taking.joined(separator: " "))
        set -l commands \(commands.dropFirst().map { fishQuoted($0.name) }.joined(separator: " "))
        set -l words (commandline -opc)
        set -e words[1]
        set -l skip 0
        for word in $words
          if test $skip -eq 1
            set skip 0
          else if test "$word" = --
            break
          else if contains -- "$command $word" $takes_value
            set skip 1
          else if contains -- "$command $word" $commands
            set command "$command $word"
          end
        end
        echo $command
      end

      function \(function)_is --description 'Succeed in the command named'
        test (\(function)_command) = "$argv"
      end

      function \(function)_files --description 'Print folders, and files whose names end in one of the words'
        set -l typed (string replace -r -- '^--[^=]*=' '' (commandline -ct))
        set -l files (complete -C "\(function)_no_command $typed" | string replace -r -- '\\t.*' '')
        string match -- '*/' $files
        for extension in $argv
          string match -- "*.$extension" $files
        end
      end

      function \(function)_items --description 'Print the words, behind what commas divide from the last one'
        set -l typed (string replace -r -- '^--[^=]*=' '' (commandline -ct))
        set -l before (string replace -r -- '[^,]*$' '' "$typed")
        for word in $argv
          echo $before$word
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
    let arguments = command.positionals.compactMap { argument -> String? in
      if case .none = argument.completion { nil } else { start + fishValues(argument.completion) }
    }
    return subcommands + options + arguments
  }

  private func fishValues(_ completion: CompletionKind) -> String {
    switch completion {
    case .default, .none:
      " -f"
    case .list(let values):
      // fish expands the words once more when it offers them.
      " -f -a \(fishQuoted(values.map(fishQuoted).joined(separator: " ")))"
    case .commaSeparated(let values):
      " -f -a \(fishQuoted("(_\(functionName())_items \(values().map(fishQuoted).joined(separator: " ")))"))"
    case .file(let extensions) where extensions.isEmpty:
      " -F"
    case .file(let extensions):
      " -f -a \(fishQuoted("(_\(functionName())_files \(extensions.map(fishQuoted).joined(separator: " ")))"))"
    case .directory:
      " -f -a '(__fish_complete_directories)'"
    }
  }

  /// `text` as one word of fish, where single quotes keep only `\'` and `\\` special.
  private func fishQuoted(_ text: String) -> String {
    "'\(backslashEscaped(text, "'"))'"
  }
}
