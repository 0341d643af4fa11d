import CatalogDatabase

/// The durability of commits, and the length of the write-ahead log at which a checkpoint is made.
struct CommitDurability: Equatable, Sendable {
  /// True if each commit waits until its data is on the disk (sqlite.org/pragma.html#pragma_synchronous, FULL). If
  /// false, commits made shortly before a power cut may be lost (NORMAL).
  var waitsForDisk: Bool
  /// The number of pages in the log at which a checkpoint is made (``Checkpointer``).
  var logPages: Int

  /// The durability for changes made by the user: a commit that was reported as successful survives a power cut. The
  /// length of the log is SQLite's default.
  static let survivesPowerCut = CommitDurability(waitsForDisk: true, logPages: 1_000)
}

extension Connection {
  /// Sets the durability of all further transactions.
  func set(_ durability: CommitDurability) throws {
    guard durability != context.durability else { return }
    try runScript("PRAGMA synchronous = \(durability.waitsForDisk ? "FULL" : "NORMAL")")
    context.durability = durability
  }
}
