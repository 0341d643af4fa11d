import Bitmaps
import CatalogDatabase

/// Computes ``ReadingStatistics``. The numbers of books by read state, rating and language come from the search index.
/// Rows of `book` are read only for books that somebody started to read, which are a small part of a large catalog.
/// Only a few columns of these rows are read. Books that are not indexed yet are read completely.
struct StatisticsReader {
  private let connection: Connection
  private let postings: PostingReader

  init(connection: Connection) throws {
    self.connection = connection
    postings = try PostingReader(connection: connection)
  }

  /// Returns statistics about the books that a query finds.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - year: The year whose readings are counted, or `nil` for all years.
  ///   - limit: The maximum number of authors to list.
  /// - Throws: ``InvalidValue`` if the year is out of range.
  func statistics(of query: BookQuery, year: Int?, authors limit: Int) throws -> ReadingStatistics {
    if let year { _ = try PartialDate(year: year) }
    var tally = ReadingTally(year: year, today: PartialDate.day(at: connection.clock()))
    let selection = try QueryCompiler(connection: connection).selection(for: query.parsed)
    let indexes = IndexedBooksReader(postings)
    var books = try indexes.shown(indexes.all(selection.indexed))
    for range in try DerivedPending(connection: connection).books() {
      books.subtract(NumberSet(range))
      try countPending(range, of: selection, year, in: &tally)
    }
    try countStates(of: books, in: &tally)
    let read = try countReadings(of: books, in: &tally)
    try countShares(of: year == nil ? books : read, in: &tally)
    let titles = BookTable(connection: connection)
    return try tally.statistics(authors: limit) { try titles.line($0, withAuthors: false)?.title ?? "" }
  }

  // MARK: From the index

  private func countStates(of books: NumberSet, in tally: inout ReadingTally) throws {
    var unread = NumberSet()
    for state in ReadState.allCases {
      let found = try postings.books([Self.key(state)], within: books)
      tally.count(books: found.count, in: state)
      if Self.unread.contains(state) { unread.formUnion(found) }
    }
    let owned = try postings.books([.term(PostingKind.copy.term("owned"))], within: books)
    tally.count(owned: owned.count, unread: owned.intersection(unread).count)
  }

  private func countShares(of books: NumberSet, in tally: inout ReadingTally) throws {
    try forEachSet(.rating, of: books) { tally.count($1, rated: try rating($0)) }
    try forEachSet(.average, of: books) { tally.count($1, average: try rating($0)) }
    var known = 0
    try forEachSet(.language, of: books) { term, count in
      tally.count(count, in: String(term.value))
      known += count
    }
    tally.count(books.count - known, in: nil)
  }

  /// Calls the body with each term of a kind, and the number of the given books that have the term. Terms that none of
  /// these books has are skipped.
  private func forEachSet(
    _ kind: PostingKind, of books: NumberSet, _ body: (Term, Int) throws -> Void
  ) throws {
    guard !books.isEmpty, case .range(let first, let end) = kind.all else { return }
    try postings.forEachSet(from: first, before: end, descending: false, including: []) { term, set in
      let count = set.intersection(books).count
      if count > 0 { try body(term, count) }
      return true
    }
  }

  private func rating(_ term: Term) throws -> Double {
    guard let rating = NumberScale.rating(of: term) else { throw postings.table.damage("\(term.text) is not a rating") }
    return rating
  }

  private static func key(_ state: ReadState) -> PostingKey { .term(PostingKind.readState.term(state.rawValue)) }

  /// The read states of books that nobody has started to read.
  private static let unread: [ReadState] = [.unread, .want]

  // MARK: From rows

  /// Counts the readings of the given books.
  ///
  /// - Returns: The books with at least one reading that was counted.
  private func countReadings(of books: NumberSet, in tally: inout ReadingTally) throws -> NumberSet {
    let again = try postings.books([.term(HeldTerms.term(.earlierReadings))], within: books)
    let begun = ReadState.allCases.filter { !Self.unread.contains($0) }.map(Self.key)
    let rows = try connection.statement(
      "SELECT read_state, started, finished, pages, authors, details FROM book WHERE id = ?")
    let table = BookTable(connection: connection)
    var read = NumberUnion()
    try postings.books(begun, within: books).union(again).forEachNumber { id in
      if postings.marks != nil {
        if let book = try table.book(Book.ID(id)), tally.count(BookReadings(book), authors: { book.authors }) {
          read.insert(id)
        }
        return true
      }
      let earlier = again.contains(id) ? try earlierReadings(of: id) : []
      try rows.forEachRow([.integer(id)]) { row in
        let state = ReadState(code: row.integer(0)) ?? .unread
        let readings = BookReadings(
          id: Book.ID(id), state: state,
          started: row.optionalInteger(1).flatMap { PartialDate(encoded: $0) },
          finished: row.optionalInteger(2).flatMap { PartialDate(encoded: $0) }, earlier: earlier,
          pages: row.optionalInteger(3).map { Int($0) },
          progress: state.isOpen ? row.optionalText(5).map { DetailFields(stored: $0).progress } ?? [] : [])
        if tally.count(readings, authors: { row.lines(4) }) { read.insert(id) }
      }
      return true
    }
    return read.finish()
  }

  private func earlierReadings(of id: Int64) throws -> [Reading] {
    let details = try connection.text("SELECT details FROM book WHERE id = ?", [.integer(id)])
    return details.map { DetailFields(stored: $0).earlierReadings } ?? []
  }

  /// Counts the books of a selection that are in a range of ids. The books are read, because they are not indexed yet.
  private func countPending(
    _ range: ClosedRange<Int64>, of selection: BookSelection, _ year: Int?, in tally: inout ReadingTally
  ) throws {
    let table = BookTable(connection: connection)
    for id in range {
      guard let book = try table.book(Book.ID(id)), book.visibility == .shown, try selection.contains(book) else {
        continue
      }
      tally.count(books: 1, in: book.readState)
      if book.isOwned { tally.count(owned: 1, unread: Self.unread.contains(book.readState) ? 1 : 0) }
      let isRead = tally.count(BookReadings(book)) { book.authors }
      guard year == nil || isRead else { continue }
      if let rating = book.rating { tally.count(1, rated: rating) }
      if let average = book.averageRating { tally.count(1, average: average) }
      tally.count(1, in: book.language.map(LanguageCode.canonical))
    }
  }
}
