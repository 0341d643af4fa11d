import CatalogModel
import Synchronization

/// The books of many millions of ISBNs in one SQLite file, made of Open Library's dumps: which book a number is, without a
/// network. It is only read; whoever makes a new one puts it in the place of the old one.
package final class ISBNFile: Sendable {
  /// What the file says of itself.
  package struct Summary: Sendable, Equatable {
    /// How many ISBNs it has.
    package let rows: Int
    /// The day of the newest record in the dump of which it was made.
    package let published: PartialDate?
  }

  /// `CISB` in ASCII: by this a file is known (https://sqlite.org/fileformat.html, 1.3.13).
  static let applicationID: Int64 = 0x4349_5342
  static let version: Int64 = 1
  static let schema = """
    CREATE TABLE fact (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE edition (
      isbn INTEGER PRIMARY KEY, title TEXT NOT NULL, author TEXT, year INTEGER, pages INTEGER, work INTEGER
    ) STRICT;
    """
  private static let hint = "make it again from the dump of editions"

  /// The usual place: what the settings say, else `$XDG_DATA_HOME/catalog/isbn.db`, by default in `~/.local/share`.
  package static func path(settings: Settings, environment: [String: String]) -> String {
    settings.isbnFile ?? UserFolder.data.path(environment: environment) + "/catalog/isbn.db"
  }

  package let path: String
  package let summary: Summary
  private let lookup: Mutex<Lookup>

  private struct Lookup: ~Copyable {
    let statement: SQLiteStatement
  }

  /// Opens a file.
  ///
  /// - Throws: ``CatalogError`` where there is none, or it is damaged, newer or another program's.
  package init(path: String) throws {
    self.path = path
    do {
      let connection = try SQLiteConnection(path: path)
      connection.trustNoSchema()
      guard try connection.integer("PRAGMA application_id") == Self.applicationID else {
        throw CatalogError(.notACatalog, "read", path, cause: "it is no ISBN file", hint: Self.hint)
      }
      guard let version = try connection.integer("PRAGMA user_version"), version <= Self.version else {
        throw CatalogError(.newer, "read", path, cause: "a newer version of Catalog made it")
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
          statement: try connection.statement("SELECT title, author, year, pages, work FROM edition WHERE isbn = ?")))
    } catch let failure as SQLiteConnection.Failure {
      throw Self.told(failure, path)
    }
  }

  /// The book of an ISBN; `nil` where the file has none.
  ///
  /// - Throws: ``CatalogError`` where the file is damaged.
  package func book(_ isbn: ISBN) throws -> ISBNFileBook? {
    try lookup.withLock { lookup in
      var book: ISBNFileBook?
      do {
        try lookup.statement.forEachRow(isbn.number) { row in
          guard let title = OpenLibraryValue.line(row.text(0).map(JSONValue.string), of: .title) else { return }
          book = ISBNFileBook(title: title)
          book?.author = OpenLibraryValue.authors(row.text(1).map { .array([.string($0)]) }).first
          book?.year = OpenLibraryValue.year(row.isNull(2) ? nil : .integer(row.integer(2)))?.year
          book?.pages = OpenLibraryValue.pages(row.isNull(3) ? nil : .integer(row.integer(3)))
          book?.work = row.isNull(4) ? nil : OpenLibraryKey("OL\(row.integer(4))W")?.description
        }
      } catch let failure as SQLiteConnection.Failure {
        throw Self.told(failure, path)
      }
      return book
    }
  }

  private static func told(_ failure: SQLiteConnection.Failure, _ path: String) -> CatalogError {
    if failure.isOfSchema {
      return CatalogError(.damaged, "read", path, cause: "it has not the tables of an ISBN file", hint: hint)
    }
    return failure.told("read", path, hint: hint)
  }
}
