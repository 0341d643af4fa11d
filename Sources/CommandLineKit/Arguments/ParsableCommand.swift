/// A type that declares arguments: a command, or a group of arguments that commands share with `@OptionGroup`.
package protocol ParsableArguments: SendableMetatype {
  /// Creates the value with default arguments, which parsing then replaces.
  init()

  /// The properties that declare arguments, with their names, in the order in which help lists them: `["page": _page,
  /// "all": _all]`. The list is written by hand, because reflection takes 20 % of the time needed to show a page. A
  /// test compares the list with the result of reflection.
  var declarations: ArgumentDeclarations { get }

  /// Checks the parsed values. Throws `ValidationError`, which the user sees as a `UsageError`.
  mutating func validate() throws
}

extension ParsableArguments {
  package mutating func validate() throws {}
}

/// A command, or a group of commands if its configuration has subcommands. A group is never run.
package protocol ParsableCommand: ParsableArguments {
  static var configuration: CommandConfiguration { get }

  mutating func run() throws
}

extension ParsableCommand {
  package mutating func run() throws {}
}

/// An error for a well-formed value that makes no sense, such as page 0. Commands throw it from `validate`, or from
/// `run` if the check needs a catalog. `CommandTree.usageError` converts it into a `UsageError`.
package struct ValidationError: Error, Equatable {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}
