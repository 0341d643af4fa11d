/// A shell with support for completion scripts.
package enum CompletionShell: String, CaseIterable, ExpressibleByArgument {
  case bash
  case zsh
  case fish
}

/// A script that lets a shell complete the commands, options and values of a program. It is generated from the
/// declarations and depends on no other package. It runs the program only for values of
/// ``CompletionKind/program(kind:)``.
///
/// For those values it runs `NAME complete [SHARED OPTIONS] -- KIND TYPED [ARGUMENT…]`:
///
/// - SHARED OPTIONS are the options that all commands share, as they appear on the command line.
/// - TYPED is the word typed so far, without its quotes.
/// - ARGUMENT is each argument before that word.
///
/// The program prints one line for each candidate: the word alone, or the word, a tab and a description. The shell
/// never evaluates this output.
package struct CompletionScript {
  package let tree: CommandTree
  /// The names of the help topics that are not commands.
  package let topics: [String]

  /// The command that the scripts run to get completions from the program.
  package static let command = "complete"
  /// The maximum number of candidates that the program prints. If it prints this many, there may be others.
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

  /// The descriptions of the program and of all visible commands.
  package var commands: [CommandDescription] {
    let root = tree.rootDescription
    return [root]
      + tree.allDescriptions.map { command in
        command.path == [tree.name, HelpRequest.configuration.commandName]
          ? command.completingArguments(with: root.subcommands.map(\.commandName) + topics) : command
      }
  }

  /// All spellings of the shared options that take a value.
  package var sharedOptionNames: [String] { tree.rootDescription.namesTakingValues }

  /// Returns the positional arguments that may follow a command group's name directly. If the group's default
  /// subcommand takes a query, these are the arguments of that subcommand; otherwise there are none.
  package func defaultPositionals(of command: CommandDescription) -> [ArgumentDefinition] {
    guard let subcommand = command.defaultSubcommand else { return [] }
    let description = tree.description(of: Array(command.path.dropFirst()) + [subcommand])
    return description.map { $0.takesQuery ? $0.positionals : [] } ?? []
  }

  /// Returns the name of a shell function in this script.
  package func functionName(_ words: String...) -> String {
    "_" + ([tree.name] + words).joined(separator: "_")
  }
}

extension CommandDescription {
  /// Returns a copy of this command that offers `words` as completions of its positional arguments.
  fileprivate func completingArguments(with words: [String]) -> CommandDescription {
    var command = self
    for index in definitions.indices where definitions[index].shape == .positional {
      command.definitions[index].completion = .list(words)
    }
    return command
  }

  /// All spellings of the command's options.
  package var optionNames: [String] { definitions.flatMap { $0.names.map(\.description) } }

  /// The options that take the place of the command's first positional argument.
  package var replacingOptionNames: [String] { positionals.prefix(1).compactMap(\.replacement?.description) }

  /// All spellings of the options that take the next word as their value.
  package var namesTakingValues: [String] {
    definitions.filter { $0.shape == .option }.flatMap { $0.names.map(\.description) }
  }
}

/// Returns `text` quoted as one word for bash or zsh.
package func shellQuoted(_ text: String) -> String {
  let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
  return "'" + parts.joined(separator: #"'\''"#) + "'"
}

/// Returns `text` with a backslash before each of `characters` and before each backslash.
package func backslashEscaped(_ text: String, _ characters: String) -> String {
  text.reduce(into: "") { result, character in
    if character == "\\" || characters.contains(character) { result += "\\" }
    result.append(character)
  }
}
