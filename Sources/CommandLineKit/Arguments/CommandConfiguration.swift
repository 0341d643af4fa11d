/// What a command is called and how help describes it.
package struct CommandConfiguration: Sendable {
  package let commandName: String
  /// Other names that it is run by.
  package let aliases: [String]
  /// Words for what it does that are no names of it: who types one is told of this command.
  package let meanings: [String]
  /// One sentence, shown in lists of commands.
  package let abstract: String
  /// More paragraphs, parted by empty lines; lines that begin with two spaces are shown as they are.
  package let discussion: String
  package let examples: [Example]
  /// The heading it is listed under.
  package let group: CommandGroup
  /// Words such as `-dune` are query words that exclude, not unknown options.
  package let takesQuery: Bool
  /// So are those of one letter, such as `-x`.
  package let takesSignedWords: Bool
  /// False keeps it out of help, completion and the manual page; it still runs.
  package let shouldDisplay: Bool
  /// The commands under this one, such as `source add`; a command that has some is never run itself.
  package let subcommands: [any ParsableCommand.Type]
  /// The one of `subcommands` that is meant where none is named; its options may then stand behind the group's name.
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

  /// Whether a word names it.
  package func isCalled(_ word: String) -> Bool { commandName == word || aliases.contains(word) }
}

/// A heading of the list of commands. The program declares its own: `static let reading = CommandGroup("Reading")`.
package struct CommandGroup: Hashable, Sendable {
  package let title: String

  package init(_ title: String) {
    self.title = title
  }

  package static let general = CommandGroup("General")
}

/// A command line worth showing, and what it does.
package struct Example: Sendable, Equatable {
  package let commandLine: String
  package let note: String

  package init(_ commandLine: String, _ note: String = "") {
    self.commandLine = commandLine
    self.note = note
  }
}
