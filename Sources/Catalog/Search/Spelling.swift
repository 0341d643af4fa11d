import CatalogDatabase

/// Searches the catalog's vocabulary for words that are similar to a word or contain it.
struct Spelling {
  let connection: Connection
  let deadline: SearchDeadline
  private var vocabulary: WordTable { WordTable(connection: connection) }

  init(connection: Connection, deadline: SearchDeadline) {
    self.connection = connection
    self.deadline = deadline
  }

  /// The maximum number of similar words to rank by their number of books.
  private static let weighed = 40

  /// Returns words in the catalog that differ from a word by few letters. The most similar words come first; equally
  /// similar words are ordered by the number of books. If the given word consists of two words without a space, the two
  /// words are returned first. If it is a small number in digits, its English word is returned.
  func nearest(to word: String) throws -> [String] {
    let length = word.unicodeScalars.count
    guard length < 40 else { return [] }
    if let number = Int(word) { return SpelledNumber.english[number].map { [$0] } ?? [] }
    guard length > 2 else { return [] }
    // Two errors are allowed only in longer words, and only after the first letter. Errors in the first letter are
    // rare, and a short word with two errors is usually another word.
    var found = try words(near: word, within: 1, from: "", through: "\u{10FFFF}")
    if length > 4, let first = word.unicodeScalars.first {
      let further = try words(near: word, within: 2, from: String(first), through: String(first) + "\u{10FFFF}")
      found += further.filter { $0.distance == 2 }
    }
    let candidates = found.filter { $0.word != word }.sorted { $0.distance < $1.distance }.prefix(Self.weighed)
    let weighed = try candidates.map { (word: $0.word, distance: $0.distance, books: try books(with: $0.word)) }
    let nearest = weighed.filter { $0.books > 0 }.sorted {
      ($0.distance, -$0.books, $0.word) < ($1.distance, -$1.books, $1.word)
    }
    return try halves(of: word) + nearest.map(\.word)
  }

  /// Returns each way of splitting the word into two words of the catalog.
  private func halves(of word: String) throws -> [String] {
    let scalars = Array(word.unicodeScalars)
    func text(_ part: ArraySlice<UnicodeScalar>) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: part)
      return String(view)
    }
    guard scalars.count > 3 else { return [] }
    return try (2...(scalars.count - 2)).compactMap { index in
      let (first, second) = (text(scalars[..<index]), text(scalars[index...]))
      return try vocabulary.contains(first) && vocabulary.contains(second) ? "\(first) \(second)" : nil
    }
  }

  /// Returns words of the vocabulary within an edit distance. The scan skips all words that begin with a prefix if the
  /// prefix already differs too much.
  private func words(
    near word: String, within limit: Int, from start: String, through end: String
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

  private func books(with word: String) throws -> Int {
    let query = Query.text(TextMatch(field: nil, words: [word], isPrefix: false))
    return try RankedSearch(query, connection: connection).count(limit: .max).count
  }

  /// Returns words in the catalog that contain a text, but not at the beginning, in alphabetical order. The scan stops
  /// at the deadline.
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
