import CSQLite

extension Connection {
  /// Calls a closure after each commit with the number of pages in the write-ahead log. This replaces SQLite's
  /// automatic checkpoint, which would be part of that commit (sqlite.org/c3ref/wal_hook.html).
  package func watchLog(_ logged: @escaping (_ pages: Int) -> Void) {
    self.logged = logged
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().logged(Int(pages))
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The mode of a checkpoint (sqlite.org/c3ref/wal_checkpoint_v2.html).
  package enum Checkpoint {
    /// Copies the log without blocking others. Pages that are written in the meantime stay in the log.
    case passive
    /// Copies the whole log, and blocks writers in the meantime. If another connection is writing and the
    /// connection does not wait (``waits``), it copies as with ``passive``.
    case full
  }

  /// Copies committed pages from the log into the file. Pages whose older versions are still being read stay in the
  /// log.
  ///
  /// - Returns: The number of pages left in the log, or `nil` if another connection is copying the log.
  package func checkpoint(_ mode: Checkpoint) throws -> Int? {
    // A connection must read something before it can copy the log.
    try runScript("PRAGMA user_version")
    var (pages, copied): (Int32, Int32) = (-1, -1)
    let how = mode == .full ? SQLITE_CHECKPOINT_FULL : SQLITE_CHECKPOINT_PASSIVE
    let result = sqlite3_wal_checkpoint_v2(handle, "main", how, &pages, &copied)
    guard result == SQLITE_OK || result & 0xFF == SQLITE_BUSY else { throw failure(result, in: "wal_checkpoint") }
    return pages < 0 ? nil : Int(pages - copied)
  }
}
