import Catalog
import CommandLineKit

/// The commands for user-defined fields.
struct FieldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "field", meanings: ["fields", "column", "columns"],
    abstract: "Manage custom fields, such as the shelf a book stands on.",
    discussion: """
      Custom fields work like all others: 'edit --set shelf=attic', 'list shelf:attic', 'show', '--json', exports,
      'undo'.
      """,
    examples: [
      Example("catalog field add shelf"),
      Example("catalog field add price --kind number"),
      Example("catalog field add mood --choices \"happy; sad\"", "one of several words"),
      Example("catalog edit 42 --set shelf=attic"),
      Example("catalog list 'price:>20'"),
    ], group: .editing,
    subcommands: [
      FieldAddCommand.self, FieldListCommand.self, FieldRenameCommand.self, FieldSetCommand.self,
      FieldRemoveCommand.self,
    ])

  var declarations: ArgumentDeclarations { [:] }
}

extension OwnField.Kind: ExpressibleByArgument {}

extension GlobalOptions {
  /// Reports a change to a field, together with the command that undoes it.
  func reportField(_ line: String) throws {
    try console.line("\(line)  (undo: \(commandLine(["undo"])))")
  }
}
