import CSQLite

extension Connection {
  /// If the log reaches this multiple of its target length, a checkpoint is made immediately, without waiting for a
  /// pause in editing. At this length, the log has the size to which SQLite truncates its file (`journal_size_limit`).
  private static let urgentLog = 4
  /// If the log reaches this multiple of its target length, apparently no process makes checkpoints, so the commit
  /// makes one.
  private static let forgottenLog = 16

  /// Calls a closure when a commit has made the log too long. This replaces SQLite's automatic checkpoint, which would
  /// be part of that commit (sqlite.org/c3ref/wal_hook.html). The closure should schedule a checkpoint. If it is called
  /// with true, the checkpoint is urgent.
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
    // No process makes a checkpoint if each process is killed right after its edit, or closes the file while another
    // process is still reading it. The commit has already succeeded, so an error here is ignored.
    if !hadLongLog, logPages >= Self.forgottenLog * durability.logPages { _ = try? checkpoint(.passive) }
    hadLongLog = true
    // A bulk load does not wait for the disk. It requests a checkpoint itself, between two of its transactions.
    if durability.waitsForDisk { tellsLongLog(logPages >= Self.urgentLog * durability.logPages) }
  }

  /// The mode of a checkpoint (sqlite.org/c3ref/wal_checkpoint_v2.html).
  enum Checkpoint {
    /// Copies the log without blocking others. Pages that are written in the meantime stay in the log.
    case passive
    /// Copies the whole log, and blocks writers in the meantime. If another connection is writing and the
    /// ``BusyWait/patience`` is 0, it copies as with ``passive``.
    case full
  }

  /// Copies committed pages from the log into the file. Pages whose older versions are still being read stay in the
  /// log.
  ///
  /// - Returns: The number of pages left in the log, or `nil` if another connection is copying the log.
  func checkpoint(_ mode: Checkpoint) throws -> Int? {
    // A connection must read something before it can copy the log.
    try runScript("PRAGMA user_version")
    var (pages, copied): (Int32, Int32) = (-1, -1)
    let how = mode == .full ? SQLITE_CHECKPOINT_FULL : SQLITE_CHECKPOINT_PASSIVE
    let result = sqlite3_wal_checkpoint_v2(handle, "main", how, &pages, &copied)
    guard result == SQLITE_OK || result & 0xFF == SQLITE_BUSY else { throw failure(result, in: "wal_checkpoint") }
    return pages < 0 ? nil : Int(pages - copied)
  }
}
