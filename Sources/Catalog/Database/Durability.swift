/// How sure a committed transaction is to outlive a power cut, and how long the write-ahead log may grow.
struct Durability: Equatable, Sendable {
  /// Whether a commit waits until it is on the disk (sqlite.org/pragma.html#pragma_synchronous, FULL). Else the catalog is,
  /// after a power cut, as this or an earlier transaction left it (NORMAL).
  var waitsForDisk: Bool
  /// How many pages the log holds before they are copied into the file (``Checkpointer``).
  var logPages: Int

  /// What a user did survives a power cut. The log grows as SQLite has it by itself.
  static let everyday = Durability(waitsForDisk: true, logPages: 1_000)
}

extension Connection {
  /// Has the next transactions committed so.
  func set(_ durability: Durability) throws {
    guard durability != self.durability else { return }
    try runScript("PRAGMA synchronous = \(durability.waitsForDisk ? "FULL" : "NORMAL")")
    self.durability = durability
  }
}
