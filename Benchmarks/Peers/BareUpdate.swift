/// One UPDATE of a row by its id, each in a transaction of its own, and nothing besides: the peer of an edit. Works on
/// a catalog whose guard triggers are dropped, and leaves indexes of other columns, search, history and layers as they
/// are.
struct BareUpdate {
  private let statement: RawStatement

  /// - Parameters:
  ///   - path: a copy of a catalog.
  ///   - column: the only column that is set.
  ///   - synchronous: FULL or OFF.
  init(_ path: String, column: String, synchronous: String) throws {
    let database = try RawDatabase(path)
    try database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = \(synchronous);")
    for trigger in try database.statement("SELECT name FROM sqlite_schema WHERE type = 'trigger'").texts() {
      try database.run("DROP TRIGGER \(trigger)")
    }
    statement = try database.statement("UPDATE book SET \(column) = ? WHERE id = ?")
  }

  func run(_ value: String, id: Int) throws {
    statement.bind(value, at: 1)
    statement.bind(id, at: 2)
    try statement.run()
  }

  func run(_ value: Int, id: Int) throws {
    statement.bind(value, at: 1)
    statement.bind(id, at: 2)
    try statement.run()
  }
}
