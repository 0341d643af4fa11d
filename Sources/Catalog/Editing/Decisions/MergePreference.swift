/// Whose values a book shows that others are merged into.
public struct MergePreference: Sendable, Hashable {
  /// The book whose values go before those of the others; `nil` for the one that keeps its number. What it lacks the others
  /// have, in the order in which they are named.
  public var book: Book.ID?
  /// The book whose value a single field has, also where that is none: it is the user's word then, which no source changes,
  /// whether the field would show it anyway or not. Tags that a source adds later go on arriving, as to all edited ones.
  public var fields: [BookField: Book.ID]

  /// By default that of the book that keeps its number.
  public init(book: Book.ID? = nil, fields: [BookField: Book.ID] = [:]) {
    (self.book, self.fields) = (book, fields)
  }
}
