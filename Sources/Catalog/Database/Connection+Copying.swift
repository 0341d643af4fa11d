import CSQLite

extension Connection {
  /// Between which a copy can be cancelled: some MiB.
  private static let pagesOfACopyStep: Int32 = 1_000

  /// Copies the whole database, as it is at one moment, into another one (sqlite.org/backup.html): all or nothing, and
  /// nothing when the access that it belongs to is cancelled.
  ///
  /// - Parameters:
  ///   - access: the connection of that access; this one by default.
  ///   - locked: called once nobody else can write the target any more, and before anything is written to it.
  func copy(
    into target: Connection, cancelledBy access: Connection? = nil, locked: () throws -> Void = {}
  ) throws {
    // Without a transaction of its own, each step would be of another moment, and the copy begin anew.
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
    // A step of no pages takes the locks.
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
        guard result == SQLITE_BUSY || result == SQLITE_LOCKED, busyWait.waits(attempt: attempt) else { break }
        attempt += 1
      }
    }
    let finished = sqlite3_backup_finish(backup)
    if result == SQLITE_OK { try cancellation?.check(path) }
    guard result == SQLITE_DONE, finished == SQLITE_OK else {
      throw CatalogError(
        sqlite: result == SQLITE_DONE ? finished : result, message: "", operation: "back up", subject: target.path)
    }
  }
}
