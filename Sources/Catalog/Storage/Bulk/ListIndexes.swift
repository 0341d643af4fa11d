/// The indexes of `book` by which lists are read. The load of an empty catalog makes them at its end, when they are sorted
/// once instead of being grown at random places (measured: three times as fast). Until then lists are right and slower.
struct ListIndexes {
  let connection: Connection

  /// Only while a catalog is loaded that was empty.
  func drop() throws {
    for name in try Self.definitions().keys { try connection.runScript("DROP INDEX IF EXISTS \(name)") }
  }

  /// The names of those that are not there.
  func missing() throws -> [String] {
    let present = try Self.definitions(in: connection)
    return try Self.definitions().keys.filter { present[$0] == nil }.sorted()
  }

  /// Makes one that is missing.
  /// - Returns: whether there was one.
  func makeNext() throws -> Bool {
    guard let name = try missing().first, let sql = try Self.definitions()[name] else { return false }
    try connection.runScript(sql)
    return true
  }

  /// The names and the SQL of the newest schema, read from an empty catalog in memory.
  private static func definitions() throws -> [String: String] {
    let model = try Connection(path: ":memory:", mode: .readWrite)
    for migration in EmbeddedMigrations.all { try model.runScript(migration.sql) }
    return try definitions(in: model)
  }

  private static func definitions(in connection: Connection) throws -> [String: String] {
    var definitions: [String: String] = [:]
    try connection.temporaryStatement(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'book' AND name GLOB 'book_by_*'"
    ).forEachRow { definitions[$0.text(0)] = $0.text(1) }
    return definitions
  }
}
