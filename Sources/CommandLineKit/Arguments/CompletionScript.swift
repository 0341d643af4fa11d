/// A shell that completion scripts are made for.
package enum CompletionShell: String, CaseIterable, ExpressibleByArgument {
  case bash
  case zsh
  case fish
}

/// A script that teaches a shell the commands, options and values of a program. It is made from the declarations and
/// needs neither the program nor another package when it runs.
package struct CompletionScript {
  package let tree: CommandTree

  package init(tree: CommandTree) {
    self.tree = tree
  }

  package func text(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bash()
    case .zsh: zsh()
    case .fish: fish()
    }
  }

  /// The program and all commands that are shown.
  package var commands: [CommandDescription] {
    let root = tree.rootDescription
    return [root]
      + tree.allDescriptions.map { command in
        command.path == [tree.name, HelpRequest.configuration.commandName]
          ? command.completingArguments(with: root.subcommands.map(\.commandName)) : command
      }
  }

  /// The name of a shell function of this script.
  package func functionName(_ words: String...) -> String {
    "_" + ([tree.name] + words).joined(separator: "_")
  }
}

extension CommandDescription {
  /// The same command with `words` on offer for its arguments.
  fileprivate func completingArguments(with words: [String]) -> CommandDescription {
    var command = self
    for index in definitions.indices where definitions[index].shape == .positional {
      command.definitions[index].completion = .list(words)
    }
    return command
  }

  /// Every spelling of its options.
  package var optionNames: [String] { definitions.flatMap { $0.names.map(\.description) } }

  /// Every spelling of the options that take the next word as their value.
  package var namesTakingValues: [String] {
    definitions.filter { $0.shape == .option }.flatMap { $0.names.map(\.description) }
  }
}

/// `text` as one word of bash or zsh.
package func shellQuoted(_ text: String) -> String {
  let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
  return "'" + parts.joined(separator: #"'\''"#) + "'"
}

/// `text` with a backslash before each of `characters` and before each backslash.
package func backslashEscaped(_ text: String, _ characters: String) -> String {
  text.reduce(into: "") { result, character in
    if character == "\\" || characters.contains(character) { result += "\\" }
    result.append(character)
  }
}
