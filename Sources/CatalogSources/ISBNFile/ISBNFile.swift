import CatalogDatabase
import CatalogModel
import Synchronization

/// An SQLite file with the books of many millions of ISBNs, built from Open Library's dumps. It identifies books
/// without a network. The file is never changed. A new file replaces it as a whole.
package final class ISBNFile: Sendable {
  /// The properties stored in the file.
  package struct Summary: Sendable, Equatable {
    /// The number of ISBNs.
    package let rows: Int
    /// The date of the newest record in the dumps from which the file was made.
    package let published: PartialDate?
  }

  /// `CISB` in ASCII, the application id of ISBN files (https://sqlite.org/fileformat.html, 1.3.13).
  static let applicationID: Int64 = 0x4349_5342
  static let version: Int64 = 1
  static let schema = """
    CREATE TABLE fact (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE edition (
      isbn INTEGER PRIMARY KEY, title TEXT NOT NULL, author TEXT, year INTEGER, pages INTEGER, work INTEGER
    ) STRICT;
    """
  private static let hint = "create it again from the dump of editions"

  /// Returns the path in the settings, or the default: `$XDG_DATA_HOME/catalog/isbn.db`, by default in
  /// `~/.local/share`.
  package static func path(settings: Settings, environment: [String: String]) -> String {
    settings.isbnFile ?? UserFolder.data.path(environment: environment) + "/catalog/isbn.db"
  }

  package let path: String
  package let summary: Summary
  private let lookup: Mutex<Lookup>

  private struct Lookup: ~Copyable {
    let statement: Statement
  }

  /// Opens a file.
  ///
  /// - Throws: ``CatalogError`` if the file does not exist, is damaged, has a newer version, or belongs to another
  ///   program.
  package init(path: String) throws {
    self.path = path
    do {
      let connection = try Connection(reading: path)
      connection.useOnlyTables()
      guard try connection.integer("PRAGMA application_id") == Self.applicationID else {
        throw CatalogError(.notACatalog, "read", path, cause: "it is not an ISBN file", hint: Self.hint)
      }
      guard let version = try connection.integer("PRAGMA user_version"), version <= Self.version else {
        throw CatalogError(.newer, "read", path, cause: "it was created by a newer version of Catalog")
      }
      let day =
        try connection.integer("SELECT value FROM fact WHERE name = 'published'").flatMap { Int(exactly: $0) } ?? 0
      var progress = DumpProgress()
      progress.newest = max(0, day)
      summary = Summary(
        rows: Int(clamping: try connection.integer("SELECT value FROM fact WHERE name = 'rows'") ?? 0),
        published: progress.day)
      lookup = Mutex(
        Lookup(
          statement: try connection.owningStatement(
            "SELECT title, author, year, pages, work FROM edition WHERE isbn = ?")))
    } catch let failure as SQLiteFailure {
      throw Self.catalogError(failure, path)
    }
  }

  /// Returns the book with the given ISBN, or `nil` if the file does not contain it.
  ///
  /// - Throws: ``CatalogError`` if the file is damaged.
  package func book(_ isbn: ISBN) throws -> ISBNFileBook? {
    try lookup.withLock { lookup in
      var book: ISBNFileBook?
      do {
        try lookup.statement.forEachRow([.integer(isbn.number)]) { row in
          guard let title = OpenLibraryValue.line(row.optionalText(0).map(JSONValue.string), of: .title) else { return }
          book = ISBNFileBook(title: title)
          book?.author = OpenLibraryValue.authors(row.optionalText(1).map { .array([.string($0)]) }).first
          book?.year = OpenLibraryValue.year(row.isNull(2) ? nil : .integer(row.integer(2)))?.year
          book?.pages = OpenLibraryValue.pages(row.isNull(3) ? nil : .integer(row.integer(3)))
          book?.work = row.isNull(4) ? nil : OpenLibraryKey("OL\(row.integer(4))W")?.description
        }
      } catch let failure as SQLiteFailure {
        throw Self.catalogError(failure, path)
      }
      return book
    }
  }

  private static func catalogError(_ failure: SQLiteFailure, _ path: String) -> CatalogError {
    if failure.isOfSchema {
      return CatalogError(.damaged, "read", path, cause: "it does not have the tables of an ISBN file", hint: hint)
    }
    return failure.catalogError("read", path, hint: hint)
  }
}
