import CatalogDatabase
import FoundationEssentials

extension Connection {
  /// The name of an SQL function. The triggers of the catalog call it to prevent changes by other programs. Other
  /// programs do not define the function, so their changes to books fail.
  static let guardFunction = "edit_with_catalog"

  /// Opens a connection to a catalog.
  ///
  /// - Parameter patience: The number of seconds to wait while another process writes (``BusyWait/patience``).
  convenience init(path: String, mode: Mode, patience: Double = 5) throws {
    try self.init(path: path, mode: mode, error: nil)
    let context = context
    context.busyWait = BusyWait(patience: patience, turns: WriteTurns(path: DatabaseFile.resolved(path)))
    waits = { context.busyWait?.waits(attempt: $0) ?? false }
    try defineMarker(Self.guardFunction)
  }

  /// The state of the catalog's access through this connection.
  var context: ConnectionContext { attachment(ConnectionContext.self) }

  /// The catalog's clock, used in queries for days such as “last month”.
  var clock: @Sendable () -> Date {
    get { context.clock }
    set { context.clock = newValue }
  }

  /// The person and command of the current transaction.
  var origin: TransactionOrigin {
    get { context.origin }
    set { context.origin = newValue }
  }

  /// The number of rows read from `book` so far. Tests use it to check that the number does not depend on books that
  /// the viewer may not see.
  var booksRead: Int {
    get { context.booksRead }
    set { context.booksRead = newValue }
  }

  /// Runs the body in a transaction for a person and a command (``CatalogDatabase/Connection/transaction(_:_:)``).
  func transaction<Result>(
    _ begin: String = "BEGIN IMMEDIATE", for origin: TransactionOrigin, _ body: () throws -> Result
  ) throws -> Result {
    let context = context
    context.origin = origin
    defer { context.origin = TransactionOrigin() }
    return try transaction(begin, body)
  }

  /// Returns the id that follows the highest id in a table.
  ///
  /// - Throws: ``CatalogError`` if the highest id has reached the limit. Only another program can cause this.
  func nextID(in table: String, through limit: Int64 = .max) throws -> Int64 {
    let last = max(0, try integer("SELECT max(id) FROM \(table)") ?? 0)
    guard last < limit else {
      throw CatalogError(.failed, "add to", path, cause: "another program used the last number for \(table)s")
    }
    return last + 1
  }
}

/// The state of a catalog's access through one connection.
final class ConnectionContext: ConnectionAttachment {
  var busyWait: BusyWait?
  var clock: @Sendable () -> Date = { Date() }
  var origin = TransactionOrigin()
  var booksRead = 0
  /// The durability set last, or `nil` if SQLite's defaults apply.
  var durability: CommitDurability? {
    // Work that does not wait for the disk, such as a bulk load, never asks other processes to pause. It writes during
    // the pauses that they make anyway. If two loads asked each other to pause, each transaction would last only a few
    // milliseconds.
    didSet { busyWait?.asks = durability?.waitsForDisk == true }
  }
  /// True if the log was too long after the last commit. Always false unless the log is watched.
  var isLogLong = false
  /// True if the log was too long after any commit so far.
  var hadLongLog = false

  func willClose(_ connection: Connection) {
    // SQLite itself makes a checkpoint only when the last connection closes, and other processes may keep the file open
    // all day.
    if isLogLong { _ = try? connection.checkpoint(.passive) }
  }
}
