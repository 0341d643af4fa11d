/// Declared arguments: a command's, or a group that commands share through `@OptionGroup`.
package protocol ParsableArguments: SendableMetatype {
  /// Makes the value with its defaults; parsing then fills it in.
  init()

  /// The declared properties by their names, in the order in which help lists them: `["page": _page, "all": _all]`.
  /// Listed by hand, since finding them by reflection takes a fifth of the time in which a page is shown; a test
  /// compares the list with what reflection finds.
  var declarations: ArgumentDeclarations { get }

  /// Checks the values once all are parsed. Throws `ValidationError`, which reaches the user as a `UsageError`.
  mutating func validate() throws
}

extension ParsableArguments {
  package mutating func validate() throws {}
}

/// A command, or a group of commands when its configuration has subcommands; a group is never run.
package protocol ParsableCommand: ParsableArguments {
  static var configuration: CommandConfiguration { get }

  mutating func run() throws
}

extension ParsableCommand {
  package mutating func run() throws {}
}

/// A value that has the right form but makes no sense, such as page 0. A command throws it from `validate`, or from
/// `run` when only the catalog can tell; `CommandTree.usageError` then makes a `UsageError` of it.
package struct ValidationError: Error, Equatable {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}
