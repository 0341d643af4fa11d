import Catalog
import CatalogSources
import CommandLineKit
import Platform

struct FieldListCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the custom fields.",
    examples: [Example("catalog field list"), Example("catalog field list --json", "for a program")], group: .editing)

  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations { ["json": _json, "global": _global] }

  mutating func run() throws {
    let console = global.console
    let fields = try global.openForReading().read { snapshot in
      try snapshot.fields().shown.map { (field: $0, books: try snapshot.count(of: BookQuery("has:\($0.name)"))) }
    }
    if json {
      var json = JSONWriter(for: console.outputSettings)
      json.array { json in
        for (field, books) in fields {
          json.object { json in
            json.member("name", field.name)
            json.member("kind", field.kind.rawValue)
            json.key("choices")
            json.strings(field.choices)
            json.member("books", books)
          }
        }
      }
      return try console.print(json)
    }
    var table = TableWriter(
      columns: [
        TableColumn("NAME", importance: 4), TableColumn("KIND", importance: 3),
        TableColumn("BOOKS", alignment: .right, importance: 2), TableColumn("HOLDS", minimumWidth: 20, importance: 1),
      ], stream: console.output, settings: console.outputSettings)
    for (field, books) in fields {
      try table.write([
        TableCell(field.name, style: .bold), TableCell(field.kind.rawValue),
        TableCell(console.isTerminal ? books.grouped : String(books)), TableCell(FieldChoices.help(of: field)),
      ])
    }
    try table.finish()
    guard fields.isEmpty, console.hasReader, global.exists else { return }
    console.diagnostics.hint("no custom fields yet; add one: \(global.commandLine(["field", "add", "NAME"]))")
  }
}

/// Functions that parse and describe the allowed values of user-defined fields.
enum FieldChoices {
  static func words(of text: String?) -> [String] {
    ListDivision.ours.items(of: text ?? "").map { $0.trimmed() }.filter { !$0.isEmpty }
  }

  /// Returns a description of the values that a field accepts.
  static func help(of field: OwnField) -> String { OwnFields([field]).definition(of: field.field).help }

  /// Returns an example of a value, as the user would type it.
  static func example(of field: OwnField) -> String {
    switch field.kind {
    case .text: "VALUE"
    case .number: "1.5"
    case .date: "2024-05"
    case .flag: "yes"
    case .list: "one; two"
    case .choice: field.choices.first ?? "VALUE"
    }
  }
}
