import CSQLite
import CatalogModel

extension Connection {
  /// The number of pages in each step of a copy, which is a few MiB. Cancellation is checked between steps.
  private static let pagesOfACopyStep: Int32 = 1_000

  /// Copies the whole database, in one consistent state, into another database (sqlite.org/backup.html). If copying
  /// fails or is cancelled, the target is unchanged.
  ///
  /// - Parameters:
  ///   - access: The connection whose cancellation ends the copy; by default, this connection.
  ///   - locked: Called once the target is locked against other writers, before anything is written to it.
  package func copy(
    into target: Connection, cancelledBy access: Connection? = nil, locked: () throws -> Void = {}
  ) throws {
    // Outside of a transaction, SQLite would restart the copy whenever another connection writes between two steps.
    let isOwn = !isInTransaction
    if isOwn { try run("BEGIN") }
    defer { if isOwn { takeBack() } }
    _ = try integer("PRAGMA schema_version")
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.failure(sqlite3_errcode(target.handle), in: "back up")
    }
    let cancellation = (access ?? self).cancellation
    var result = SQLITE_OK
    var attempt: Int32 = 0
    // The first step copies no pages. It only locks the databases.
    var pages: Int32 = 0
    while true {
      if cancellation?.isCancelled == true { break }
      result = sqlite3_backup_step(backup, pages)
      if result == SQLITE_OK {
        attempt = 0
        guard pages == 0 else { continue }
        pages = Self.pagesOfACopyStep
        do {
          try locked()
        } catch {
          sqlite3_backup_finish(backup)
          throw error
        }
      } else {
        guard result == SQLITE_BUSY || result == SQLITE_LOCKED, waits(attempt) else { break }
        attempt += 1
      }
    }
    let finished = sqlite3_backup_finish(backup)
    if result == SQLITE_OK { try cancellation?.check(path) }
    guard result == SQLITE_DONE, finished == SQLITE_OK else {
      throw CatalogError(
        sqlite: SQLiteFailure(code: result == SQLITE_DONE ? finished : result), operation: "back up",
        subject: target.path)
    }
  }
}
