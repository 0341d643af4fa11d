/// The names of a command, its description for help, and its subcommands.
package struct CommandConfiguration: Sendable {
  package let commandName: String
  /// Alternative names of the command.
  package let aliases: [String]
  /// Words that users may try instead of the command's name. They do not run the command, but the error message
  /// suggests the command for such a word.
  package let meanings: [String]
  /// One sentence, shown in lists of commands.
  package let abstract: String
  /// Additional paragraphs, separated by empty lines. Lines that begin with two spaces are shown verbatim.
  package let discussion: String
  package let examples: [Example]
  /// The heading under which help lists the command.
  package let group: CommandGroup
  /// True if the command treats words such as `-dune` as query words to exclude, not as unknown options.
  package let takesQuery: Bool
  /// True if the command also treats one-letter words such as `-x` as query words.
  package let takesSignedWords: Bool
  /// False to hide the command from help, completion and the manual page. It still runs.
  package let shouldDisplay: Bool
  /// The subcommands, such as `source add`. A command with subcommands only groups them and never runs itself.
  package let subcommands: [any ParsableCommand.Type]
  /// The subcommand that runs if the command line names none. Its options may then follow the group's name directly.
  package let defaultSubcommand: (any ParsableCommand.Type)?

  package init(
    commandName: String, aliases: [String] = [], meanings: [String] = [], abstract: String = "",
    discussion: String = "", examples: [Example] = [],
    group: CommandGroup = .general, takesQuery: Bool = false, takesSignedWords: Bool = false,
    shouldDisplay: Bool = true,
    subcommands: [any ParsableCommand.Type] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) {
    self.commandName = commandName
    self.aliases = aliases
    self.meanings = meanings
    self.abstract = abstract
    self.discussion = discussion
    self.examples = examples
    self.group = group
    self.takesQuery = takesQuery
    self.takesSignedWords = takesSignedWords
    self.shouldDisplay = shouldDisplay
    self.subcommands = subcommands
    self.defaultSubcommand = defaultSubcommand
  }

  /// Returns true if `word` is the command's name or one of its aliases.
  package func isCalled(_ word: String) -> Bool { commandName == word || aliases.contains(word) }
}

/// A heading in the list of commands. The program declares its own: `static let reading = CommandGroup("Reading")`.
package struct CommandGroup: Hashable, Sendable {
  package let title: String

  package init(_ title: String) {
    self.title = title
  }

  package static let general = CommandGroup("General")
}

/// An example command line with an optional explanation.
package struct Example: Sendable, Equatable {
  package let commandLine: String
  package let note: String

  package init(_ commandLine: String, _ note: String = "") {
    self.commandLine = commandLine
    self.note = note
  }
}
