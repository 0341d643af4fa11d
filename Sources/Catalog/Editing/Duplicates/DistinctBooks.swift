import CatalogDatabase
import FoundationEssentials

/// The pairs of books that the user marked as different. They are stored only in the history of steps in effect, so
/// undoing a step removes its pairs.
struct DistinctBooks {
  let connection: Connection

  /// An unordered pair of books.
  struct Pair: Hashable {
    private let lower: Book.ID
    private let upper: Book.ID

    init(_ one: Book.ID, _ other: Book.ID) { (lower, upper) = one < other ? (one, other) : (other, one) }
  }

  /// Returns all pairs. A merged book is replaced by the book that it was merged into.
  func pairs() throws -> Set<Pair> {
    let merged = HiddenBooks(connection: connection)
    var owners: [Book.ID: Book.ID] = [:]
    func owner(_ book: Book.ID) throws -> Book.ID {
      if let known = owners[book] { return known }
      let owner = try merged.owner(of: book)
      owners[book] = owner
      return owner
    }
    return try Set(HistoryTable(connection: connection).distinct().map { try Pair(owner($0), owner($1)) })
  }

  /// Marks all given books as different from each other, as one step. Does nothing if all pairs are already marked.
  func mark(_ ids: [Book.ID], now: Date) throws -> ChangeOutcome {
    let books = try Set(ids).sorted().map(BookTable(connection: connection).shownBook)
    guard books.count > 1 else { throw InvalidValue("books", "", "at least two different books are needed") }
    let known = try pairs()
    let recorder = ChangeRecorder(connection: connection, kind: .distinct, now: now)
    var outcome = ChangeOutcome()
    for (index, one) in books.enumerated() {
      for other in books[(index + 1)...] where !known.contains(Pair(one.id, other.id)) {
        // The decision is recorded in the history of both books.
        for (book, from) in [(one.id, other.id), (other.id, one.id)] {
          try recorder.record(book, .distinct(from: from), old: nil, new: HistoryTable.State(value: "", base: nil))
        }
      }
    }
    guard recorder.step != nil else { return outcome }
    outcome.books = books.map(\.id)
    let others = books.dropFirst().map { String($0.id) }.joined(separator: ", ")
    outcome.summary = "\(ChangeSummary.name(books[0].title)): marked as different from \(others)"
    outcome.step = recorder.step
    try recorder.finish(summary: outcome.summary)
    return outcome
  }
}
