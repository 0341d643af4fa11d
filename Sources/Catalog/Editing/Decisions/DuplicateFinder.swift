/// Finds shown books that look like one: by the rules by which ``BookMatcher`` takes a new record for a book that is there,
/// each scan along an index of what is compared, so that only books that share it with another one are read; then by the
/// looser ones of ``AlikeFinder``.
struct DuplicateFinder {
  let connection: Connection

  func forEach(_ body: (DuplicateGroup) throws -> Void) throws {
    try forEachISBN(body)
    try forEachIdentifier(body)
    try forEachTitle(body)
    try AlikeFinder(connection: connection).forEachGroup { try body(DuplicateGroup(reason: .alike, books: $0)) }
  }

  private func forEachISBN(_ body: (DuplicateGroup) throws -> Void) throws {
    let books = BookTable(connection: connection)
    try connection.statement(
      "SELECT isbn FROM book WHERE isbn IS NOT NULL GROUP BY isbn HAVING count(*) > 1 ORDER BY isbn"
    ).forEachRow { row in
      let isbn = ISBN(checked: row.integer(0))
      let ids = try books.ids(of: isbn)
      if ids.count > 1 { try body(DuplicateGroup(reason: .isbn(isbn), books: ids)) }
    }
  }

  private func forEachIdentifier(_ body: (DuplicateGroup) throws -> Void) throws {
    let books = BookTable(connection: connection)
    let shared = SharedIdentifier(connection: connection)
    try shared.forEachShared { identifier, ids in
      // Of several identifiers that all of them have the first one tells them.
      guard try shared.of(ids) == identifier else { return }
      if let isbn = try books.book(ids[0])?.isbn, try Set(books.ids(of: isbn)).isSuperset(of: ids) { return }
      try body(DuplicateGroup(reason: .identifier(identifier), books: ids))
    }
  }

  /// What is compared of one book.
  private struct Candidate {
    let id: Book.ID
    let isbn: Int64?
    /// Of the folded title and authors.
    let fingerprint: UInt64
    /// The key of its title with the first word, where that is another one than it was read under.
    let longKey: String?
  }

  /// The language decides whether a title's key has its article, so that one title may stand under two keys. A group is
  /// told when the scan comes to the one with the article, or to the other one when no book has that.
  private func forEachTitle(_ body: (DuplicateGroup) throws -> Void) throws {
    try connection.statement(
      "SELECT title_key, count(*) FROM book WHERE \(BookTable.isShown) GROUP BY title_key ORDER BY title_key"
    ).forEachRow { row in
      let key = row.text(0)
      let shorter = try shorterKey(of: key)
      if row.integer(1) == 1, shorter == nil { return }
      var candidates = try candidates(under: key, asking: key)
      let own = Set(candidates.map(\.fingerprint))
      if let shorter {
        candidates += try self.candidates(under: shorter, asking: key).filter { own.contains($0.fingerprint) }
      }
      for group in try groups(of: candidates) {
        if try SharedIdentifier(connection: connection).of(group.books) == nil { try body(group) }
      }
    }
  }

  private static let anyUnderKey = "SELECT 1 FROM book WHERE title_key = ? AND \(BookTable.isShown) LIMIT 1"
  private static let underKey = """
    SELECT id, isbn, title, authors FROM book WHERE title_key = ? AND \(BookTable.isShown) AND authors <> ''
    """

  /// The key without its first word, where that may be an article and some book has that key.
  private func shorterKey(of key: String) throws -> String? {
    let words = key.unicodeScalars.split(separator: " ", maxSplits: 1)
    guard words.count == 2, LanguageCode.isArticle(String(words[0])) else { return nil }
    let rest = String(words[1])
    let isThere = try connection.integer(
      Self.anyUnderKey, [.text(rest)])
    return isThere == nil ? nil : rest
  }

  /// The books under a key that name their authors: without those a title says too little.
  ///
  /// - Parameter asked: the key with which a candidate's own longer one is compared.
  private func candidates(under key: String, asking asked: String) throws -> [Candidate] {
    var found: [Candidate] = []
    try connection.statement(Self.underKey).forEachRow([.text(key)]) { row in
      let title = row.text(2)
      let long = SortKey.titles(title)[0]
      found.append(
        Candidate(
          id: row.id(0), isbn: row.optionalInteger(1),
          fingerprint: AlikeBook.fingerprint(title: title, authors: row.lines(3)),
          longKey: long == asked ? nil : long))
    }
    return found
  }

  private func groups(of candidates: [Candidate]) throws -> [DuplicateGroup] {
    let sorted = candidates.sorted { ($0.fingerprint, $0.id) < ($1.fingerprint, $1.id) }
    var groups: [DuplicateGroup] = []
    var start = 0
    while start < sorted.count {
      let first = sorted[start]
      let end = sorted[start...].firstIndex { $0.fingerprint != first.fingerprint } ?? sorted.count
      if let group = Self.group(of: sorted[start..<end]), try !isToldElsewhere(first) { groups.append(group) }
      start = end
    }
    return groups.sorted { $0.books[0] < $1.books[0] }
  }

  /// The group that books with one title and the same authors are. Where they have several ISBNs, those are editions: only
  /// the books without any may be the same. Books that all have the one ISBN are told for that.
  private static func group(of same: ArraySlice<Candidate>) -> DuplicateGroup? {
    let numbers = Set(same.compactMap(\.isbn))
    let alike = numbers.count > 1 ? same.filter { $0.isbn == nil } : Array(same)
    guard alike.count > 1, alike.contains(where: { $0.isbn == nil }) else { return nil }
    return DuplicateGroup(reason: .titleAndAuthors, books: alike.map(\.id))
  }

  private func isToldElsewhere(_ candidate: Candidate) throws -> Bool {
    guard let longKey = candidate.longKey else { return false }
    return try candidates(under: longKey, asking: longKey).contains { $0.fingerprint == candidate.fingerprint }
  }
}
