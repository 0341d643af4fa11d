import Bitmaps
import CatalogDatabase

/// A reader that finds books by means of indexes. Reading an index row takes a fiftieth of the time needed to read and
/// test a book, and books found in the search index cost next to nothing.
struct IndexedBooksReader {
  private let postings: PostingReader
  private var connection: Connection { postings.connection }

  init(_ postings: PostingReader) { self.postings = postings }

  /// Returns the ids of candidates if there are few. The candidates are all books that a lookup finds, and possibly
  /// other books, so the caller must test each of them.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of ids to return. No part of the lookup reads more than this number.
  ///   - limits: If not `nil`, only books in this set are searched.
  /// - Returns: The ids, or `nil` if there may be more than the limit.
  func limitedIDs(_ books: IndexedBooks, limit: Int, within limits: NumberSet? = nil) throws -> [Int64]? {
    if books.isOfPostings {
      let found = try among(limits, all(books, within: limits))
      return found.count <= limit ? found.numbers : nil
    }
    switch books {
    case .rows(let rows): return try ids(of: rows, limit: limit, within: limits)
    case .tested(let candidates, _): return try limitedIDs(candidates, limit: limit, within: limits)
    case .all(let parts):
      let limits = try viewers(of: books, within: limits)
      if let limits, limits.count <= limit { return limits.numbers }
      let parts = parts.filter { !$0.isViewers }
      let known = parts.filter(\.isOfPostings)
      if !known.isEmpty, let ids = try limitedIDs(.all(known), limit: limit, within: limits) { return ids }
      for part in parts where !part.isOfPostings {
        if let ids = try limitedIDs(part, limit: limit, within: limits) { return ids }
      }
      return nil
    case .any(let parts):
      var all = NumberSet()
      for part in parts {
        guard let ids = try limitedIDs(part, limit: limit, within: limits) else { return nil }
        all.formUnion(NumberSet(ids))
        guard all.count <= limit else { return nil }
      }
      return all.numbers
    case .owners, .not, .postings, .texts, .tags: return nil
    }
  }

  /// Returns the books that the viewer may see.
  ///
  /// - Returns: The books, or `nil` if the viewer may see every book and `limits` is `nil`.
  func viewers(of books: IndexedBooks, within limits: NumberSet? = nil) throws -> NumberSet? {
    guard case .all(let parts) = books else { return limits }
    return try parts.reduce(limits) { limits, part in
      part.isViewers ? try among(limits, all(part, within: limits)) : limits
    }
  }

