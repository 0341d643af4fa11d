import Catalog
import CatalogJSON
import CatalogSources
import CommandLineKit

/// The implementation of `search --online`, which shows a provider's search results and marks books that are already in
/// the catalog.
struct OnlineSearch {
  let global: GlobalOptions
  let pages: PageOptions
  let isJSON: Bool
  let provider: OpenLibraryProvider
  let query: String

  func run() throws {
    let console = global.console
    let (provider, query, limit) = (provider, query, pages.pageSize)
    let found = try Interruption.cancelling { try await provider.search(query, limit: limit) }
    // Without a catalog, none of the results can be in it.
    let owned = try global.exists ? global.openForReading().read { try self.owned(found, $0) } : [:]
    if isJSON { return try printJSON(found, owned, console) }
    var table = TableWriter(
      columns: [
        TableColumn("KEY", importance: 9), TableColumn("TITLE", minimumWidth: 24, importance: 8),
        TableColumn("AUTHORS", minimumWidth: 18, importance: 5),
        TableColumn("YEAR", alignment: .right, importance: 4), TableColumn("ISBN", importance: 3),
        TableColumn("BOOK", alignment: .right, importance: 7),
      ], stream: console.output, settings: console.outputSettings)
    for (index, book) in found.enumerated() {
      try table.write([
        TableCell(book.key, style: .dim), TableCell(book.title),
        TableCell(book.authors.joined(separator: console.isTerminal ? ", " : "; ")),
        TableCell(book.year.map(String.init) ?? ""), TableCell(book.isbn?.digits ?? ""),
        TableCell(owned[index].map(String.init) ?? "", style: .green),
      ])
    }
    try table.finish()
    guard console.hasReader else { return }
    guard !found.isEmpty else {
      return console.diagnostics.line("\(MetadataText.name(of: provider.name)) has no books for \(query)")
    }
    let new = found.indices.first { owned[$0] == nil }
    if let new { console.diagnostics.hint("to add one: \(global.commandLine(["add", "--online", found[new].key]))") }
  }

  /// Returns the catalog's ids for the results that it already contains. The keys are indices in the search results.
  private func owned(_ found: [OnlineBook], _ snapshot: CatalogSnapshot) throws -> [Int: Book.ID] {
    var owned: [Int: Book.ID] = [:]
    for (index, book) in found.enumerated() { owned[index] = try book.owned(in: snapshot) }
    return owned
  }

  private func printJSON(_ found: [OnlineBook], _ owned: [Int: Book.ID], _ console: Console) throws {
    var printer = JSONArrayPrinter(console: console, stream: console.output)
    for (index, book) in found.enumerated() {
      try printer.print { json in
        OnlineBookJSON.write(book, owned: owned[index], to: &json)
      }
    }
    try printer.finish()
  }
}
