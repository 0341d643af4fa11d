import Bitmaps

/// Gathers books by indexes, without reading them: a row of an index costs a fiftieth of a book that is read and tested, a
/// book of a set next to nothing.
struct IndexedBooksReader {
  private let postings: PostingReader
  private var connection: Connection { postings.connection }

  init(_ postings: PostingReader) { self.postings = postings }

  /// Books among which all are that the indexes find; `nil` when these are more than a limit. Each part is looked at up
  /// to the limit only, and of parts that must all hold one of few is enough: the caller tests its books.
  func few(_ books: IndexedBooks, limit: Int) throws -> [Int64]? {
    if books.isOfPostings {
      let found = try shown(all(books))
      return found.count <= limit ? found.numbers : nil
    }
    switch books {
    case .rows(let rows):
      let ids = try ids(of: rows, limit: limit.addingReportingOverflow(1).partialValue)
      return ids.count <= limit ? ids : nil
    case .tested(let candidates, _): return try few(candidates, limit: limit)
    case .all(let parts):
      let known = parts.filter(\.isOfPostings)
      if !known.isEmpty, let ids = try few(.all(known), limit: limit) { return ids }
      for part in parts where !part.isOfPostings {
        if let ids = try few(part, limit: limit) { return ids }
      }
      return nil
    case .any(let parts):
      var all = NumberSet()
      for part in parts {
        guard let ids = try few(part, limit: limit) else { return nil }
        all.formUnion(NumberSet(ids))
        guard all.count <= limit else { return nil }
      }
      return all.numbers
    case .owners(let part): return try IndexedBooksReader(postings.ofOwner).few(part, limit: limit)
    case .not, .postings, .texts, .tags: return nil
    }
  }

  /// Exactly the books that the indexes find.
  ///
  /// - Parameter limits: only these; `nil` for all.
  func all(_ books: IndexedBooks, within limits: NumberSet? = nil) throws -> GatheredBooks {
    switch books {
    case .rows(let rows):
      var union = NumberUnion()
      try connection.statement("SELECT id \(rows.source)").forEachRow(rows.values) { union.insert($0.integer(0)) }
      return GatheredBooks(set: union.finish(), isInverted: false)
    case .postings(let keys):
      return GatheredBooks(set: try postings.books(keys, within: limits), isInverted: false)
    case .tested(let candidates, let test):
      var found = NumberSet()
      let table = BookTable(connection: connection)
      try shown(all(candidates, within: limits)).forEachNumber { id in
        let book = try postings.marks == nil ? table.storedBook(Book.ID(id)) : table.book(Book.ID(id))
        if let book, book.visibility == .shown, try test(book) { found.insert(id) }
        return true
      }
      return GatheredBooks(set: found, isInverted: false)
    case .texts(let column, let test):
      return GatheredBooks(set: try scanned(column, within: limits, test), isInverted: false)
    case .tags(let test):
      return GatheredBooks(set: try tagged(within: limits, test), isInverted: false)
    case .all(let parts):
      var gathered = GatheredBooks.everything
      // What is known sooner bounds what has to be looked at.
      for part in parts.sorted(by: { $0.effort < $1.effort }) {
        gathered = gathered.intersection(try all(part, within: gathered.included ?? limits))
      }
      return gathered
    case .any(let parts):
      return try parts.reduce(GatheredBooks.everything) { $0.intersection(try all($1, within: limits).inverted) }
        .inverted
    case .not(let part): return try all(part, within: limits).inverted
    case .owners(let part): return try IndexedBooksReader(postings.ofOwner).all(part, within: limits)
    }
  }

  /// The books whose text in a column passes a test.
  ///
  /// - Parameter limits: only these; `nil` for all.
  private func scanned(
    _ column: String, within limits: NumberSet?, _ test: (String) throws -> Bool
  ) throws -> NumberSet {
    var found = NumberSet()
    var report = try ScanReport(connection) { try limits?.count ?? shown(.everything).count }
    defer { report.finish() }
    let condition = "\(column) IS NOT NULL AND \(BookTable.isShown)"
    guard let limits else {
      // In the order of the ids, as the file has them.
      try connection.statement("SELECT id, \(column) FROM book WHERE \(condition) ORDER BY id").forEachRow {
        report.advance()
        if try test($0.text(1)) { found.insert($0.integer(0)) }
      }
      return found
    }
    let statement = try connection.statement("SELECT \(column) FROM book WHERE id = ? AND \(condition)")
    try limits.forEachNumber { id in
      report.advance()
      if try statement.first([.integer(id)], { try test($0.text(0)) }) == true { found.insert(id) }
      return true
    }
    return found
  }

