import CatalogDatabase
import CatalogModel
import Platform

/// Builds an ISBN file. It accepts rows in any order, sorts them on disk, and puts the file in place when it is
/// complete. It needs a few dozen megabytes of memory, whatever the number of rows.
package final class ISBNFileMaker {
  /// The size in KiB of SQLite's page cache, which is also the amount of memory that SQLite uses for sorting.
  private static let cacheKibibytes = 24_576
  private static let rowsBetweenCommits = 100_000
  // Rows are stored in the order of arrival. The sorted file is built from them at the end.
  private static let staging = """
    PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -\(cacheKibibytes); PRAGMA temp_store = FILE;
    CREATE TABLE row (
      isbn INTEGER NOT NULL, title TEXT NOT NULL, author INTEGER, named TEXT, year INTEGER, pages INTEGER, work INTEGER
    ) STRICT;
    CREATE TABLE work_author (work INTEGER NOT NULL, author INTEGER NOT NULL) STRICT;
    CREATE TABLE author_name (author INTEGER NOT NULL, name TEXT NOT NULL) STRICT;
    """

  private let path: String
  private let staging: String
  private let target: String
  private let connection: Connection
  private let addingRow: Statement
  private let addingWork: Statement
  private let addingAuthor: Statement
  private var pending = 0

  /// Creates a maker. Temporary files are created next to the target file, which is not changed before
  /// ``finish(published:)``.
  ///
  /// - Throws: ``CatalogError``
  package init(path: String) throws {
    self.path = path
    (staging, target) = (path + ".rows", path + ".new")
    for name in [staging, target, target + "-journal"] { unlink(name) }
    try PrivateFile.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    do {
      connection = try Connection(writing: staging)
      try connection.runScript(Self.staging)
      addingRow = try connection.statement("INSERT INTO row VALUES (?, ?, ?, ?, ?, ?, ?)")
      addingWork = try connection.statement("INSERT INTO work_author VALUES (?, ?)")
      addingAuthor = try connection.statement("INSERT INTO author_name VALUES (?, ?)")
      try connection.runScript("BEGIN")
    } catch let failure as SQLiteFailure {
      throw failure.catalogError("write", path)
    }
  }

  deinit {
    for name in [staging, target, target + "-journal"] { unlink(name) }
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - isbn: The ISBN as a number of 13 digits. If several rows have the same ISBN, the first row is used.
  ///   - author: The number in the author's key, or `nil`. The name is added separately, before or after this row.
  ///   - named: The author's name, used if no name is added for `author`.
  ///   - work: The number in the work's key.
  package func add(
    isbn: Int64, title: String, author: Int64? = nil, named: String? = nil, year: Int? = nil, pages: Int? = nil,
    work: Int64? = nil
  ) throws {
    try insert {
      try addingRow.run([
        .integer(isbn), .text(title), .init(author), .init(named), .init(year.map(Int64.init)),
        .init(pages.map(Int64.init)), .init(work),
      ])
    }
  }

  /// Adds the author of a work.
  func add(work: Int64, author: Int64) throws { try insert { try addingWork.run([.integer(work), .integer(author)]) } }

  /// Adds the name of an author.
  func add(author: Int64, name: String) throws { try insert { try addingAuthor.run([.integer(author), .text(name)]) } }

  private func insert(_ body: () throws -> Void) throws {
    do {
      try body()
      pending += 1
      guard pending >= Self.rowsBetweenCommits else { return }
      pending = 0
      try connection.runScript("COMMIT; BEGIN")
    } catch let failure as SQLiteFailure {
      throw failure.catalogError("write", path)
    }
  }

  /// Sorts the rows and puts the file in place.
  ///
  /// - Parameter published: The date of the newest record as a number, such as 20230401, or 0 if unknown.
  /// - Returns: The number of rows in the file.
  /// - Throws: ``CatalogError``; `CancellationError`. In both cases, no new file is created, and an existing file is
  ///   not changed.
  package func finish(published: Int) throws -> Int {
    do {
      try connection.runScript("COMMIT")
      // Sorting takes a long time, so allow cancellation.
      connection.endStatementsWithTask()
      let rows = try makeTarget(published)
      try PrivateFile.put(target, at: path)
      return rows
    } catch let failure as SQLiteFailure {
      if failure.isCancellation { throw CancellationError() }
      throw failure.catalogError("write", path)
    }
  }

  private func makeTarget(_ published: Int) throws -> Int {
    // Create the file with private access first, because `ATTACH` opens an existing file without changing its
    // permissions.
    _ = try Connection(writing: target)
    let quoted = target.replacing("'", with: "''")
    try connection.runScript(
      """
      ATTACH '\(quoted)' AS made;
      PRAGMA made.journal_mode = MEMORY; PRAGMA made.synchronous = OFF; PRAGMA made.cache_size = -\(Self.cacheKibibytes);
      PRAGMA made.application_id = \(ISBNFile.applicationID); PRAGMA made.user_version = \(ISBNFile.version);
      """)
    try connection.runScript(
      ISBNFile.schema.replacing("CREATE TABLE ", with: "CREATE TABLE made.") + """
        CREATE TABLE by_work (work INTEGER PRIMARY KEY, author INTEGER NOT NULL) STRICT;
        INSERT OR IGNORE INTO by_work SELECT work, author FROM work_author ORDER BY work, rowid;
        CREATE TABLE by_author (author INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
        INSERT OR IGNORE INTO by_author SELECT author, name FROM author_name ORDER BY author, rowid;
        """)
    try connection.runScript(
      """
      BEGIN;
      INSERT OR IGNORE INTO made.edition
      SELECT row.isbn, row.title,
        coalesce(
          (SELECT name FROM by_author
           WHERE by_author.author = coalesce(row.author, (SELECT author FROM by_work WHERE by_work.work = row.work))),
          row.named),
        row.year, row.pages, row.work
      FROM row ORDER BY row.isbn, row.rowid;
      INSERT INTO made.fact VALUES ('rows', (SELECT count(*) FROM made.edition)), ('published', \(published));
      COMMIT;
      """)
    let rows = try connection.integer("SELECT value FROM made.fact WHERE name = 'rows'") ?? 0
    try connection.runScript("DETACH made")
    return Int(clamping: rows)
  }
}
