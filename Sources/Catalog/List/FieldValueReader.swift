import Bitmaps
import CatalogDatabase

/// Reads the values of a field that begin with a text, for completion. Only values of shown books are returned. Most
/// are read from an index that contains them in order, with one or two seeks for each value, however many books have
/// it.
struct FieldValueReader {
  let connection: Connection

  /// The maximum number of books to read if no index contains the values in order.
  private static let maxBooks = 500
  /// The maximum number of sort keys to visit in a range. The limit matters if a number was typed. Numbers are sorted
  /// by value, so the first digits of a number do not narrow the range.
  private static let maxKeys = 500

  func values(of field: BookField, beginningWith beginning: String, limit: Int) throws -> [String] {
    var values = Values(limit: limit)
    let words = SearchWords.words(in: beginning)
    // Names are sorted by their words, so they cannot be found by punctuation alone.
    let isPunctuation = words.isEmpty && !beginning.isEmpty
    switch field {
    case .tags:
      try read(texts("SELECT tag FROM book_tag WHERE tag >= ? ORDER BY tag LIMIT 1"), beginning, into: &values)
    case .identifiers:
      try read(
        texts("SELECT type FROM book_identifier WHERE type >= ? ORDER BY type LIMIT 1"), beginning, into: &values)
    case .language: try read(terms(.language), beginning, into: &values)
    case .files: try read(terms(.file), beginning, into: &values)
    case _ where isPunctuation: break
    case .title: try readTitles(words, into: &values)
    case .authors:
      try readAuthors(words, into: &values)
      for spelling in Initials.spellings(of: beginning, isPrefix: true) where !values.isFull {
        try readAuthors(spelling, into: &values)
      }
    case .series: try readSeries(words, into: &values)
    case .publisher: try readPublishers(words, into: &values)
    default: try readOwn(field, words, into: &values)
    }
    return values.all
  }

  // MARK: Values ordered by their text

  private func texts(_ sql: String) throws -> OrderedTexts {
    let statement = try connection.statement(sql)
    return OrderedTexts { start in try statement.first([.text(start)]) { $0.text(0) } }
  }

  /// Returns the search terms of a kind, without the letter that denotes the kind.
  private func terms(_ kind: PostingKind) throws -> OrderedTexts {
    let postings = try PostingReader(connection: connection)
    let end = Term(text: String(UnicodeScalar(kind.rawValue + 1)))
    return OrderedTexts { start in try postings.first(from: kind.term(start), before: end).map { String($0.value) } }
  }

  private func read(_ texts: OrderedTexts, _ beginning: String, into values: inout Values) throws {
    try texts.forEach(beginningWith: Fold.fold(beginning)) { text in
      if !text.isEmpty { values.insert(text) }
      return !values.isFull
    }
  }

  // MARK: Values ordered by a key

  private func readTitles(_ words: [String], into values: inout Values) throws {
    guard try connection.has(index: "book_by_title") else { return }
    let statement = try connection.statement(
      "SELECT title_key, title FROM book WHERE hidden = 0 AND title_key >= ? ORDER BY title_key LIMIT 1")
    let ranges = words.isEmpty ? [""..<"\u{10FFFF}"] : SortKey.titles(beginningWith: words[...], lastBegun: true)
    for range in ranges {
      try forEachKey(statement, range) { title in
        if title.begins(with: words) { values.insert(title) }
        return !values.isFull
      }
    }
  }

  private func readSeries(_ words: [String], into values: inout Values) throws {
    guard try connection.has(index: "book_by_series") else { return }
    let statement = try connection.statement(
      "SELECT series_key, series FROM book WHERE hidden = 0 AND series_key >= ? ORDER BY series_key LIMIT 1")
    for range in keys(words) {
      // In a stored key, the name of the series may be followed by a volume number.
      try forEachKey(statement, range, isNumbered: true) { series in
        if series.begins(with: words) { values.insert(series) }
        return !values.isFull
      }
    }
    guard !words.isEmpty else { return }
    // The keys contain the leading article, which the user may leave out.
    try readBooks(keys(.series, words)) { book in
      if let series = book.series, series.begins(with: words) { values.insert(series) }
      return !values.isFull
    }
  }

