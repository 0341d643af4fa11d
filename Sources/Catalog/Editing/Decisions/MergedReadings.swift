/// What becomes of the readings of books that become one. The first book that says anything of one tells of the reading that goes
/// on; what another one says of the same reading fills in what is not known of it. A reading of another one that was begun,
/// and cannot be the same, is an earlier one: the days of two readings are never mixed, and none is dropped.
struct MergedReadings {
  static let fields: [BookField] = [.readState, .started, .finished]

  /// The books that say nothing of the reading that goes on.
  private(set) var others: Set<Book.ID> = []
  /// What of these is an earlier reading now.
  private var earlierReadings: [Book.ID: Reading] = [:]
  private let books: [Book]

  /// - Parameters:
  ///   - books: in the order in which they are asked.
  ///   - isByHand: whether the user has said of a book that a field has no value.
  init(_ books: [Book], isByHand: (BookField, Book) throws -> Bool) rethrows {
    self.books = books
    let first = try books.first { book in
      try Self.fields.contains { try book.says($0) || isByHand($0, book) }
    }
    guard let first else { return }
    for book in books where book.id != first.id && !book.mayBeSameReading(as: first) {
      others.insert(book.id)
      if let reading = book.begunReading { earlierReadings[book.id] = reading }
    }
  }

  /// The earlier readings, in the order of their books.
  var earlier: [Reading] { books.compactMap { earlierReadings[$0.id] } }

  /// Who is asked for a field.
  func tellers(of field: BookField) -> [Book] {
    Self.fields.contains(field) ? books.filter { !others.contains($0.id) } : books
  }

  /// Whether what a book says of a field is told by an earlier reading now.
  func isEarlier(_ field: BookField, of book: Book) -> Bool {
    Self.fields.contains(field) && earlierReadings[book.id] != nil
  }
}

extension Book {
  fileprivate var hasEndedReading: Bool { finished != nil || readState == .read || readState == .abandoned }

  /// The reading as one of several; `nil` where it has no day and no end. One that goes on rests, where another one does.
  fileprivate var begunReading: Reading? {
    guard hasEndedReading || started != nil else { return nil }
    let outcome: ReadState = readState == .abandoned ? .abandoned : hasEndedReading ? .read : .paused
    return Reading(started: started, finished: finished, outcome: outcome)
  }

  /// Whether what is said of the reading may be said of another book's, which tells first: nothing contradicts.
  fileprivate func mayBeSameReading(as other: Book) -> Bool {
    func fits(_ one: PartialDate?, _ another: PartialDate?) -> Bool {
      guard let one, let another else { return true }
      return one.isCompatible(with: another)
    }
    if hasEndedReading {
      return other.hasEndedReading && fits(started, other.started) && fits(finished, other.finished)
    }
    if started == nil { return true }
    return !other.hasEndedReading && [.reading, .paused].contains(other.readState) && fits(started, other.started)
  }
}