  /// Of so many books their own tags are read sooner than all tags that there are.
  private static let fewBooks = 2_000

  /// The books with a tag that passes a test: of many, each tag is tested once, however many books have it.
  ///
  /// - Parameter limits: only these matter; `nil` for all.
  private func tagged(within limits: NumberSet?, _ test: (String) -> Bool) throws -> NumberSet {
    if let limits, limits.count <= Self.fewBooks {
      return try scanned("tags", within: limits) { text in
        if case .list(let tags)? = BookField.tags.definition.decode(text) {
          tags.contains(where: test)
        } else {
          false
        }
      }
    }
    var found = NumberUnion()
    let books = try connection.statement("SELECT book_id FROM book_tag WHERE tag = ?")
    try TagTable(connection: connection).forEachTag { tag in
      if test(tag) { try books.forEachRow([.text(tag)]) { found.insert($0.integer(0)) } }
    }
    return found.finish()
  }

  /// Exactly the books of a selection; those that the index may not hold yet are read and tested.
  ///
  /// - Parameter pending: their ids.
  func all(_ selection: BookSelection, pending: [ClosedRange<Int64>]) throws -> GatheredBooks {
    var gathered = try all(selection.indexed)
    let table = BookTable(connection: connection)
    for id in pending.joined() {
      guard let book = try table.book(Book.ID(id)), book.visibility == .shown else { continue }
      gathered.set(id, isContained: try selection.contains(book))
    }
    return gathered
  }

  /// The books by their ids, also where those are known that are left out; of these, only what the index holds.
  func shown(_ books: GatheredBooks) throws -> NumberSet {
    if let included = books.included { return included }
    return books.removed(from: try postings.books([.term(PostingKind.shown.term(""))]))
  }

  /// How many books a statement finds.
  func count(_ rows: IndexedBooks.Rows) throws -> Int {
    Int(try connection.integer("SELECT count(*) \(rows.source)", rows.values) ?? 0)
  }

  private func ids(of rows: IndexedBooks.Rows, limit: Int) throws -> [Int64] {
    var ids: [Int64] = []
    try connection.statement("SELECT id \(rows.source) LIMIT ?")
      .forEachRow(rows.values + [.integer(Int64(limit))]) { ids.append($0.integer(0)) }
    return ids
  }
}

/// Books by their ids: those of a set, or all shown books but those.
struct GatheredBooks {
  private var set: NumberSet
  private var isInverted: Bool

  static let everything = GatheredBooks(set: NumberSet(), isInverted: true)

  init(set: NumberSet, isInverted: Bool) {
    self.set = set
    self.isInverted = isInverted
  }

  var inverted: GatheredBooks { GatheredBooks(set: set, isInverted: !isInverted) }

  /// The books; `nil` of all but some.
  var included: NumberSet? { isInverted ? nil : set }

  /// The books that are left out; none where those are known that are not.
  var excluded: NumberSet { isInverted ? set : NumberSet() }

  /// Some books without those that are left out.
  func removed(from books: NumberSet) -> NumberSet { books.subtracting(excluded) }

  /// - Parameter id: of a shown book.
  func contains(_ id: Int64) -> Bool { set.contains(id) != isInverted }

  /// Puts in a shown book, or takes it out.
  mutating func set(_ id: Int64, isContained: Bool) {
    if isContained != isInverted { set.insert(id) } else { set.remove(id) }
  }

  /// - Parameter total: how many shown books there are.
  func count(of total: Int) -> Int { isInverted ? total - set.count : set.count }

  func intersection(_ other: GatheredBooks) -> GatheredBooks {
    var (first, second) = (self, other)
    if first.isInverted, !second.isInverted { swap(&first, &second) }
    switch (first.isInverted, second.isInverted) {
    case (true, _): first.set.formUnion(second.set)
    case (false, true): first.set.subtract(second.set)
    case (false, false): first.set.formIntersection(second.set)
    }
    return first
  }
}
