import CommandLineKit

/// The commands for sources of books.
struct SourceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "source", meanings: ["connect", "remote", "calibre", "opds", "folder"],
    abstract: "Manage the sources of books and how often they are refreshed.",
    examples: [
      Example("catalog source add home calibre http://127.0.0.1:8080", "a calibre content server"),
      Example("catalog source add new opds https://books.example/opds --every 6h"),
      Example("catalog source list"),
    ], group: .sources,
    subcommands: [
      SourceAddCommand.self, SourceListCommand.self, SourceSetCommand.self, SourcePauseCommand.self,
      SourceResumeCommand.self, SourceRemoveCommand.self,
    ])

  var declarations: ArgumentDeclarations { [:] }
}
