/// What a person may have meant by a query that finds nothing.
public struct SearchSuggestions: Hashable, Sendable {
  /// The query with other spellings in it, the likeliest first; each finds at least one book.
  public var spellings: [String] = []
  /// Words of the catalog in which a word of the query stands inside, in alphabetical order.
  public var insideWords: [String] = []
}

/// Looks through the vocabulary of a catalog for words that are nearly, or partly, what was typed.
struct Spelling {
  let connection: Connection
  let deadline: SearchDeadline
  private var vocabulary: WordTable { WordTable(connection: connection) }

  init(connection: Connection, deadline: SearchDeadline) {
    self.connection = connection
    self.deadline = deadline
  }

  /// How many candidates are weighed by how many books have them.
  private static let weighed = 12
  /// How many books are counted for that, at most.
  private static let counted: Int64 = 200

  /// Words of the catalog that differ from one by few letters, the likeliest first: fewest letters, then most books.
  func nearest(to word: String, limit: Int) throws -> [String] {
    let length = word.unicodeScalars.count
    guard length > 2, word.unicodeScalars.count < 40, !word.utf8.contains(where: { (48...57).contains($0) }) else {
      return []
    }
    // Few people err in the first letter; two errors in a short word make another word.
    var found = try words(near: word, limit: 1, from: "", through: "\u{10FFFF}")
    if length > 4, found.isEmpty, let first = word.unicodeScalars.first {
      found = try words(near: word, limit: 2, from: String(first), through: String(first) + "\u{10FFFF}")
    }
    let candidates = found.sorted { $0.distance < $1.distance }.prefix(Self.weighed)
    let weighed = try candidates.map { (word: $0.word, distance: $0.distance, books: try books(with: $0.word)) }
    return weighed.filter { $0.books > 0 }.sorted {
      ($0.distance, -$0.books, $0.word) < ($1.distance, -$1.books, $1.word)
    }
    .prefix(limit).map(\.word)
  }

  /// Walks along the vocabulary, past all words with a beginning that is too different already.
  private func words(
    near word: String, limit: Int, from start: String, through end: String
  ) throws -> [(word: String, distance: Int)] {
    var found: [(word: String, distance: Int)] = []
    var distance = EditDistance(to: word, limit: limit)
    var next = start
    while let candidate = try vocabulary.first(from: next), candidate < end, !deadline.isOver {
      let (value, hopeless) = distance.distance(of: candidate)
      if let value { found.append((candidate, value)) }
      next = hopeless.map { $0 + "\u{10FFFF}" } ?? candidate + "\u{0}"
    }
    return found
  }

  private func books(with word: String) throws -> Int64 {
    let expression = try MatchExpression(connection: connection)
      .text(TextMatch(field: nil, words: [word], isPrefix: false))
    return try connection.integer(
      "SELECT count(*) FROM (SELECT 1 FROM search_index WHERE search_index MATCH ? LIMIT ?)",
      [.text(expression), .integer(Self.counted)]) ?? 0
  }

  /// Words of the catalog in which a text stands behind their beginning, in alphabetical order; of a very large vocabulary
  /// those that the time allows.
  func words(containing text: String, limit: Int) throws -> [String] {
    guard text.unicodeScalars.count > 2 else { return [] }
    var found: [String] = []
    var last = ""
    while found.count < limit, !deadline.isOver {
      var end: String?
      try connection.statement("SELECT word, instr(word, ?1) > 1 FROM word WHERE word > ?2 LIMIT 2000")
        .forEachRow([.text(text), .text(last)]) { row in
          if row.integer(1) != 0 { found.append(row.text(0)) }
          end = row.text(0)
        }
      guard let end else { break }
      last = end
    }
    return Array(found.prefix(limit))
  }
}
