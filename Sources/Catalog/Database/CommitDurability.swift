/// Says whether a commit waits for the disk, and how long the write-ahead log may grow before it is copied.
struct CommitDurability: Equatable, Sendable {
  /// Whether a commit waits until it is on the disk (sqlite.org/pragma.html#pragma_synchronous, FULL). Else the catalog is,
  /// after a power cut, as this or an earlier transaction left it (NORMAL).
  var waitsForDisk: Bool
  /// How many pages the log holds before they are copied into the file (``Checkpointer``).
  var logPages: Int

  /// For what a user does: a commit that was acknowledged survives a power cut. The log grows as SQLite has it by
  /// itself.
  static let survivesPowerCut = CommitDurability(waitsForDisk: true, logPages: 1_000)
}

extension Connection {
  /// Has the next transactions committed so.
  func set(_ durability: CommitDurability) throws {
    guard durability != self.durability else { return }
    try runScript("PRAGMA synchronous = \(durability.waitsForDisk ? "FULL" : "NORMAL")")
    self.durability = durability
  }
}
