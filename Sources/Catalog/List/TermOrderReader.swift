import Bitmaps

/// Reads the books of a selection in the order of a field that lists have no index of: by the sets of the search index, which
/// stand in the order of the field's values. Books without a value stand last, by their ids.
struct TermOrderReader {
  /// How many books that were not searched, since a load brought them just now.
  let unindexed: Int
  private let order: TermOrder
  private let selection: BookSelection
  private let connection: Connection
  private let postings: PostingReader
  /// The books of the selection that the index holds.
  private let indexed: NumberSet
  /// The other ones, by the keys of their values, and those without a value.
  private let pending: (known: [Term: [Int64]], unknown: [Int64])

  init(_ selection: BookSelection, _ order: TermOrder, connection: Connection) throws {
    (self.selection, self.order, self.connection) = (selection, order, connection)
    postings = try PostingReader(connection: connection)
    let indexes = IndexedBooksReader(postings)
    let ranges = try DerivedPending(connection: connection).books()
    unindexed = ranges.total > RankedSearch.mostPending ? ranges.total : 0
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

  /// How many books there are.
  var count: Int { pending.known.values.reduce(indexed.count + pending.unknown.count) { $0 + $1.count } }

  /// A book of the selection and where it stands; `nil` of others.
  func entry(_ id: Book.ID) throws -> (place: BookPlace, book: Book)? {
    guard let book = try BookTable(connection: connection).book(id), book.visibility == .shown,
      try selection.contains(book)
    else { return nil }
    return (BookPlace(key: SQLValue(Self.term(of: book, order).map(key)), id: id), book)
  }

  /// - Parameter size: how many books, at least 1.
  func page(at position: PagePosition, size: Int, isBrief: Bool = false) throws -> BookPage {
    var place: BookPlace?
    var skipped = 0
    switch position {
    case .offset(let offset): skipped = max(0, offset)
    case .after(let cursor): place = try cursor.place(BookOrder(order))
    }
    var books: [Book] = []
    var last: BookPlace?
    var next: PageCursor?
    let table = BookTable(connection: connection)
    try forEachPlace(behind: place, skipping: skipped) { place in
      if books.count == size {
        next = last.map { PageCursor(order: BookOrder(order), key: $0.key, id: $0.id) }
        return false
      }
      if let book = try table.book(place.id) { books.append(isBrief ? book.withoutLongTexts : book) }
      last = place
      return true
    }
    return BookPage(books: books, next: next, unindexed: unindexed)
  }

  /// How many books stand before a book; `nil` where it is not of the selection.
  func position(of id: Book.ID) throws -> Int? {
    guard let place = try entry(id)?.place else { return nil }
    var before = 0
    try forEachSet { key, books in
      if key == place.key {
        before += books.numbers.count { order.isDescending ? $0 > id.rawValue : $0 < id.rawValue }
        return false
      }
      before += books.count
      return true
    }
    return before
  }

  /// Calls the body for the place of each book, in order, until it says stop.
  ///
  /// - Parameters:
  ///   - start: begins behind it; `nil` with the first one.
  ///   - skipped: so many are passed over.
  func forEachPlace(
    behind start: BookPlace? = nil, skipping skipped: Int = 0, _ body: (BookPlace) throws -> Bool
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
        // Of a key that many books share, all up to the start are met.
        if isBegun, let start = start?.id.rawValue, order.isDescending ? id >= start : id <= start { return true }
        if rest > 0 {
          rest -= 1
          return true
        }
        return try body(BookPlace(key: key, id: Book.ID(id)))
      }
      guard order.isDescending else { return try books.forEachNumber(take) }
      for id in books.numbers.reversed() where try !take(id) { return false }
      return true
    }
  }

  // MARK: Sets

  /// Calls the body for the books of each value, in order, and for those without one, until it says stop.
  ///
  /// - Parameter start: begins there, or with the next one that there is; null with the books without a value.
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
      from: first, before: end, descending: order.isDescending, besides: Array(pending.known.keys)
    ) { term, books in
      guard isChoice else { return try body(term.text, term, books) }
      choices.append((key(term), term, books))
      return true
    }
    // The words of a choice are few: all of them are put into the field's order.
    choices.sort { order.isDescending ? $1.key < $0.key : $0.key < $1.key }
    for choice in choices {
      if case .text(let start)? = start, order.isDescending ? start < choice.key : choice.key < start { continue }
      guard try body(choice.key, choice.term, choice.books) else { return }
    }
  }

  /// By what the books of a value are placed: its term; of a choice, with the place of the word among those of the field in
  /// front. One that the field has no more stands behind them.
  private func key(_ term: Term) -> String {
    guard order.kind == .choice else { return term.text }
    let place = order.choices.firstIndex { OwnTerms.key(.text($0), in: order.field) == term }
    return String(place ?? order.choices.count).leftPadded(to: 4) + term.text
  }

  private static func term(of book: Book, _ order: TermOrder) -> Term? {
    book[order.field].flatMap { OwnTerms.key($0, in: order.field) }
  }
}
