/// A change to one field of one book.
public struct FieldDifference: Sendable, Hashable {
  /// The id of the changed book.
  public let book: Book.ID
  /// The book's title before the change.
  public let title: String
  /// The field whose shown value changed.
  public let field: BookField
  /// The value before the change; `nil` if there was none.
  public let old: FieldValue?
  /// The value after the change; `nil` if there is none.
  public let new: FieldValue?
  /// After a merge, the books that supplied the new value. There are several if their values were combined.
  public internal(set) var from: [Book.ID] = []

  /// Returns the differences between two states of a book, in the order of fields.
  static func between(_ old: Book, _ new: Book) -> [FieldDifference] {
    let own = Set(old.ownFields).union(new.ownFields).sorted()
    return (BookField.allCases + own).compactMap { field in
      guard old[field]?.storedText != new[field]?.storedText else { return nil }
      return FieldDifference(book: old.id, title: old.title, field: field, old: old[field], new: new[field])
    }
  }
}

/// The outcome of a change: the changed books, the visible differences, and the step that `undo` reverts.
///
/// ```swift
/// let outcome = try await catalog.edit(book.id) { $0.title = "Sleep" }
/// for difference in outcome.differences { print(difference.field, difference.new?.description ?? "none") }
/// ```
public struct ChangeOutcome: Sendable, Hashable {
  /// The books that changed, in the order given by the caller.
  public var books: [Book.ID] = []
  /// The changes to shown values, one for each changed field of each book.
  public var differences: [FieldDifference] = []
  /// Warnings about implausible reading dates, such as an end before the beginning or a day in the future. Each warning
  /// is one line of text for people. The dates are stored as given.
  public var doubts: [String] = []
  /// The step that `undo` reverts; `nil` if nothing changed.
  public var step: HistoryStep.ID?
  /// A one-line description of the change.
  public var summary = "nothing changed"

  /// Creates the outcome of a change that had no effect.
  public init() {}

  /// Adds warnings about implausible dates of a book's readings, except warnings that are already known.
  mutating func doubt(_ book: Book, known: [String] = [], today: PartialDate) {
    doubts += DoubtfulDays.lines(of: book, today: today).filter { !known.contains($0) }.map {
      "\(book.id) \(book.title): \($0)"
    }
  }
}
