import Catalog
import CatalogJSON
import CatalogSources
import CommandLineKit
import FoundationEssentials

struct WhyCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "why", meanings: ["explain", "provenance", "blame"],
    abstract: "Show where each field's value comes from.",
    examples: [Example("catalog why 42"), Example("catalog why 42 title", "one field")], group: .editing)

  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.helpOfOne, valueName: "book", completion: .values(.book)) var book: String
  @Argument(
    help: "The field (default: all fields).", valueName: "field", completion: .values(.field))
  var field: String?

  var declarations: ArgumentDeclarations { ["json": _json, "global": _global, "book": _book, "field": _field] }

  mutating func run() throws {
    let console = global.console
    let (fields, own) = try global.openForReading().read { snapshot -> ([FieldProvenance], OwnFields) in
      let own = try snapshot.fields()
      let requested = try field.map { try FieldArgument.field($0, own) }
      guard let found = try snapshot.book(snapshot.id(named: book)) else { return ([], own) }
      let fields = try snapshot.provenance(of: found).filter { entry in
        requested == nil ? entry.isReported : entry.field == requested
      }
      return (fields, own)
    }
    if json { return try printJSON(fields, own, console) }
    var table = TableWriter(
      columns: [
        TableColumn("FIELD", importance: 3), TableColumn("VALUE", minimumWidth: 16, importance: 2, wraps: true),
        TableColumn("FROM", minimumWidth: 24, importance: 1, wraps: true),
      ], stream: console.output, settings: console.outputSettings)
    for entry in fields {
      try table.write([
        TableCell(console.isTerminal ? own.typedName(of: entry.field) : own.name(of: entry.field), style: .bold),
        TableCell(entry.value?.description ?? ""),
        TableCell(Self.origin(of: entry, console) + Self.passedOver(entry), style: entry.isConflict ? .red : .plain),
      ])
      for other in entry.otherReadings {
        try table.write([
          TableCell(""), TableCell(other.words), TableCell(other.explanation, style: other.isConflict ? .red : .plain),
        ])
      }
    }
    try table.finish()
    guard console.hasReader, let conflict = fields.first(where: \.isConflict)?.field.typedName else { return }
    let command = global.commandLine(["conflicts", "resolve", book, conflict])
    console.diagnostics.hint("to resolve the conflict: \(command) --mine, or --theirs")
  }

  private static func origin(of entry: FieldProvenance, _ console: Console) -> String {
    switch entry.origin {
    case .nobody: return "no value"
    case .personal: return "you" + (entry.sourceValue.map { "; the source says “\($0)”" } ?? "")
    case .source(let name):
      guard let since = entry.removedSince else { return name }
      return "\(name), which no longer has the book (since \(console.isTerminal ? since.localTime : since.rfc3339))"
    case .provider(let name, let time):
      return "\(name), fetched \(console.isTerminal ? time.localTime : time.rfc3339)"
    case .user(let time):
      let at = console.isTerminal ? time.localTime : time.rfc3339
      let says = entry.sourceValue.map { "“\($0)”" } ?? "nothing"
      let conflict =
        entry.isConflict
        ? "; a conflict: before your edit, it said \(entry.sourceValueAtEdit.map { "“\($0)”" } ?? "nothing")" : ""
      return "you, \(at); the source says \(says)\(conflict)"
    }
  }

  /// Returns a description of the user's values in books that were merged into this book. The text continues the line
  /// about the shown value.
  private static func passedOver(_ entry: FieldProvenance) -> String {
    entry.passedOver.map {
      "; your value for book \($0.book), now merged into this book, was \($0.value.map { "“\($0)”" } ?? "empty")"
    }
    .joined()
  }

  private func printJSON(_ fields: [FieldProvenance], _ own: OwnFields, _ console: Console) throws {
    var json = JSONWriter(for: console.outputSettings)
    json.array { json in
      for entry in fields { ProvenanceJSON.write(entry, own, to: &json) }
    }
    try console.print(json)
  }
}
