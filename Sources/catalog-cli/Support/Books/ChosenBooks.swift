import Catalog
import CommandLineKit

/// The books that a command changes: those that the user names, or all that match the query of `--matching`.
struct ChosenBooks {
  private let names: [String]
  private let query: String?

  /// Chooses books. Call this before opening a catalog, because `-` reads names from standard input.
  ///
  /// - Throws: ``ValidationError`` if the query is empty.
  init(_ words: [String], matching query: String?) throws {
    if let query, query.trimmed().isEmpty { throw ValidationError("--matching needs a query") }
    (names, self.query) = (try BookArguments.names(words), query)
  }

  /// Returns the ids of the books, without duplicates.
  ///
  /// - Throws: ``CommandError/unclearQuery(_:)``, and errors for names that mean no book.
  func ids(in snapshot: CatalogSnapshot) throws -> [Book.ID] {
    var ids = try BookArguments.ids(names, snapshot)
    if let query { try snapshot.forEachBook(of: snapshot.query(meant: query)) { ids.append($0.id) } }
    return ids
  }

  /// Prints a note if the query finds several authors by the beginnings of their names.
  func noteAuthors(in catalog: BookCatalog, _ console: Console) throws {
    guard let query else { return }
    let authors = try catalog.read { try MatchedAuthors(of: BookQuery(query), in: $0) }
    if let authors { console.diagnostics.note(authors.note) }
  }
}