  private func readAuthors(_ words: [String], into values: inout Values) throws {
    let next = try connection.statement(
      "SELECT author_key, author FROM book_author WHERE author_key >= ? ORDER BY author_key, author LIMIT 1")
    let same = try connection.statement(
      "SELECT author FROM book_author WHERE author_key = ? AND author > ? ORDER BY author LIMIT 1")
    for range in keys(words) {
      try forEachKey(next, range) { first, key in
        var author: String? = first
        while let name = author, !values.isFull {
          // The typed words may be the beginning of the surname, with which the key begins, or of the name as written.
          if key.utf8.starts(with: SearchWords.joined(words).utf8) || name.begins(with: words) { values.insert(name) }
          author = try same.first([.text(key), .text(name)]) { $0.text(0) }
        }
        return !values.isFull
      }
    }
    guard !words.isEmpty else { return }
    try readBooks(keys(.author, words)) { book in
      for author in book.authors where author.holds(words) { values.insert(author) }
      return !values.isFull
    }
  }

  /// Reads authors whose names contain another spelling of the typed initials.
  private func readAuthors(_ spelling: TextMatch.AuthorSpelling, into values: inout Values) throws {
    let keys = PostingKind.author.keys(of: spelling.words, isBegun: spelling.isPrefix)
    try readBooks(keys) { book in
      for author in book.authors where author.holds(spelling.words, lastBegun: spelling.isPrefix) {
        values.insert(author)
      }
      return !values.isFull
    }
  }

  /// Reads publishers. No index contains their whole names, so they are found by their words.
  private func readPublishers(_ words: [String], into values: inout Values) throws {
    guard words.isEmpty else {
      return try readBooks(keys(.publisher, words)) {
        if let publisher = $0.publisher, publisher.begins(with: words) { values.insert(publisher) }
        return !values.isFull
      }
    }
    var keys = 0
    try terms(.publisher).forEach(beginningWith: "") { word in
      keys += 1
      try readBooks([PostingKind.publisher.key(of: word, isBegun: false)], atMost: 10) { book in
        if let publisher = book.publisher, publisher.begins(with: [word]) { values.insert(publisher) }
        return !values.isFull
      }
      return !values.isFull && keys < Self.maxKeys
    }
  }

  private func readOwn(_ field: BookField, _ words: [String], into values: inout Values) throws {
    guard field.isOwn, let kind = field.ownKind, kind.isOrderedByKey else { return }
    if kind == .list {
      let last = words.last.map { word in
        let term = OwnTerms.word(word, in: field)
        return PostingKey.range(term, Term(text: term.text + "\u{10FFFF}"))
      }
      let terms = words.dropLast().map { PostingKey.term(OwnTerms.word($0, in: field)) }
      try readBooks(last.map { terms + [$0] } ?? [.term(OwnTerms.any(of: field))]) { book in
        guard case .list(let items)? = book[field] else { return true }
        for item in items where item.begins(with: words) { values.insert(item) }
        return !values.isFull
      }
      return
    }
    let postings = try PostingReader(connection: connection)
    let (first, end) = OwnTerms.keys(of: field, kind)
    for range in keys(words) {
      var start = Term(text: first.text + range.lowerBound)
      let end = min(end, Term(text: first.text + range.upperBound))
      for _ in 0..<Self.maxKeys {
        guard !values.isFull, let term = try postings.first(from: start, before: end) else { break }
        var text: String?
        try postings.books([.term(term)]).forEachNumber { id in
          if case .text(let value)? = try book(id)?[field] { text = value }
          return text == nil
        }
        if let text, text.begins(with: words) { values.insert(text) }
        start = term.next
      }
    }
  }

  /// Returns the search keys for books with the given words in fields of a kind. The last word may be a prefix.
  private func keys(_ kind: PostingKind, _ words: [String]) -> [PostingKey] {
    words.enumerated().map { kind.key(of: $1, isBegun: $0 == words.count - 1) }
  }

