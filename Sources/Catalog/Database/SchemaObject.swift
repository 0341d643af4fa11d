import CatalogDatabase
import Synchronization

/// A table, index, trigger or view, as SQLite stores it (sqlite.org/schematab.html).
struct SchemaObject: Sendable {
  struct Name: Hashable {
    let type: String
    let name: String
  }

  let type: String
  let name: String
  let table: String
  let sql: String

  var fullName: Name { Name(type: type, name: name) }

  /// The schema objects of empty catalogs, by schema version. They are cached, because a check would otherwise spend
  /// most of its time on creating an empty catalog in memory.
  private static let ofEmptyCatalogs = Mutex<[Int: [SchemaObject]]>([:])

  /// Returns the schema objects of an empty catalog with the given schema version. If the version is newer than this
  /// program, returns those of the newest known version.
  static func all(ofVersion version: Int64) throws -> [SchemaObject] {
    let migrations = EmbeddedMigrations.all.prefix(Int(clamping: max(0, version)))
    if let known = ofEmptyCatalogs.withLock({ $0[migrations.count] }) { return known }
    let model = try Connection(path: ":memory:", mode: .readWrite)
    for migration in migrations { try model.runScript(migration.sql) }
    let objects = try all(in: model)
    ofEmptyCatalogs.withLock { $0[migrations.count] = objects }
    return objects
  }

  /// Returns all schema objects of a database, except SQLite's internal objects and the internal tables of a search
  /// index.
  static func all(in connection: Connection) throws -> [SchemaObject] {
    var objects: [SchemaObject] = []
    try connection.temporaryStatement(
      """
      SELECT type, name, tbl_name, sql FROM sqlite_schema
      WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'search\\_index\\_%' ESCAPE '\\' ORDER BY rowid
      """
    ).forEachRow {
      objects.append(SchemaObject(type: $0.text(0), name: $0.text(1), table: $0.text(2), sql: $0.text(3)))
    }
    return objects
  }

  /// True if the object is an index by which lists of books are sorted.
  var isListIndex: Bool { type == "index" && table == "book" && name.hasPrefix("book_by_") }
}
