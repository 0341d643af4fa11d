import Catalog
import CatalogJSON
import CatalogSources
import CommandLineKit
import Platform

/// The commands for conflicts between the user's edits and changes in sources.
struct ConflictsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts", abstract: "Resolve fields where you and a source disagree.",
    discussion: """
      A field is in conflict if you edited it and its source has changed it since. Your value is shown until you decide.
      The field “book” stands for a book that is gone from its source, but is kept because you edited it or undid its
      removal.
      """,
    examples: [
      Example("catalog conflicts"), Example("catalog conflicts resolve 42 title --mine", "keep your value"),
      Example("catalog conflicts resolve --all --theirs", "use the sources' values"),
    ], group: .editing, subcommands: [ConflictsListCommand.self, ConflictsResolveCommand.self],
    defaultSubcommand: ConflictsListCommand.self)

  var declarations: ArgumentDeclarations { [:] }
}

struct ConflictsListCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the conflicts.",
    examples: [Example("catalog conflicts"), Example("catalog conflicts list --json", "for a program")],
    group: .editing)

  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations { ["json": _json, "global": _global] }

  mutating func run() throws {
    let console = global.console
    let catalog = try global.openForReading()
    let listing = Listing<Conflict>(
      columns: Self.columns, cells: { Self.cells(of: $0, isTerminal: console.isTerminal) }, json: ConflictJSON.write)
    let (count, first) = try listing.print(asJSON: json, to: console) { last in
      try catalog.read { try $0.conflicts(limit: 500, after: last) }
    }
    guard console.hasReader, global.exists else { return }
    guard let first else { return console.diagnostics.line("no conflicts") }
    guard !json else { return }
    let command = global.commandLine(["conflicts", "resolve", String(first.book), first.subject.typedName])
    console.diagnostics.line("\(count.counted("conflict")). Resolve: \(command) --mine, or --theirs")
  }

  private static let columns = [
    TableColumn("ID", alignment: .right, importance: 9), TableColumn("TITLE", minimumWidth: 12, importance: 3),
    TableColumn("FIELD", importance: 8), TableColumn("YOURS", minimumWidth: 10, importance: 7),
    TableColumn("THEIRS", minimumWidth: 10, importance: 6), TableColumn("BEFORE", minimumWidth: 10, importance: 2),
  ]

  private static func cells(of conflict: Conflict, isTerminal: Bool) -> [TableCell] {
    let id = TableCell(String(conflict.book), style: .dim)
    let field = TableCell(isTerminal ? conflict.subject.typedName : conflict.fieldName, style: .bold)
    switch conflict.kind {
    case .field(_, let base, let theirs, let mine, _):
      return [
        id, TableCell(conflict.title), field, TableCell(mine?.description ?? "nothing"),
        TableCell(theirs?.description ?? "nothing"), TableCell(base?.description ?? "nothing"),
      ]
    case .removal(let source, let since):
      let time = isTerminal ? since.localTime : since.rfc3339
      return [id, TableCell(conflict.title), field, "kept", TableCell("gone from \(source) since \(time)"), ""]
    }
  }
}

extension Conflict {
  /// The name of the field in JSON and in tab-separated output. The command line also accepts this name.
  var fieldName: String { subject.name }
}
