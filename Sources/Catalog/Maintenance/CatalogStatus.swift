import CatalogDatabase
import FoundationEssentials

/// The contents of a catalog, in numbers.
public struct CatalogStatus: Hashable, Sendable {
  /// The path that the catalog was opened with.
  public var path = ""
  /// The total size of the file and its write-ahead log, in bytes.
  public var bytes: Int64 = 0
  /// The version of the file's schema, which is the number of its last migration.
  public var schema: Int64 = 0
  /// The number of shown books.
  public var books = 0
  /// The number of books that the user removed. `undo` restores them.
  public var removed = 0
  /// The number of rows that another program wrote, which `check --repair` turns into books.
  public var foreign = 0
  /// The number of fields that the user edited.
  public var edits = 0
  /// The number of conflicts that ``CatalogSnapshot/conflicts(limit:after:)`` returns: edited fields whose source has
  /// since changed its value, and edited books that no source has any more.
  public var conflicts = 0
  /// The number of steps that `undo` can revert in succession: the steps of the acting person, without automatic
  /// refreshes.
  public var steps = 0
  /// The sources in the order in which they were added, without removed sources.
  public var sources: [SourceStatus] = []
}

/// A source with the results of its latest refreshes.
public struct SourceStatus: Hashable, Sendable, Identifiable {
  /// The source that this status describes.
  public package(set) var source: CatalogSource
  /// The number of the source's records in the catalog, including those of hidden books.
  public let records: Int
  /// The last time at which the source was read to its end without an error.
  public let refreshed: Date?
  /// The last error since the source was last read to its end, as text for people.
  public package(set) var lastError: String?
  /// The time of the last failed refresh.
  public let failed: Date?
  /// The number of failed refreshes since the last successful one.
  public let failures: Int
  /// The time from which a refresh of all due sources includes this source, or `nil` if the source is paused or
  /// refreshed only on request.
  public let due: Date?
  /// The number of records that could not be used and are in quarantine.
  public let quarantined: Int

  /// The id of the source.
  public var id: CatalogSource.ID { source.id }
}

struct StatusReader {
  let connection: Connection

  func status() throws -> CatalogStatus {
    // SQLite uses the partial index book_hidden only with the condition `hidden <> 0`. Without this condition, it reads
    // every book.
    func count(_ sql: String) throws -> Int { Int(try connection.integer(sql) ?? 0) }
    var status = CatalogStatus()
    status.path = connection.path
    status.bytes = DatabaseFile.size(of: connection.path) + DatabaseFile.size(of: connection.path + "-wal")
    status.schema = try connection.integer("PRAGMA user_version") ?? 0
    status.books = try count("SELECT count(*) FROM book WHERE \(BookTable.isShown)")
    status.removed = try count("SELECT count(*) FROM book WHERE hidden <> 0 AND \(Book.Visibility.removed.sql)")
    status.foreign = try count("SELECT count(*) FROM book WHERE hidden <> 0 AND \(Book.Visibility.foreign.sql)")
    status.edits = try count("SELECT count(*) FROM field_edit")
    status.conflicts = try ConflictReader(connection: connection).count()
    status.steps = try StepTable(connection: connection).undoableCount()
    for source in try SourceTable(connection: connection).all() where source.state != .removed {
      status.sources.append(try self.status(of: source))
    }
    return status
  }

  private func status(of source: CatalogSource) throws -> SourceStatus {
    func count(_ table: String) throws -> Int {
      Int(try connection.integer("SELECT count(*) FROM \(table) WHERE source_id = ?", [.id(source.id)]) ?? 0)
    }
    let (records, quarantined) = (try count("source_record"), try count("quarantine"))
    return try connection.statement(
      """
      SELECT ok_at, last_error, fail_at, coalesce(fail_count, 0), next_at, added_at
      FROM source LEFT JOIN sync_cursor ON source_id = id WHERE id = ?
      """
    ).first([.id(source.id)]) { row in
      func date(_ column: Int32) -> Date? { row.optionalInteger(column).map(Date.init(milliseconds:)) }
      var due: Date?
      if let every = source.every, source.state == .active, source.isRefreshed {
        // A source that was never read has been due since it was added.
        let regular = date(0).map { $0.addingTimeInterval(every.seconds) } ?? Date(milliseconds: row.integer(5))
        due = max(regular, date(4) ?? regular)
      }
      return SourceStatus(
        source: source, records: records, refreshed: date(0), lastError: row.optionalText(1), failed: date(2),
        failures: Int(row.count(3)), due: due, quarantined: quarantined)
    }
      ?? SourceStatus(
        source: source, records: records, refreshed: nil, lastError: nil, failed: nil, failures: 0, due: nil,
        quarantined: quarantined)
  }
}
