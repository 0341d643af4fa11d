/// The outcome of `undo` or `redo`.
public struct ReplayOutcome: Sendable, Hashable {
  /// The step that was undone or redone, in its state before the replay.
  public let step: HistoryStep
  /// The books that changed, in the order of their ids.
  public let books: [Book.ID]
  /// The changes that were not replayed, because a later step changed the same thing.
  public let left: [LeftChange]
}

/// A change that was not replayed, because a later step changed the same thing.
public enum LeftChange: Sendable, Hashable, CustomStringConvertible {
  /// The visibility of a book, or the values of its sources.
  case book(Book.ID)
  /// A field of a book.
  case field(BookField, of: Book.ID)
  /// The state of the source with this name: active, paused or removed.
  case source(String)
  /// The user-defined field with this name.
  case ownField(String)
  /// The saved search with this name.
  case savedSearch(String)

  /// The change as text for people, such as `title of 42`.
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