  /// Returns exactly the books that a lookup finds.
  ///
  /// A book's texts are read and tested only if the viewer may see the book and it meets all conditions that are
  /// cheaper to test. Therefore, neither an error nor the time taken by a pattern reveals anything about books that the
  /// viewer may not see.
  ///
  /// - Parameter limits: If not `nil`, only books in this set are searched.
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
      var gathered = limits.map { GatheredBooks(set: $0, isInverted: false) } ?? .everything
      let others = parts.filter { !$0.isViewers }.sorted { $0.effort < $1.effort }
      for part in parts.filter(\.isViewers) + others {
        gathered = gathered.intersection(try all(part, within: bounds(of: gathered, for: part)))
      }
      return gathered
    case .any(let parts):
      return try parts.reduce(GatheredBooks.everything) { $0.intersection(try all($1, within: limits).inverted) }
        .inverted
    case .not(let part): return try all(part, within: limits).inverted
    case .owners(let part): return try IndexedBooksReader(postings.ofOwner).all(part, within: limits)
    }
  }

  /// Returns the books to which a part of a combined lookup should be restricted, or `nil` for no restriction. A part
  /// that needs only an index is cheap even without a restriction. A part that reads books is restricted to the books
  /// that the other parts have left over.
  private func bounds(of gathered: GatheredBooks, for part: IndexedBooks) throws -> NumberSet? {
    if let included = gathered.included { return included }
    return part.effort > .rows && !gathered.isEverything ? try shown(gathered) : nil
  }

  /// Returns the given books that are also in `limits`. If `limits` is `nil`, returns all given books.
  private func among(_ limits: NumberSet?, _ books: GatheredBooks) throws -> NumberSet {
    guard let limits else { return try shown(books) }
    return books.included.map(limits.intersection) ?? books.removed(from: limits)
  }

  /// Returns the books whose text in a column passes a test.
  ///
  /// - Parameter limits: If not `nil`, only books in this set are read.
  private func scanned(
    _ column: String, within limits: NumberSet?, _ test: (String) throws -> Bool
  ) throws -> NumberSet {
    var found = NumberSet()
    var report = try ScanReport(connection) { try limits?.count ?? shown(.everything).count }
    defer { report.finish() }
    // Rows are read in the order of the file. Consecutive ids are read with one run of the statement, because starting
    // a run costs as much as reading several rows.
    let statement = try connection.statement(
      "SELECT id, \(column) FROM book WHERE id BETWEEN ? AND ? AND \(column) IS NOT NULL AND \(BookTable.isShown)")
    func scan(_ ids: ClosedRange<Int64>) throws {
      try statement.forEachRow([.integer(ids.lowerBound), .integer(ids.upperBound)]) { row in
        report.advance()
        connection.booksRead += 1
        if try test(row.text(1)) { found.insert(row.integer(0)) }
      }
    }
    if let limits { try limits.forEachRange(scan) } else { try scan(BookTable.ids) }
    return found
  }

  /// The maximum number of books whose tags are read from the books. For more books, testing every tag of the catalog
  /// once is faster.
  private static let ownTagsLimit = 2_000

  /// Returns the books that have a tag that passes a test. Each tag is tested only once, however many books have it.
  ///
  /// - Parameter limits: If not `nil` and small, only books in this set are searched.
  private func tagged(within limits: NumberSet?, _ test: (String) -> Bool) throws -> NumberSet {
    if let limits, limits.count <= Self.ownTagsLimit {
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

  /// Returns exactly the books of a selection. Books that the index may not contain yet are read and tested one by one.
  ///
  /// - Parameter pending: The ids of the books that the index may not contain yet.
  func all(_ selection: BookSelection, pending: [ClosedRange<Int64>]) throws -> GatheredBooks {
    var gathered = try all(selection.indexed)
    let table = BookTable(connection: connection)
    for id in pending.joined() {
      guard let book = try table.book(Book.ID(id)), book.visibility == .shown else { continue }
      gathered.set(id, isContained: try selection.contains(book))
    }
    return gathered
  }

  /// Returns the set as the ids of its books. If only the excluded books are known, it is computed from all shown
  /// books.
  func shown(_ books: GatheredBooks) throws -> NumberSet {
    if let included = books.included { return included }
    return books.removed(from: try postings.books([.term(PostingKind.shown.term(""))]))
  }

  /// Returns the number of books that a statement returns.
  func count(_ rows: IndexedBooks.Rows) throws -> Int {
    Int(try connection.integer("SELECT count(*) \(rows.source)", rows.values) ?? 0)
  }

  /// Returns the ids of the books that a statement returns, or `nil` if there are more than the limit.
  private func ids(of rows: IndexedBooks.Rows, limit: Int, within limits: NumberSet?) throws -> [Int64]? {
    var ids: [Int64] = []
    let isWhole = try connection.statement("SELECT id \(rows.source)").scan(rows.values) { row in
      let id = row.integer(0)
      guard limits?.contains(id) ?? true else { return true }
      ids.append(id)
      return ids.count <= limit
    }
    return isWhole ? ids : nil
  }
}

/// A set of shown books. It stores either the ids of the books in the set, or the ids of the books that are not in it.
struct GatheredBooks {
  private var set: NumberSet
  private var isInverted: Bool

  static let everything = GatheredBooks(set: NumberSet(), isInverted: true)

  init(set: NumberSet, isInverted: Bool) {
    self.set = set
    self.isInverted = isInverted
  }

  var inverted: GatheredBooks { GatheredBooks(set: set, isInverted: !isInverted) }

  /// True if the set is known to contain all shown books.
  var isEverything: Bool { isInverted && set.isEmpty }

  /// The ids of the books in the set, or `nil` if only the excluded books are stored.
  var included: NumberSet? { isInverted ? nil : set }

  /// The ids of the excluded books. Empty if the included books are stored.
  var excluded: NumberSet { isInverted ? set : NumberSet() }

  /// Returns the given books without those that this set excludes.
  func removed(from books: NumberSet) -> NumberSet { books.subtracting(excluded) }

  /// Returns true if the set contains a book.
  ///
  /// - Parameter id: The id of a shown book.
  func contains(_ id: Int64) -> Bool { set.contains(id) != isInverted }

  /// Adds a shown book to the set, or removes it.
  mutating func set(_ id: Int64, isContained: Bool) {
    if isContained != isInverted { set.insert(id) } else { set.remove(id) }
  }

  /// Returns the number of books in the set.
  ///
  /// - Parameter total: The number of all shown books.
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
