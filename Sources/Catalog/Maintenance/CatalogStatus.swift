import FoundationEssentials

/// The contents of a catalog, in numbers.
public struct CatalogStatus: Hashable, Sendable {
  /// The path the catalog was opened by.
  public var path = ""
  /// Bytes of the file and of its write-ahead log.
  public var bytes: Int64 = 0
  /// The version of the file's schema: the number of the last migration it went through.
  public var schema: Int64 = 0
  /// Books that are shown.
  public var books = 0
  /// Books the user removed; `undo` brings them back.
  public var removed = 0
  /// Rows another program wrote, which `check --repair` takes in.
  public var foreign = 0
  /// Fields that the user edited.
  public var edits = 0
  /// The number of conflicts that ``CatalogSnapshot/conflicts(limit:after:)`` lists: edits whose source has moved to
  /// something else since, and edited books that no source has any more.
  public var conflicts = 0
  /// Steps that `undo` can take back one after the other: of whoever asks, those aside that nobody asked for.
  public var steps = 0
  /// Every source that was not removed, in the order in which the catalog came to know them.
  public var sources: [SourceStatus] = []
}

/// A source and how its last refreshes went.
public struct SourceStatus: Hashable, Sendable, Identifiable {
  /// The source itself.
  public package(set) var source: CatalogSource
  /// How many of its records the catalog keeps, those of books that are not shown included.
  public let records: Int
  /// The last time it was read to its end without a fault.
  public let refreshed: Date?
  /// The last error since then, in words for people.
  public package(set) var lastError: String?
  /// When a refresh failed last.
  public let failed: Date?
  /// How many refreshes failed since the last good one.
  public let failures: Int
  /// From when on a refresh of all that is due asks it; `nil` for a source that is paused or refreshed only when asked.
  public let due: Date?
  /// Records that could not be used and are kept apart.
  public let quarantined: Int

  /// The number of the source.
  public var id: CatalogSource.ID { source.id }
}

struct StatusReader {
  let connection: Connection

  func status() throws -> CatalogStatus {
    // `hidden <> 0` is what lets SQLite use the partial index book_hidden; without it, it reads every book.
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
        // One that was never read is due since it was added.
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
