import CSQLite
import Platform

/// A connection to an SQLite database that is not a catalog: a file, or a copy of one in memory.
final class SQLiteConnection {
  /// An error of SQLite.
  struct Failure: Error {
    /// An extended result code (https://sqlite.org/rescode.html).
    let code: Int32
    let message: String
    /// The value of `errno` if a system call failed.
    var systemCode: Int32 = 0

    /// The primary result code.
    var primaryCode: Int32 { code & 0xFF }
    /// True if the database lacks the requested tables or columns.
    var isOfSchema: Bool { primaryCode == SQLITE_ERROR }
    /// True if the file is not a database, is damaged, or contains other tables.
    var isOfContents: Bool { isOfSchema || primaryCode == SQLITE_NOTADB || primaryCode == SQLITE_CORRUPT }
    /// True if the task was cancelled.
    var isCancellation: Bool { primaryCode == SQLITE_INTERRUPT }

    /// The message of the error, or else the description of its code.
    var reason: String { message.isEmpty ? String(cString: sqlite3_errstr(code)) : message }

    static func noTable(_ name: String) -> Self { Self(code: SQLITE_ERROR, message: "no such table: \(name)") }
  }

  let handle: OpaquePointer
  /// An object that must live as long as the connection.
  private let owned: AnyObject?

  /// Opens a file for reading, without reading it or waiting for locks.
  init(path: String) throws {
    handle = try Self.open(path, SQLITE_OPEN_READONLY)
    owned = nil
  }

  /// Opens a file for writing. If it does not exist, it is created with access only for its owner.
  init(writing path: String) throws {
    let descriptor = SystemCall.open(path, O_RDWR | O_CREAT | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw Failure(code: SQLITE_CANTOPEN, message: SystemError.words(errno), systemCode: errno)
    }
    close(descriptor)
    handle = try Self.open(path, SQLITE_OPEN_READWRITE)
    owned = nil
  }

  /// Opens a copy of a file in memory as a read-only database. Its schema is not trusted, and only its tables are used.
  ///
  /// - Parameters:
  ///   - start: The address of the copy.
  ///   - owner: The object that keeps the memory alive.
  ///   - valueBytes: The maximum size of a value in bytes.
  init(copyAt start: UnsafeMutableRawPointer, count: Int, of owner: AnyObject, valueBytes: Int32) throws {
    handle = try Self.open(":memory:", SQLITE_OPEN_READWRITE)
    owned = owner
    let code = sqlite3_deserialize(
      handle, "main", start.assumingMemoryBound(to: UInt8.self), Int64(count), Int64(count),
      UInt32(SQLITE_DESERIALIZE_READONLY))
    guard code == SQLITE_OK else { throw failure(code) }
    trustNoSchema()
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, valueBytes)
    endStatementsWithTask()
  }

  deinit { sqlite3_close_v2(handle) }

  /// Interrupts statements when the task is cancelled.
  func endStatementsWithTask() {
    sqlite3_progress_handler(handle, 10_000, { _ in Task.isCancelled ? 1 : 0 }, nil)
  }

  /// Disables everything in the schema except tables, so that its author cannot run code here.
  func trustNoSchema() {
    for (option, isOn) in [
      (SQLITE_DBCONFIG_DEFENSIVE, true), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false), (SQLITE_DBCONFIG_ENABLE_VIEW, false),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, false), (SQLITE_DBCONFIG_DQS_DML, false),
    ] {
      _ = csqlite_db_config(handle, option, isOn ? 1 : 0)
    }
  }

  private static func open(_ path: String, _ flags: Int32) throws -> OpaquePointer {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let failure = Failure(
        code: code, message: String(cString: sqlite3_errstr(code)), systemCode: opened.map(sqlite3_system_errno) ?? 0)
      sqlite3_close_v2(opened)
      throw failure
    }
    return opened
  }

  func run(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  func statement(_ sql: String) throws -> SQLiteStatement { try SQLiteStatement(sql, on: self) }

  /// Returns the integer in the first column of a query's last row, or `nil` if the query returns no rows.
  func integer(_ sql: String) throws -> Int64? {
    var number: Int64?
    try statement(sql).forEachRow { number = $0.integer(0) }
    return number
  }

  func failure(_ code: Int32) -> Failure { Failure(code: code, message: String(cString: sqlite3_errmsg(handle))) }
}
