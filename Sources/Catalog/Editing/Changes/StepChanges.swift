import CatalogDatabase

/// The changes that a step made, grouped by book (``CatalogSnapshot/changes(of:limit:)``).
public struct StepChanges: Sendable, Hashable {
  /// The changes to one book.
  public struct OfBook: Sendable, Hashable, Identifiable {
    /// The id of the book.
    public let id: Book.ID
    /// The current title of the book.
    public let title: String
    /// The changes that the step made to the book. There is at least one.
    public package(set) var changes: [HistoryChange]
  }

  /// The step that made the changes.
  public package(set) var step: HistoryStep
  /// The changed books in ascending order of their ids, up to the requested limit. Removed books are included.
  public package(set) var books: [OfBook]
  /// The total number of books that the step changed. It is 0 if the step changed only sources, user-defined fields or
  /// saved searches.
  public let bookCount: Int
}

/// Reads the changes that a step made. In the history, an import of a million books may be a single row with a range of
/// books, whereas a refresh has one row for each record.
struct StepChangesReader {
  /// The number of rows to read at a time.
  private static let batch = 500

  let connection: Connection

  /// - Parameter limit: The maximum number of books to read.
  func changes(of step: HistoryStep, limit: Int) throws -> StepChanges {
    let reader = HistoryReader(connection: connection)
    let books = try firstBooks(of: step.id, limit: limit).compactMap { id -> StepChanges.OfBook? in
      guard let book = try BookTable(connection: connection).book(id) else { return nil }
      return StepChanges.OfBook(id: id, title: book.title, changes: try reader.changes(of: step, book: id))
    }
    return StepChanges(step: step, books: books, bookCount: try count(of: step.id))
  }

  private func firstBooks(of step: HistoryStep.ID, limit: Int) throws -> [Book.ID] {
    let table = HistoryTable(connection: connection)
    var found: Set<Book.ID> = []
    var position: (book: Book.ID, field: String)? = (Book.ID(0), "~")
    while found.count < limit {
      let entries = try table.entries(of: step, after: position, limit: Self.batch)
      for entry in entries {
        guard case .added(let through) = entry.subject, through > entry.book else {
          found.insert(entry.book)
          continue
        }
        for number in (entry.book.rawValue...through.rawValue).prefix(limit) { found.insert(Book.ID(number)) }
      }
      guard entries.count == Self.batch, let last = entries.last else { break }
      position = (last.book, HistoryTable.name(of: last.subject))
    }
    return Array(found.sorted().prefix(limit))
  }

  /// Counts the books that a step changed. Each book counts once, whether it is in a range of added books or has
  /// entries of its own.
  private func count(of step: HistoryStep.ID) throws -> Int {
    let newest = try connection.id("SELECT max(id) FROM book") ?? Book.ID(0)
    var ranges: [ClosedRange<Int64>] = []
    try connection.statement(
      "SELECT book_id, last_book_id FROM history WHERE step_id = ? AND field = 'added' ORDER BY book_id"
    ).forEachRow([.id(step)]) { row in
      let (first, last) = (row.integer(0), min(row.integer(1), newest.rawValue))
      if first > 0, first <= last { ranges.append(first...last) }
    }
    var rest = ranges[...]
    var count = ranges.reduce(0) { $0 + $1.count }
    try connection.statement(
      "SELECT DISTINCT book_id FROM history WHERE step_id = ? AND book_id > 0 ORDER BY book_id"
    ).forEachRow([.id(step)]) { row in
      let book = row.integer(0)
      while let range = rest.first, range.upperBound < book { rest.removeFirst() }
      if rest.first?.contains(book) != true { count += 1 }
    }
    return count
  }
}
