import Catalog
import CatalogJSON
import CatalogSources
import CommandLineKit
import Platform

/// The options of `search` that manage saved searches instead of searching.
struct SavedSearchOptions: ParsableArguments {
  @Option(
    help: "Save the query, for use as @NAME in other queries.", valueName: "name",
    completion: .values(.savedSearch)) var save: String?
  @Flag(help: "List the saved searches.") var saved = false
  @Option(help: "Delete a saved search.", valueName: "name", completion: .values(.savedSearch)) var forget: String?

  var declarations: ArgumentDeclarations { ["save": _save, "saved": _saved, "forget": _forget] }

  /// True if one of these options was given. The command then manages saved searches and does not search.
  var isChosen: Bool { save != nil || saved || forget != nil }

  func validate(_ query: [String], _ pages: PageOptions, _ output: JSONOptions) throws {
    guard isChosen else {
      if query.isEmpty { throw ValidationError("missing expected argument '<query>'") }
      return
    }
    if [save != nil, saved, forget != nil].count(where: \.self) > 1 {
      throw ValidationError("use only one of --save, --saved and --forget")
    }
    if query.isEmpty != (save == nil) {
      throw ValidationError(save == nil ? "--saved and --forget take no query" : "--save needs a query")
    }
    if pages.choosesPart && (save == nil || !pages.choosesOrderOnly) {
      throw ValidationError("of the page options, --save accepts only --sort")
    }
    if output.isJSON, !saved || output.isLines || output.fields != nil {
      throw ValidationError(
        "--saved can be combined with --json, but not with fields; --save and --forget cannot be combined with --json")
    }
  }

  func run(_ query: [String], _ pages: PageOptions, isJSON: Bool, _ global: GlobalOptions) throws {
    if let save {
      let order = try pages.sort == nil ? nil : pages.order(otherwise: .newestFirst, global)
      let text = query.joined(separator: " ")
      let catalog = try global.openForWriting()
      let (before, search, count) = try catalog.write { transaction in
        let before = try transaction.snapshot.savedSearches().first { $0.name.lowercased() == save.lowercased() }
        let search = try transaction.saveSearch(save, text, order: order)
        return (before, search, try transaction.snapshot.count(of: BookQuery(text)))
      }
      try global.console.noteProblems(of: BookQuery(text), in: catalog)
      let books = count.counted("book")
      if search == before {
        return try global.console.line("@\(search.name) is already saved; it finds \(books)")
      }
      let earlier = before.map { " (was \(quoted($0.query)))" } ?? ""
      try report("saved @\(search.name): \(books)\(earlier)", global)
    } else if let forget {
      let search = try global.openForWriting(needsBooks: true).write { try $0.forgetSearch(forget) }
      try report("@\(search.name) forgotten", global)
    } else {
      try list(isJSON: isJSON, global)
    }
  }

  private func report(_ line: String, _ global: GlobalOptions) throws {
    try global.console.line("\(line)  (undo: \(global.commandLine(["undo"])))")
  }

  private func list(isJSON: Bool, _ global: GlobalOptions) throws {
    let console = global.console
    let searches = try global.openForReading().read { snapshot in
      try snapshot.savedSearches().map { (search: $0, books: try snapshot.count(of: BookQuery("@\($0.name)"))) }
    }
    if isJSON {
      var json = JSONWriter(for: console.outputSettings)
      json.array { json in
        for (search, books) in searches { SavedSearchJSON.write(search, books: books, to: &json) }
      }
      return try console.print(json)
    }
    var table = TableWriter(
      columns: [
        TableColumn("NAME", importance: 4), TableColumn("BOOKS", alignment: .right, importance: 2),
        TableColumn("QUERY", minimumWidth: 20, importance: 3), TableColumn("SORT", importance: 1),
      ], stream: console.output, settings: console.outputSettings)
    for (search, books) in searches {
      try table.write([
        TableCell("@\(search.name)", style: .bold), TableCell(console.isTerminal ? books.grouped : String(books)),
        TableCell(search.query), TableCell(search.order ?? ""),
      ])
    }
    try table.finish()
    guard searches.isEmpty, console.hasReader else { return }
    console.diagnostics.hint(
      "no saved searches yet; save one: \(global.commandLine(["search", "--save", "NAME", "QUERY"]))")
  }

  /// Returns the order stored with a saved search. Returns `nil` if the query contains anything other than the name of
  /// one saved search.
  static func order(of query: [String], _ global: GlobalOptions) throws -> BookOrder? {
    guard query.count == 1, query[0].hasPrefix("@"), global.exists else { return nil }
    return try global.openForReading().read { snapshot in
      let name = query[0].dropFirst().lowercased()
      let search = try snapshot.savedSearches().first { $0.name.lowercased() == name }
      // An order by a field that no longer exists is ignored.
      let fields = try snapshot.fields()
      return search?.order.flatMap { try? BookOrder($0, fields: fields) }
    }
  }
}
