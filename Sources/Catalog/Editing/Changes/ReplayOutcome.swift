/// The outcome of `undo` or `redo`.
public struct ReplayOutcome: Sendable, Hashable {
  /// The step that was taken back or done again, as it was before.
  public let step: HistoryStep
  /// The books that changed, in the order of their ids.
  public let books: [Book.ID]
  /// The changes that were left as they are, since a later step changed the same.
  public let left: [LeftChange]
}

/// Something that a replay left as it is, since a later step changed it.
public enum LeftChange: Sendable, Hashable, CustomStringConvertible {
  /// Whether a book is shown, or what its sources say.
  case book(Book.ID)
  /// A field of a book.
  case field(BookField, of: Book.ID)
  /// Whether the source of this name takes part in refreshes.
  case source(String)
  /// The user's field of this name.
  case ownField(String)
  /// The saved search of this name.
  case savedSearch(String)

  /// In words for people: `title of 42`.
  public var description: String {
    switch self {
    case .book(let id): "book \(id)"
    case .field(let field, let id): "\(field.rawValue) of \(id)"
    case .source(let name): "source \(name)"
    case .ownField(let name): "field \(name)"
    case .savedSearch(let name): "search @\(name)"
    }
  }
}