  /// Returns the ranges of sort keys for names that begin with the given words. If the last word contains digits, there
  /// are two ranges: names with exactly that number, and all names that begin with the words before it. The second
  /// range is needed because keys sort numbers by value, not by their first digits.
  private func keys(_ words: [String]) -> [Range<String>] {
    let isNumber = words.last?.utf8.contains { (48...57).contains($0) } == true
    return (isNumber ? [words, words.dropLast()] : [words]).map { words in
      let beginning = SortKey.text(SearchWords.joined(words))
      return beginning..<(beginning + "\u{10FFFF}")
    }
  }

  /// Calls the body with one value for each sort key in a range, until the body returns false.
  ///
  /// - Parameters:
  ///   - statement: Selects the first key that is equal to or greater than the parameter, and a value with that key.
  ///   - isNumbered: True to treat keys as equal if they differ only in the number at their end.
  private func forEachKey(
    _ statement: Statement, _ keys: Range<String>, isNumbered: Bool = false,
    _ body: (_ value: String, _ key: String) throws -> Bool
  ) throws {
    var start = keys.lowerBound
    for _ in 0..<Self.maxKeys {
      let row = try statement.first([.text(start)]) { (key: $0.text(0), value: $0.text(1)) }
      guard let row, row.key.utf8.lexicographicallyPrecedes(keys.upperBound.utf8), try body(row.value, row.key) else {
        return
      }
      start = isNumbered ? row.key.prefix { $0 != "\u{1}" } + "\u{2}" : row.key.successor
    }
  }

  private func forEachKey(
    _ statement: Statement, _ keys: Range<String>, isNumbered: Bool = false, _ body: (String) throws -> Bool
  ) throws {
    try forEachKey(statement, keys, isNumbered: isNumbered) { value, _ in try body(value) }
  }

  // MARK: Values read from books

  /// Calls the body with books that all of the keys find, up to the limit, until the body returns false.
  private func readBooks(
    _ keys: [PostingKey], atMost limit: Int = Self.maxBooks, _ body: (Book) throws -> Bool
  ) throws {
    let postings = try PostingReader(connection: connection)
    var books: NumberSet?
    for key in keys { books = try postings.books([key], within: books) }
    var count = 0
    _ = try books?.forEachNumber { id in
      count += 1
      if let book = try book(id), try !body(book) { return false }
      return count < limit
    }
  }

  private func book(_ id: Int64) throws -> Book? {
    let book = try BookTable(connection: connection).book(Book.ID(id))
    return book?.visibility == .shown ? book : nil
  }
}

/// A list of values without duplicates, in the order in which they were found.
private struct Values {
  let limit: Int
  private(set) var all: [String] = []
  private var seen: Set<String> = []

  init(limit: Int) { self.limit = limit }

  var isFull: Bool { all.count >= limit }

  mutating func insert(_ value: String) {
    if !isFull, seen.insert(value).inserted { all.append(value) }
  }
}

extension String {
  /// Returns true if the text begins with the given words. A leading article in the text is optional. The last word may
  /// be a prefix.
  fileprivate func begins(with beginning: [String]) -> Bool {
    let words = SearchWords.words(in: self)
    let typed = SearchWords.joined(beginning).utf8
    if SearchWords.joined(words).utf8.starts(with: typed) { return true }
    guard let first = words.first, LanguageCode.isArticle(first) else { return false }
    return SearchWords.joined(Array(words.dropFirst())).utf8.starts(with: typed)
  }

  /// Returns true if the text contains the given words next to each other.
  ///
  /// - Parameter lastBegun: True if the last word may be a prefix.
  fileprivate func holds(_ beginning: [String], lastBegun: Bool = true) -> Bool {
    (" " + SearchWords.joinedWords(in: self) + " ")
      .contains(" " + SearchWords.joined(beginning) + (lastBegun ? "" : " "))
  }
}
