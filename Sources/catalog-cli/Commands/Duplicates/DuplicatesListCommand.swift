import Catalog
import CatalogJSON
import CatalogSources
import CommandLineKit
import Platform

struct DuplicatesListCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the groups, or review them one by one.", group: .reading)

  @Flag(help: "Review the groups one by one, with the books side by side.") var review = false
  @Flag(help: "Also show other editions of the same work.") var allEditions = false
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations {
    ["review": _review, "allEditions": _allEditions, "json": _json, "global": _global]
  }

  mutating func validate() throws {
    if review, json { throw ValidationError("--review cannot be combined with --json") }
  }

  mutating func run() throws {
    let console = global.console
    if review {
      try RequiredScreen.require(
        console, instead: "--review needs a terminal; in scripts, use 'merge' and 'duplicates distinct'")
    }
    let catalog = review ? try global.openForWriting(needsBooks: true) : try global.openForReading()
    var found: [DuplicateGroup] = []
    try catalog.read { try $0.forEachDuplicate(upTo: .edition) { found.append($0) } }
    let isShown: (DuplicateGroup) -> Bool = { [allEditions] in allEditions || $0.grade != .edition }
    let groups = found.surestFirst.filter(isShown)
    if review, !groups.isEmpty {
      let own = try catalog.read { try $0.fields() }
      // This method runs on the main thread, before the main queue starts.
      let (console, command) = (console, global.typed)
      return try MainActor.assumeIsolated { try DuplicateReview(groups, own, catalog, console, command).run() }
    }
    try console.paged { stream in
      var printer = DuplicatePrinter(isJSON: json, console: console, stream: stream)
      for (index, group) in groups.enumerated() {
        let books = json ? [] : try catalog.read { try group.books.compactMap($0.book) }
        try printer.print(group, number: index + 1, books)
      }
      try printer.finish()
    }
    guard console.hasReader, global.exists else { return }
    try summarize(groups, hidden: found.count - groups.count, in: catalog)
  }

  /// Reports the number of groups and suggests the next step. If there are no groups, reports the number of compared
  /// books.
  private func summarize(_ groups: [DuplicateGroup], hidden: Int, in catalog: BookCatalog) throws {
    let editions = global.commandLine(["duplicates", "--all-editions"])
    let others = hidden == 0 ? "" : "; \(hidden.counted("work")) in several editions: \(editions)"
    guard let first = groups.first else {
      let count = try catalog.read { try $0.count() }
      return global.console.diagnostics.line(
        "no duplicates among \(count.counted("book")), by ISBN, identifier, title and author\(others)")
    }
    guard !json else { return }
    let grades = DuplicateGroup.Grade.allCases.compactMap { grade -> String? in
      let count = groups.count { $0.grade == grade }
      return count == 0 ? nil : "\(count.grouped) \(grade.rawValue)"
    }
    global.console.diagnostics.line("\(groups.count.counted("group")): \(grades.joined(separator: ", "))\(others)")
    let merge = global.commandLine(["merge"] + first.books.map(String.init))
    global.console.diagnostics.line(
      "Decide one by one: \(global.commandLine(["duplicates", "--review"])). Merge the first: \(merge)")
  }
}

/// A printer for groups of duplicate books: as a table, as tab-separated rows or as JSON.
private struct DuplicatePrinter {
  private let settings: TerminalSettings
  private var table: TableWriter?
  private var json: JSONArrayPrinter?

  init(isJSON: Bool, console: Console, stream: StandardStream) {
    settings = console.outputSettings
    if isJSON {
      json = JSONArrayPrinter(console: console, stream: stream)
    } else {
      let books = [
        TableColumn("ID", alignment: .right, importance: 9), TableColumn("TITLE", minimumWidth: 20, importance: 8),
        TableColumn("AUTHORS", minimumWidth: 10, importance: 4),
        TableColumn("EDITION", alignment: .right, importance: 3),
      ]
      let columns =
        console.isTerminal ? books : [TableColumn("GROUP")] + books + [TableColumn("GRADE"), TableColumn("REASON")]
      table = TableWriter(columns: columns, stream: stream, settings: settings)
    }
  }

  /// Prints a group.
  ///
  /// - Parameter books: The books in the group, which are needed only for a table.
  mutating func print(_ group: DuplicateGroup, number: Int, _ books: [Book]) throws {
    try json?.print { DuplicateJSON.write(group, to: &$0) }
    guard table != nil else { return }
    try table?.writeHeading(
      wrapped("\(number.grouped). \(group.grade.rawValue): \(group.words)", width: settings.width),
      style: group.grade.style)
    for book in books {
      let cells = [
        TableCell(String(book.id)), TableCell(book.title), TableCell(book.authors.joined(separator: "; ")),
        TableCell(book.published.map { String($0.year) } ?? ""),
      ]
      let ofGroup = [TableCell(group.grade.rawValue), TableCell(group.words)]
      try table?.write(settings.isTerminal ? cells : [TableCell(String(number))] + cells + ofGroup)
    }
  }

  mutating func finish() throws {
    try table?.finish()
    try json?.finish()
  }
}

extension DuplicateGroup.Grade {
  /// The style of the group's heading on a terminal.
  var style: Style {
    switch self {
    case .sure: .green
    case .likely: .yellow
    case .edition: .cyan
    }
  }
}
