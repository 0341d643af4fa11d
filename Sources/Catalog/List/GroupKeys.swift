import CatalogDatabase

/// The groups of a ``BookGrouping``, found by their sort keys. Used for menus.
struct GroupKeys {
  /// The maximum number of books to count in a group. With this limit, the time to read a menu does not depend on the
  /// sizes of its groups.
  static let counted = 500

  /// Returns the first key that is equal to or greater than a text.
  let first: (_ start: String) throws -> String?
  /// Returns the last key that is less than a text. If the text is `nil`, returns the last key.
  let last: (_ end: String?) throws -> String?
  /// Returns the groups that have a given key.
  let groups: (_ key: String) throws -> [GroupMenuEntry]
  /// Returns a text that is greater than a key, and not greater than the next key.
  let successor: (_ key: String) -> String

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
      }, successor: \.successor)
  }

  /// Returns the groups by series. In a stored key, the name of the series may be followed by a volume number.
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
      }, successor: { $0 + "\u{2}" })
  }

  /// Returns the groups by tag. No index contains tags in the order that people expect, so all tags are read, with one
  /// seek for each. A catalog has few tags compared with books.
  static func tags(_ connection: Connection) throws -> GroupKeys {
    let count = try connection.statement(
      "SELECT count(*) FROM (SELECT 1 FROM book_tag WHERE tag = ? LIMIT \(counted + 1))")
    var tags: [String: [String]] = [:]
    try TagTable(connection: connection).forEachTag { tag in
      tags[BookGrouping.tag.key(of: tag).text, default: []].append(tag)
    }
    return listed(tags) { tag in Self.known(try count.first([.text(tag)]) { $0.integer(0) }) }
  }

  /// Creates keys from a complete list of groups.
  ///
  /// - Parameters:
  ///   - labels: The labels of the groups with each key.
  ///   - count: Returns the number of books in a group, or `nil` if it is unknown.
  static func listed(_ labels: [String: [String]], count: @escaping (_ label: String) throws -> Int?) -> GroupKeys {
    let keys = labels.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    /// Returns the number of keys that are less than a text.
    func index(of text: String) -> Int {
      var (low, high) = (0, keys.count)
      while low < high {
        let middle = (low + high) / 2
        if keys[middle].utf8.lexicographicallyPrecedes(text.utf8) { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return GroupKeys(
      first: { start in
        let index = index(of: start)
        return index < keys.count ? keys[index] : nil
      },
      last: { end in
        let index = end.map(index(of:)) ?? keys.count
        return index > 0 ? keys[index - 1] : nil
      },
      groups: { key in try (labels[key] ?? []).map { .group(label: $0, count: try count($0)) } },
      successor: \.successor)
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
