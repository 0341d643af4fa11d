/// Makes the changes of an upgrade that its scripts cannot make, in their transaction.
enum CatalogUpgrade {
  /// Runs the changes.
  ///
  /// - Returns: A line for each visible change of a book.
  @Sendable static func run(_ connection: Connection) throws -> [String] {
    try DerivedUpgrade.run(connection)
    try connection.run("DELETE FROM derived_pending WHERE what = 'reading words'")
    guard connection.changes > 0 else { return [] }
    let books = try ReadingsUpgrade(connection: connection, now: connection.clock()).run()
    return books == 0 ? [] : ["the readings of \(books.spoken) books were recalculated; undo restores the earlier ones"]
  }
}
