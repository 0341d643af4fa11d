import FoundationEssentials

/// What is in a catalog, at a glance.
public struct CatalogStatus: Sendable {
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
  /// Edits whose source has moved to something else since.
  public var conflicts = 0
  /// Steps that `undo` can take back.
  public var steps = 0
  /// Every source the catalog knows, in the order in which it came to know them.
  public var sources: [SourceStatus] = []
}

/// A source and how its last refreshes went.
public struct SourceStatus: Sendable {
  /// What the catalog knows of the source itself.
  public let source: Source
  /// How many of its records the catalog keeps, those of books that are not shown included.
  public let records: Int
  /// The last time it was read to its end without a fault.
  public let refreshed: Date?
  /// What went wrong since then.
  public let lastError: String?
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
    status.books = try count("SELECT count(*) FROM book WHERE hidden = 0")
    status.removed = try count("SELECT count(*) FROM book WHERE hidden <> 0 AND hidden = 1")
    status.foreign = try count("SELECT count(*) FROM book WHERE hidden <> 0 AND hidden = 3")
    status.edits = try count("SELECT count(*) FROM field_edit")
    status.conflicts = try count("SELECT count(*) FROM conflict")
    status.steps = try count("SELECT count(*) FROM step WHERE state = 0")
    for source in try SourceTable(connection: connection).all() {
      let records = try connection.integer(
        "SELECT count(*) FROM source_record WHERE source_id = ?", [.integer(source.id)])
      let state = try connection.statement("SELECT ok_at, last_error FROM sync_cursor WHERE source_id = ?")
        .first([.integer(source.id)]) { ($0.optionalInteger(0), $0.optionalText(1)) }
      status.sources.append(
        SourceStatus(
          source: source, records: Int(records ?? 0), refreshed: state?.0.map(Date.init(milliseconds:)),
          lastError: state?.1))
    }
    return status
  }
}
