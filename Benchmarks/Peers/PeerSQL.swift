/// The statements with which the SQLite shell shows what a command of ours shows: the printed columns, and the
/// condition and order that the library compiles (`PageReader`, `QueryCompiler`).
enum PeerSQL {
  static let printed = """
    id, title, authors, published / 10000, pages, coalesce(rating, average_rating), read_state
    """

  /// The columns that a book is made of, for the statement inside the process (`BookTable.columns`).
  static let whole = """
    id, uuid, title, authors, isbn, isbn_given, pages, publisher, published, language, series, series_number, tags, \
    average_rating, ratings_count, read_state, started, finished, rating, added_at, changed_at, hidden, notes
    """

  /// - Parameter key: the order's column, with its direction.
  static func page(
    _ columns: String = printed, condition: String = "1", key: String, direction: String, page: Int
  ) -> String {
    """
    SELECT \(columns) FROM book WHERE hidden = 0 AND (\(condition)) \
    ORDER BY \(key) \(direction), id \(direction) LIMIT 20 OFFSET \((page - 1) * 20)
    """
  }

  /// Books with the beginning of a word, in the order of rank, in a file that ``PeerImport`` filled.
  static func search(_ word: String) -> String {
    """
    SELECT \(printed) FROM book JOIN (SELECT rowid AS place FROM search_index WHERE search_index MATCH '"\(word)" *' \
    ORDER BY rowid LIMIT 20) ON id = place & 1099511627775
    """
  }

  /// A measure of a command that lists books, beside the shell with the statement. Both must name the same books.
  static func measure(
    _ name: String, arguments: [String], sql: String, _ context: BenchContext
  ) throws -> Measure {
    let path = try context.data.catalog()
    let command = ProcessCommand(program: context.options.catalogPath, arguments: ["--db", path] + arguments)
    let peer = context.shell("-readonly", "-tabs", path, sql)
    let ours = try ids(command)
    if let identities = context.shell("-readonly", path, "SELECT id FROM (\(sql))") {
      let theirs = try ids(identities)
      guard ours == theirs else {
        throw BenchError("\(name) and its peer list other books: \(ours) and \(theirs)")
      }
    }
    var measure = try context.measure(
      name, command, peer: peer,
      does: "sqlite3 -readonly -tabs FILE with the equivalent SQL, printing the same columns")
    measure.note = "\(ours.count) rows"
    return measure
  }

  private static func ids(_ command: ProcessCommand) throws -> [String] {
    try command.output().split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }
}
