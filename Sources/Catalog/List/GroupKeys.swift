/// The keys by which groups are ordered, and the groups of each, as a menu asks for them.
struct GroupKeys {
  /// So many books of a group are counted: what a menu costs is not to depend on how many there are.
  static let counted = 500

  /// The first key at a text or behind it.
  let first: (_ start: String) throws -> String?
  /// The last key before a text; of all where there is none.
  let last: (_ end: String?) throws -> String?
  /// The groups of a key.
  let groups: (_ key: String) throws -> [GroupMenuEntry]
  /// Where the next key may lie.
  let behind: (_ key: String) -> String

  static func authors(_ connection: Connection) throws -> GroupKeys {
    let first = try connection.statement(
      "SELECT author_key FROM book_author WHERE author_key >= ? ORDER BY author_key LIMIT 1")
    let next = try connection.statement(
      "SELECT author FROM book_author WHERE author_key = ? AND author > ? ORDER BY author LIMIT 1")
    let count = try connection.statement(
      "SELECT count(*) FROM (SELECT 1 FROM book_author WHERE author_key = ? AND author = ? LIMIT \(counted + 1))")
    return GroupKeys(
      first: { start in try first.first([.text(start)]) { $0.text(0) } },
      last: { try Self.last("author_key", "book_author", "1", before: $0, connection) },
      groups: { key in
        var groups: [GroupMenuEntry] = []
        var author = ""
        while let name = try next.first([.text(key), .text(author)], { $0.text(0) }) {
          let books = try count.first([.text(key), .text(name)]) { $0.integer(0) }
          groups.append(.group(label: name, count: known(books)))
          author = name
        }
        return groups
      }, behind: \.behind)
  }

  /// Behind a series' own part of a key stands the number of the volume.
  static func series(_ connection: Connection) throws -> GroupKeys {
    let first = try connection.statement(
      "SELECT series_key FROM book WHERE hidden = 0 AND series_key >= ? ORDER BY series_key LIMIT 1")
    let groups = try connection.statement(
      """
      SELECT series, count(*) FROM book WHERE hidden = 0 AND series_key >= ? AND series_key < ?
      GROUP BY series ORDER BY series
      """)
    func own(_ key: String) -> String { String(key.unicodeScalars.prefix { $0 != "\u{1}" }) }
    return GroupKeys(
      first: { start in try first.first([.text(start)]) { own($0.text(0)) } },
      last: { try Self.last("series_key", "book", "hidden = 0", before: $0, connection).map(own) },
      groups: { key in
        var found: [GroupMenuEntry] = []
        try groups.forEachRow([.text(key), .text(key + "\u{2}")]) {
          found.append(.group(label: $0.text(0), count: Int($0.integer(1))))
        }
        return found
      }, behind: { $0 + "\u{2}" })
  }

  /// All of them are read, a seek each: no index has tags in the order in which people look for them, and they are few beside books.
  static func tags(_ connection: Connection) throws -> GroupKeys {
    let count = try connection.statement(
      "SELECT count(*) FROM (SELECT 1 FROM book_tag WHERE tag = ? LIMIT \(counted + 1))")
    var tags: [String: [String]] = [:]
    try TagTable(connection: connection).forEachTag { tag in
      tags[BookGrouping.tag.key(of: tag).text, default: []].append(tag)
    }
    return listed(tags) { tag in Self.known(try count.first([.text(tag)]) { $0.integer(0) }) }
  }

  /// Keys that are all known.
  ///
  /// - Parameters:
  ///   - labels: the groups of each.
  ///   - count: how many books a group has; `nil` where that is not known.
  static func listed(_ labels: [String: [String]], count: @escaping (_ label: String) throws -> Int?) -> GroupKeys {
    let keys = labels.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    /// How many keys lie before a text.
    func place(of text: String) -> Int {
      var (low, high) = (0, keys.count)
      while low < high {
        let middle = (low + high) / 2
        if keys[middle].utf8.lexicographicallyPrecedes(text.utf8) { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return GroupKeys(
      first: { start in
        let place = place(of: start)
        return place < keys.count ? keys[place] : nil
      },
      last: { end in
        let place = end.map(place(of:)) ?? keys.count
        return place > 0 ? keys[place - 1] : nil
      },
      groups: { key in try (labels[key] ?? []).map { .group(label: $0, count: try count($0)) } }, behind: \.behind)
  }

  private static func known(_ count: Int64?) -> Int? { count.flatMap { $0 <= counted ? Int($0) : nil } }

  private static func last(
    _ column: String, _ table: String, _ condition: String, before end: String?, _ connection: Connection
  ) throws -> String? {
    let statement = try connection.statement(
      """
      SELECT \(column) FROM \(table) WHERE \(condition) AND \(column) \(end == nil ? "IS NOT NULL" : "< ?")
      ORDER BY \(column) DESC LIMIT 1
      """)
    return try statement.first(end.map { [.text($0)] } ?? []) { $0.text(0) }
  }
}
