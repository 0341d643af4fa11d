import CatalogDatabase
import FoundationEssentials

/// The table `session`.
struct SessionTable {
  /// The maximum number of sessions for each account. Starting another session ends the oldest one.
  static let limit = 100

  let connection: Connection

  func insert(hash: [UInt8], of account: Person.ID, now: Date, end: Date) throws {
    try connection.run("DELETE FROM session WHERE ends_at <= ?", [.integer(now.milliseconds)])
    try connection.run(
      """
      DELETE FROM session WHERE hash IN (
        SELECT hash FROM session WHERE account_id = ? ORDER BY made_at DESC LIMIT -1 OFFSET ?)
      """, [.id(account), .integer(Int64(Self.limit - 1))])
    try connection.run(
      "INSERT INTO session (hash, account_id, made_at, ends_at) VALUES (?, ?, ?, ?)",
      [.blob(hash), .id(account), .integer(now.milliseconds), .integer(end.milliseconds)])
  }

  func delete(hash: [UInt8]) throws { try connection.run("DELETE FROM session WHERE hash = ?", [.blob(hash)]) }

  func deleteAll(of account: Person.ID) throws {
    try connection.run("DELETE FROM session WHERE account_id = ?", [.id(account)])
  }
}
