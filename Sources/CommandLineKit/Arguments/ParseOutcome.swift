/// The action requested by a command line.
package enum ParseOutcome {
  /// Run the command; its arguments are filled in and validated.
  case run(any ParsableCommand)
  /// Show help: for the program (no words), a command (`["source", "add"]`) or any topic the program knows.
  case help([String])
  /// Show the version.
  case version
}

/// The `help` command, which every `CommandTree` contains. It never runs: `CommandTree.parse` turns it into
/// `ParseOutcome.help`.
package struct HelpRequest: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "help", abstract: "Show help for a command or a topic.")

  @Argument(help: "A command, such as 'list', or a topic.", valueName: "topic") package var topic: [String] = []

  package init() {}

  package var declarations: ArgumentDeclarations { ["topic": _topic] }
}
