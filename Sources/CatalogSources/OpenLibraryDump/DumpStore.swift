import CatalogDatabase
import CatalogModel
import Platform

/// Stores results from dumps in a file in the cache folder. Stored results take no memory, and an interrupted run can
/// continue. The results of a piece and the position after it are committed together.
final class DumpStore {
  /// The version of the tables. A file of another version is replaced.
  private static let version: Int64 = 1
  private static let schema = """
    CREATE TABLE run (fingerprint INTEGER NOT NULL) STRICT;
    CREATE TABLE dump (
      kind TEXT PRIMARY KEY, is_done INTEGER NOT NULL, read_offset INTEGER NOT NULL, packed INTEGER NOT NULL,
      lines INTEGER NOT NULL, passed_over INTEGER NOT NULL, damaged INTEGER NOT NULL, damage_line INTEGER,
      damage_reason TEXT, newest INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE edition (
      book INTEGER PRIMARY KEY, rank INTEGER NOT NULL, number INTEGER NOT NULL, work INTEGER, record TEXT NOT NULL
    ) STRICT;
    CREATE TABLE work (number INTEGER PRIMARY KEY, record TEXT NOT NULL) STRICT;
    CREATE TABLE author (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    PRAGMA user_version = \(version);
    """

  /// The data of a book from the dump of editions.
  struct Edition {
    let book: Int64
    let rank: SoughtBooks.Rank
    /// The number that identified the book: its ISBN, or the number in its Open Library key.
    let number: Int64
    let record: String
  }

  let path: String
  let connection: Connection
  private let keepingEdition: Statement
  private let keepingWork: Statement
  private let keepingAuthor: Statement

  /// Opens the file of an interrupted run, or creates a new one if the fingerprint differs.
  ///
  /// - Parameter fingerprint: A fingerprint of the dumps and of the books to look for.
  /// - Throws: ``CatalogError``
  init(path: String, run fingerprint: Int64) throws {
    self.path = path
    try PrivateFile.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    do {
      connection = try Self.open(path, fingerprint)
      keepingEdition = try connection.statement(
        """
        INSERT INTO edition VALUES (?, ?, ?, ?, ?) ON CONFLICT (book) DO UPDATE
        SET rank = excluded.rank, number = excluded.number, work = excluded.work, record = excluded.record
        WHERE excluded.rank < edition.rank
        """)
      keepingWork = try connection.statement("INSERT OR IGNORE INTO work VALUES (?, ?)")
      keepingAuthor = try connection.statement("INSERT OR IGNORE INTO author VALUES (?, ?)")
    } catch let failure as SQLiteFailure {
      throw failure.catalogError("write", path)
    }
  }

  private static func open(_ path: String, _ fingerprint: Int64) throws -> Connection {
    let found = try Connection(writing: path)
    if try isOfRun(found, fingerprint) { return found }
    // The file is damaged, or belongs to another run or an older version.
    for name in files(path) { unlink(name) }
    let connection = try Connection(writing: path)
    try prepare(connection)
    try connection.runScript("BEGIN; \(schema) INSERT INTO run VALUES (\(fingerprint)); COMMIT")
    return connection
  }

  private static func files(_ path: String) -> [String] { [path, path + "-wal", path + "-journal"] }

  private static func prepare(_ connection: Connection) throws {
    // The lock keeps other processes from continuing the same run. The log is written without waiting for the disk: a
    // power failure loses some results but damages nothing.
    try connection.runScript("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
  }

  private static func isOfRun(_ connection: Connection, _ fingerprint: Int64) throws -> Bool {
    do {
      try prepare(connection)
      guard try connection.integer("PRAGMA user_version") == version else { return false }
      return try connection.integer("SELECT fingerprint FROM run") == fingerprint
    } catch let failure as SQLiteFailure where failure.isOfContents {
      return false
    }
  }

  /// Deletes the file. Call this once all results are in the catalog.
  func remove() {
    for name in Self.files(path) { unlink(name) }
  }

  /// Runs the closure, and converts SQLite errors to errors that people understand.
  func convertingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let failure as SQLiteFailure { throw failure.catalogError("write", path) }
  }

  /// Begins a transaction that the next ``commit(_:_:isDone:)`` ends.
  func begin() throws { try connection.runScript("BEGIN IMMEDIATE") }

  func commit(_ kind: DumpKind, _ progress: DumpProgress, isDone: Bool) throws {
    try connection.statement("INSERT OR REPLACE INTO dump VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)").run([
      .text(kind.rawValue), .integer(isDone ? 1 : 0), .integer(Int64(progress.offset)),
      .integer(Int64(progress.packed)),
      .integer(Int64(progress.lines)), .integer(Int64(progress.passedOver)), .integer(Int64(progress.damaged)),
      .init(progress.firstDamage.map { Int64($0.line) }), .init(progress.firstDamage?.reason),
      .integer(Int64(progress.newest)),
    ])
    try connection.runScript("COMMIT")
  }

  /// Returns the progress of a dump, and true if it was read to its end.
  func progress(of kind: DumpKind) throws -> (progress: DumpProgress, isDone: Bool) {
    var result = (progress: DumpProgress(), isDone: false)
    try connection.statement("SELECT * FROM dump WHERE kind = '\(kind.rawValue)'").forEachRow { row in
      result.isDone = row.integer(1) != 0
      result.progress.offset = Int(row.integer(2))
      result.progress.packed = Int(row.integer(3))
      result.progress.lines = Int(row.integer(4))
      result.progress.passedOver = Int(row.integer(5))
      result.progress.damaged = Int(row.integer(6))
      if let reason = row.optionalText(8) {
        result.progress.firstDamage = .init(line: Int(row.integer(7)), reason: reason)
      }
      result.progress.newest = Int(row.integer(9))
    }
    return result
  }

  func keep(_ edition: Edition, work: Int64?) throws {
    try keepingEdition.run([
      .integer(edition.book), .integer(edition.rank.rawValue), .integer(edition.number), .init(work),
      .text(edition.record),
    ])
  }

  func keep(work number: Int64, _ record: String) throws { try keepingWork.run([.integer(number), .text(record)]) }

  func keep(author number: Int64, _ name: String) throws { try keepingAuthor.run([.integer(number), .text(name)]) }

  /// Returns the numbers that a query yields, in ascending order.
  func numbers(_ sql: String) throws -> [Int64] {
    var numbers: [Int64] = []
    try connection.statement(sql).forEachRow { numbers.append($0.integer(0)) }
    return numbers
  }
}
