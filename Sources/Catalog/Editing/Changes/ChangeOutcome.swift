/// One field of one book, before and after.
public struct FieldDifference: Sendable, Hashable {
  /// The id of the book.
  public let book: Book.ID
  /// The book's title before the change.
  public let title: String
  /// Which of its fields shows something else.
  public let field: BookField
  /// The value that it showed before; `nil` when it had none.
  public let old: FieldValue?
  /// The value that it shows now; `nil` when it has none.
  public let new: FieldValue?
  /// Of books that were merged, those whose value it is: several where it was added up.
  public internal(set) var from: [Book.ID] = []

  /// What differs between two states of a book, in the order of fields.
  static func between(_ old: Book, _ new: Book) -> [FieldDifference] {
    let own = Set(old.ownFields).union(new.ownFields).sorted()
    return (BookField.allCases + own).compactMap { field in
      guard old[field]?.storedText != new[field]?.storedText else { return nil }
      return FieldDifference(book: old.id, title: old.title, field: field, old: old[field], new: new[field])
    }
  }
}

/// The outcome of a change: the books, the differences that show, and the step by which it is undone.
public struct ChangeOutcome: Sendable, Hashable {
  /// The books that changed, in the order in which they were named.
  public var books: [Book.ID] = []
  /// The fields of these books that show another value now.
  public var differences: [FieldDifference] = []
  /// What the change says of the days of readings that can hardly be meant, such as an end before the beginning, or one
  /// that has not come, a line for people each. It is stored as it was given.
  public var doubts: [String] = []
  /// The step by which `undo` takes it back; `nil` when nothing changed.
  public var step: HistoryStep.ID?
  /// One line that says what was done.
  public var summary = "nothing changed"

  /// The outcome of a change that changed nothing.
  public init() {}

  /// Notes what can hardly be meant of the days of a book's readings, but for what was known before.
  mutating func doubt(_ book: Book, known: [String] = [], today: PartialDate) {
    doubts += DoubtfulDays.lines(of: book, today: today).filter { !known.contains($0) }.map {
      "\(book.id) \(book.title): \($0)"
    }
  }
}
