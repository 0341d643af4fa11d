import Bitmaps
import CatalogDatabase
import Platform

/// Reads the books of a selection in the order of a field that has no list index. Uses search terms that are sorted
/// like the values of the field. Books without a value come last, ordered by id.
struct TermOrderReader {
  /// The number of books that were left out because a bulk load has not indexed them yet.
  let unindexed: Int
  private let order: TermOrder
  private let selection: BookSelection
  private let connection: Connection
  private let postings: PostingReader
  /// The selected books that are indexed.
  private let indexed: NumberSet
  /// The selected books that are not indexed yet. `known` contains books with a value in the field, by their term;
  /// `unknown` contains books without a value.
  private let pending: (known: [Term: [Int64]], unknown: [Int64])

  init(_ selection: BookSelection, _ order: TermOrder, connection: Connection) throws {
    (self.selection, self.order, self.connection) = (selection, order, connection)
    postings = try PostingReader(connection: connection)
    let indexes = IndexedBooksReader(postings)
    let ranges = try DerivedPending(connection: connection).books()
    unindexed = ranges.total > RankedSearch.maxPending ? ranges.total : 0
    var indexed = try indexes.shown(indexes.all(selection.indexed))
    var (known, unknown): ([Term: [Int64]], [Int64]) = ([:], [])
    if unindexed == 0 {
      let table = BookTable(connection: connection)
      for id in ranges.joined() {
        indexed.remove(id)
        guard let book = try table.book(Book.ID(id)), book.visibility == .shown, try selection.contains(book) else {
          continue
        }
        if let term = Self.term(of: book, order) { known[term, default: []].append(id) } else { unknown.append(id) }
      }
    }
    (self.indexed, pending) = (indexed, (known, unknown))
  }

  /// The number of selected books. Books that were left out (``unindexed``) are not counted.
  var count: Int { pending.known.values.reduce(indexed.count + pending.unknown.count) { $0 + $1.count } }

  /// Returns a book and its position, or `nil` if the book is not selected.
  func entry(_ id: Book.ID) throws -> (position: BookPosition, book: Book)? {
    guard let book = try BookTable(connection: connection).book(id), book.visibility == .shown,
      try selection.contains(book)
    else { return nil }
    return (BookPosition(key: SQLValue(Self.term(of: book, order).map(key)), id: id), book)
  }

  /// Returns a page of the selected books.
  ///
  /// - Parameter size: The maximum number of books, at least 1.
  func page(at position: PagePosition, size: Int, isBrief: Bool = false) throws -> BookPage {
    var start: BookPosition?
    var skipped = 0
    switch position {
    case .offset(let offset): skipped = max(0, offset)
    case .after(let cursor): start = try cursor.position(BookOrder(order))
    }
    var books: [Book] = []
    var last: BookPosition?
    var next: PageCursor?
    let table = BookTable(connection: connection)
    try forEachPosition(after: start, skipping: skipped) { found in
      if books.count == size {
        next = last.map { PageCursor(order: BookOrder(order), key: $0.key, id: $0.id) }
        return false
      }
      if let book = try table.book(found.id) { books.append(isBrief ? book.withoutLongTexts : book) }
      last = found
      return true
    }
    return BookPage(books: books, next: next, unindexed: unindexed)
  }

  /// Returns the number of books that come before a book, or `nil` if the book is not selected.
  func position(of id: Book.ID) throws -> Int? {
    guard let target = try entry(id)?.position else { return nil }
    var before = 0
    try forEachSet { key, books in
      if key == target.key {
        before += books.numbers.count { order.isDescending ? $0 > id.rawValue : $0 < id.rawValue }
        return false
      }
      before += books.count
      return true
    }
    return before
  }

  /// Calls the body with the position of each selected book, in order, until the body returns false.
  ///
  /// - Parameters:
  ///   - start: The position after which to begin, or `nil` to begin with the first book.
  ///   - skipped: The number of books to skip.
  func forEachPosition(
    after start: BookPosition? = nil, skipping skipped: Int = 0, _ body: (BookPosition) throws -> Bool
  ) throws {
    var rest = skipped
    try forEachSet(from: start?.key) { key, books in
      let isBegun = key == start?.key
      if !isBegun, rest > 0 {
        let count = books.count
        if count <= rest {
          rest -= count
          return true
        }
      }
      func take(_ id: Int64) throws -> Bool {
        // Books with the same key as the start position, up to that position, are skipped.
        if isBegun, let start = start?.id.rawValue, order.isDescending ? id >= start : id <= start { return true }
        if rest > 0 {
          rest -= 1
          return true
        }
        return try body(BookPosition(key: key, id: Book.ID(id)))
      }
      guard order.isDescending else { return try books.forEachNumber(take) }
      for id in books.numbers.reversed() where try !take(id) { return false }
      return true
    }
  }

  // MARK: Sets

  /// Calls the body with the books that have each value, in the order of the values. Then calls it with the books
  /// without a value. Stops when the body returns false.
  ///
  /// - Parameter start: The sort key at which to begin. If no book has this key, the next key is used. If it is
  ///   `SQLValue.null`, begins with the books without a value. If it is `nil`, begins with the first value.
  private func forEachSet(from start: SQLValue? = nil, _ body: (SQLValue, NumberSet) throws -> Bool) throws {
    var goesOn = true
    if start != .null {
      try forEachTerm(from: start) { key, term, books in
        let books = books.intersection(indexed).union(NumberSet(pending.known[term] ?? []))
        if !books.isEmpty { goesOn = try body(.text(key), books) }
        return goesOn
      }
    }
    guard goesOn else { return }
    let known = try postings.books([.term(OwnTerms.any(of: order.field))])
    _ = try body(.null, indexed.subtracting(known).union(NumberSet(pending.unknown)))
  }

  private func forEachTerm(
    from start: SQLValue?, _ body: (_ key: String, Term, NumberSet) throws -> Bool
  ) throws {
    var (first, end) = OwnTerms.keys(of: order.field, order.kind)
    let isChoice = order.kind == .choice
    if !isChoice, case .text(let text)? = start {
      let term = Term(text: text)
      if order.isDescending { end = min(end, term.next) } else { first = max(first, term) }
    }
    var choices: [(key: String, term: Term, books: NumberSet)] = []
    try postings.forEachSet(
      from: first, before: end, descending: order.isDescending, including: Array(pending.known.keys)
    ) { term, books in
      guard isChoice else { return try body(term.text, term, books) }
      choices.append((key(term), term, books))
      return true
    }
    // A choice field has few values, so all of them are read and then sorted in the order of the choices.
    choices.sort { order.isDescending ? $1.key < $0.key : $0.key < $1.key }
    for choice in choices {
      if case .text(let start)? = start, order.isDescending ? start < choice.key : choice.key < start { continue }
      guard try body(choice.key, choice.term, choice.books) else { return }
    }
  }

  /// Returns the sort key for a value's term. For a choice field, the key begins with the index of the value among the
  /// choices, and values that are no longer choices are sorted last. For other fields, the key is the term itself.
  private func key(_ term: Term) -> String {
    guard order.kind == .choice else { return term.text }
    let index = order.choices.firstIndex { OwnTerms.key(.text($0), in: order.field) == term }
    return String(index ?? order.choices.count).leftPadded(to: 4) + term.text
  }

  private static func term(of book: Book, _ order: TermOrder) -> Term? {
    book[order.field].flatMap { OwnTerms.key($0, in: order.field) }
  }
}
