/// A shell that completion scripts are made for.
package enum CompletionShell: String, CaseIterable, ExpressibleByArgument {
  case bash
  case zsh
  case fish
}

/// A script that teaches a shell the commands, options and values of a program. It is made from the declarations, and needs no other
/// package when it runs, nor the program but for values of ``CompletionKind/program(kind:)``.
///
/// For these it runs `NAME complete [SHARED OPTIONS] -- KIND TYPED [ARGUMENT…]`: the options that all commands share as they stand
/// in the line, the kind, the word as it is typed so far without its quotes, and the arguments before it. The program prints a line
/// for each word that may stand there in its place: the word, or that, a tab and what it means. The script never has the shell
/// interpret any of it.
package struct CompletionScript {
  package let tree: CommandTree
  /// What help may be asked about besides commands.
  package let topics: [String]

  /// The command by which the program is asked.
  package static let command = "complete"
  /// As many lines of the program are taken to be all there are only when there are fewer.
  package static let limit = 100

  package init(tree: CommandTree, topics: [String] = []) {
    self.tree = tree
    self.topics = topics
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
          ? command.completingArguments(with: root.subcommands.map(\.commandName) + topics) : command
      }
  }

  /// The options with a value that all commands share, by every spelling.
  package var sharedOptionNames: [String] { tree.rootDescription.namesTakingValues }

  /// What a group of commands takes where none of them is named: the arguments of its usual one, where that takes a query.
  package func usualPositionals(of command: CommandDescription) -> [ArgumentDefinition] {
    guard let usual = command.usualSubcommand else { return [] }
    let description = tree.description(of: Array(command.path.dropFirst()) + [usual])
    return description.map { $0.takesQuery ? $0.positionals : [] } ?? []
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
