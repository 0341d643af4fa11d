import Catalog
import CatalogSources
import FoundationEssentials

/// Functions for books named on the command line.
enum BookArguments {
  /// The help text for an argument that accepts several books.
  static let help = "A number, an ISBN, a UUID or a title; - reads them from standard input."
  /// The help text for an argument that accepts a single book.
  static let helpOfOne = "A number, an ISBN, a UUID or a title."

  /// The help text for an option that selects the books of a query.
  static let matchingHelp = "Change all books that match a query (instead of BOOK)."
  /// The long name of that option.
  static let matchingName = "matching"

  /// Returns the names of books, with `-` replaced by the names on standard input. Call this before opening a catalog,
  /// because reading from a pipe may take a long time.
  static func names(_ words: [String]) throws -> [String] {
    guard words.contains("-") else { return words }
    let given = try BookNames.read(ByteStream.standardInput())
    return words.flatMap { $0 == "-" ? given : [$0] }
  }

  /// Returns the ids of the named books in order, without duplicates.
  static func ids(_ names: [String], _ snapshot: CatalogSnapshot) throws -> [Book.ID] {
    try names.map { try snapshot.id(named: $0) }.uniqued()
  }

  /// Returns the ids of the named books that exist, in order and without duplicates, and an error for each name without
  /// a book.
  ///
  /// - Throws: `CatalogError` if a name means several books.
  static func existing(
    _ names: [String], _ snapshot: CatalogSnapshot
  ) throws -> (ids: [Book.ID], missing: [CatalogError]) {
    var (ids, missing): ([Book.ID], [CatalogError]) = ([], [])
    for name in names.uniqued() {
      do {
        ids.append(try snapshot.id(named: name))
      } catch let error as CatalogError where error.code == .noSuchBook {
        missing.append(error)
      }
    }
    return (ids.uniqued(), missing)
  }

  /// Returns true if the word has the form of an id, a UUID or an ISBN.
  static func isName(_ word: String) -> Bool {
    Book.ID(word) != nil || UUID(text: word) != nil || (try? ISBN(word)) != nil
  }

  static func books(_ names: [String], _ snapshot: CatalogSnapshot) throws -> [Book] {
    try ids(names, snapshot).compactMap { try snapshot.book($0) }
  }
}
