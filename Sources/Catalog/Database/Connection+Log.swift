import CSQLite

extension Connection {
  /// How many times as long as it should be the log is when copying it waits for no lull. Four times as long it has the size
  /// that it keeps.
  private static let urgentLog = 4
  /// How many times as long as it should be it is when a connection finds that nobody ever copies it.
  private static let forgottenLog = 16

  /// Leaves the log as it is when a commit has made it too long, and tells so, where SQLite would copy it then
  /// (sqlite.org/c3ref/wal_hook.html). Who hears it has it copied soon, and at once where it is urgent.
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
    // Processes that are killed right after their edit never come to copying it, and others that only read keep it from
    // being copied when they end. The commit stands, whatever comes of this.
    if !hadLongLog, logPages >= Self.forgottenLog * durability.logPages { _ = try? checkpoint(.passive) }
    hadLongLog = true
    // A load has it copied between two of its transactions.
    if durability.waitsForDisk { tellsLongLog(logPages >= Self.urgentLog * durability.logPages) }
  }

  /// How the log is copied (sqlite.org/c3ref/wal_checkpoint_v2.html).
  enum Checkpoint {
    /// While others write; what they add stays.
    case passive
    /// All of it, where nobody writes just then, and nobody can meanwhile; else as passive. A connection without patience
    /// waits for nobody.
    case full
  }

  /// Copies what is committed from the log into the file, but for what somebody reads in its older state.
  ///
  /// - Returns: how many pages of the log are left; `nil` where another connection copies it.
  func checkpoint(_ mode: Checkpoint) throws -> Int? {
    // A connection that has read nothing yet does not know of the log.
    try runScript("PRAGMA user_version")
    var (pages, copied): (Int32, Int32) = (-1, -1)
    let how = mode == .full ? SQLITE_CHECKPOINT_FULL : SQLITE_CHECKPOINT_PASSIVE
    let result = sqlite3_wal_checkpoint_v2(handle, "main", how, &pages, &copied)
    guard result == SQLITE_OK || result & 0xFF == SQLITE_BUSY else { throw failure(result, in: "wal_checkpoint") }
    return pages < 0 ? nil : Int(pages - copied)
  }
}
