/// The choice of the values that a merged book shows.
public struct MergePreference: Sendable, Hashable {
  /// The book whose values take precedence; `nil` for the book that keeps its number. Missing values come from the
  /// other books, in the order in which they are named.
  public var book: Book.ID?
  /// The books whose values are used for individual fields, even if a value is missing. Each such value becomes the
  /// user's own, which sources do not change, even if the field would have shown it anyway. Tags that a source adds
  /// later still appear, as with all edited tags.
  public var fields: [BookField: Book.ID]

  /// Creates a preference. By default, the values of the book that keeps its number take precedence.
  public init(book: Book.ID? = nil, fields: [BookField: Book.ID] = [:]) {
    (self.book, self.fields) = (book, fields)
  }
}
