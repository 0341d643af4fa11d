import CatalogDatabase
import Platform

/// Makes the changes of an upgrade that SQL migration scripts cannot make, in the same transaction as the scripts.
enum CatalogUpgrade {
  /// Runs the upgrade.
  ///
  /// - Returns: One line of text about the books whose shown values changed; empty if no values changed.
  @Sendable static func run(_ connection: Connection) throws -> [String] {
    // The dates come first, because the search terms of books depend on them.
    if try DerivedUpgrade.isPending("work years", connection) { try WorkYearUpgrade(connection: connection).run() }
    try DerivedUpgrade.run(connection)
    guard try DerivedUpgrade.isPending("reading words", connection) else { return [] }
    let books = try ReadingsUpgrade(connection: connection, now: connection.clock()).run()
    guard books > 0 else { return [] }
    return ["the readings of \(books.counted("book")) were recalculated; undo restores the earlier ones"]
  }
}
