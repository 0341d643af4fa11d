/// The durability of commits, and the length to which the write-ahead log may grow before it is copied.
struct CommitDurability: Equatable, Sendable {
  /// True if a commit waits until its data is on the disk (sqlite.org/pragma.html#pragma_synchronous, FULL). If false,
  /// a power cut leaves the catalog in the state after this or an earlier transaction (NORMAL).
  var waitsForDisk: Bool
  /// The number of pages in the log at which the log is copied into the file (``Checkpointer``).
  var logPages: Int

  /// The durability of the user's changes: an acknowledged commit survives a power cut. The log length is SQLite's
  /// default.
  static let survivesPowerCut = CommitDurability(waitsForDisk: true, logPages: 1_000)
}

extension Connection {
  /// Sets the durability of the following transactions.
  func set(_ durability: CommitDurability) throws {
    guard durability != self.durability else { return }
    try runScript("PRAGMA synchronous = \(durability.waitsForDisk ? "FULL" : "NORMAL")")
    self.durability = durability
  }
}
