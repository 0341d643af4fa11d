import CSQLite

extension Connection {
  /// If the log reaches this multiple of its target length, it is copied without waiting for a moment without edits. At
  /// this length, the log has reached the size that its file keeps.
  private static let urgentLog = 4
  /// If the log reaches this multiple of its target length, no process is checkpointing it.
  private static let forgottenLog = 16

  /// Calls a closure when a commit has made the log too long, instead of SQLite's automatic checkpoint in that commit
  /// (sqlite.org/c3ref/wal_hook.html). The closure should have the log copied soon, and immediately if it is urgent.
  func watchLog(_ tellsLongLog: @escaping (_ isUrgent: Bool) -> Void) {
    self.tellsLongLog = tellsLongLog
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().note(logPages: Int(pages))
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func note(logPages: Int) {
    let durability = durability ?? .survivesPowerCut
    isLogLong = logPages >= durability.logPages
    guard isLogLong else { return }
    // A process that is killed right after its edit never copies the log. When a process closes the file, the log is
    // not copied either if another process still reads the file. The commit is done, so an error here is ignored.
    if !hadLongLog, logPages >= Self.forgottenLog * durability.logPages { _ = try? checkpoint(.passive) }
    hadLongLog = true
    // A load has the log copied between two of its transactions.
    if durability.waitsForDisk { tellsLongLog(logPages >= Self.urgentLog * durability.logPages) }
  }

  /// The mode of a checkpoint (sqlite.org/c3ref/wal_checkpoint_v2.html).
  enum Checkpoint {
    /// Copies while others write. The pages that they add stay in the log.
    case passive
    /// Copies the whole log, and blocks writers during the copy. If another connection is writing and this connection
    /// has no patience, it copies like ``passive``.
    case full
  }

  /// Copies committed pages from the log into the file, except for pages whose older versions are still being read.
  ///
  /// - Returns: The number of pages left in the log, or `nil` if another connection is copying it.
  func checkpoint(_ mode: Checkpoint) throws -> Int? {
    // A connection that has not read anything yet does not know about the log.
    try runScript("PRAGMA user_version")
    var (pages, copied): (Int32, Int32) = (-1, -1)
    let how = mode == .full ? SQLITE_CHECKPOINT_FULL : SQLITE_CHECKPOINT_PASSIVE
    let result = sqlite3_wal_checkpoint_v2(handle, "main", how, &pages, &copied)
    guard result == SQLITE_OK || result & 0xFF == SQLITE_BUSY else { throw failure(result, in: "wal_checkpoint") }
    return pages < 0 ? nil : Int(pages - copied)
  }
}
