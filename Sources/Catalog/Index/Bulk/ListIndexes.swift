/// The indexes of `book` by which lists are read. The load of an empty catalog makes them at its end, when they are sorted
/// once instead of being grown at random places (measured: three times as fast). Until then lists are right and slower.
struct ListIndexes {
  let connection: Connection

  /// Only while a catalog is loaded that was empty.
  func drop() throws {
    for index in try Self.newest() { try connection.runScript("DROP INDEX IF EXISTS \(index.name)") }
  }

  /// The names of those that are not there.
  func missing() throws -> [String] { try missingIndexes().map(\.name) }

  /// Makes one that is missing.
  /// - Returns: whether there was one.
  func makeNext() throws -> Bool {
    guard let index = try missingIndexes().first else { return false }
    try connection.runScript(index.sql)
    return true
  }

  private func missingIndexes() throws -> [SchemaObject] {
    let present = Set(try SchemaObject.all(in: connection).map(\.fullName))
    return try Self.newest().filter { !present.contains($0.fullName) }
  }

  /// Those of the newest schema, in the order of their names.
  private static func newest() throws -> [SchemaObject] {
    try SchemaObject.all(ofVersion: .max).filter(\.isListIndex).sorted { $0.name < $1.name }
  }
}
