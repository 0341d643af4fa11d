import CatalogDatabase

extension Connection {
  /// If the log reaches this multiple of its target length, a checkpoint is made immediately, without waiting for a
  /// pause in editing. At this length, the log has the size to which SQLite truncates its file (`journal_size_limit`).
  private static let urgentLog = 4
  /// If the log reaches this multiple of its target length, apparently no process makes checkpoints, so the commit
  /// makes one.
  private static let forgottenLog = 16

  /// Calls a closure when a commit has made the log too long. The closure should schedule a checkpoint. If it is called
  /// with true, the checkpoint is urgent.
  func watchLongLog(_ reportLongLog: @escaping (_ isUrgent: Bool) -> Void) {
    let context = context
    watchLog { [unowned self] pages in
      let durability = context.durability ?? .survivesPowerCut
      context.isLogLong = pages >= durability.logPages
      guard context.isLogLong else { return }
      // No process makes a checkpoint if each process is killed right after its edit, or closes the file while another
      // process is still reading it. The commit has already succeeded, so an error here is ignored.
      if !context.hadLongLog, pages >= Self.forgottenLog * durability.logPages { _ = try? checkpoint(.passive) }
      context.hadLongLog = true
      // A bulk load does not wait for the disk. It requests a checkpoint itself, between two of its transactions.
      if durability.waitsForDisk { reportLongLog(pages >= Self.urgentLog * durability.logPages) }
    }
  }
}
