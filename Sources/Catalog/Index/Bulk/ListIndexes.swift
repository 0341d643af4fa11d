import CatalogDatabase

/// The indexes of the table `book` that are used for reading lists. A load into an empty catalog creates them at its
/// end, because sorting all rows once is three times as fast (measured) as inserting them one by one. Until then, lists
/// are correct but slower to read.
struct ListIndexes {
  let connection: Connection

  /// Drops the indexes. Allowed only while an empty catalog is being filled.
  func drop() throws {
    for index in try Self.newest() { try connection.runScript("DROP INDEX IF EXISTS \(index.name)") }
  }

  /// Returns the names of the missing indexes.
  func missing() throws -> [String] { try missingIndexes().map(\.name) }

  /// Creates one of the missing indexes.
  ///
  /// - Returns: True if an index was missing.
  func makeNext() throws -> Bool {
    guard let index = try missingIndexes().first else { return false }
    try connection.runScript(index.sql)
    return true
  }

  private func missingIndexes() throws -> [SchemaObject] {
    let present = Set(try SchemaObject.all(in: connection).map(\.fullName))
    return try Self.newest().filter { !present.contains($0.fullName) }
  }

  /// Returns the list indexes of the newest schema version, ordered by name.
  private static func newest() throws -> [SchemaObject] {
    try SchemaObject.all(ofVersion: .max).filter(\.isListIndex).sorted { $0.name < $1.name }
  }
}
