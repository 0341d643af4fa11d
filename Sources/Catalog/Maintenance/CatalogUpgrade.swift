import CatalogDatabase
import Platform

/// Makes the changes of an upgrade that SQL migration scripts cannot make, in the same transaction as the scripts.
enum CatalogUpgrade {
  /// Runs the upgrade.
  ///
  /// - Returns: One line of text about the books whose shown values changed; empty if no values changed.
  @Sendable static func run(_ connection: Connection) throws -> [String] {
    try DerivedUpgrade.run(connection)
    try connection.run("DELETE FROM derived_pending WHERE what = 'reading words'")
    guard connection.changes > 0 else { return [] }
    let books = try ReadingsUpgrade(connection: connection, now: connection.clock()).run()
    guard books > 0 else { return [] }
    return ["the readings of \(books.counted("book")) were recalculated; undo restores the earlier ones"]
  }
}
