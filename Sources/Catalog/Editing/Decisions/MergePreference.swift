/// The preferences that determine which values a merged book shows.
public struct MergePreference: Sendable, Hashable {
  /// The book whose values take precedence; `nil` for the book that keeps its number. Missing values come from the
  /// other books, in the order in which they are named.
  public var book: Book.ID?
  /// The book that supplies the value of each listed field, even if that book has no value. The value becomes the
  /// user's own, so that sources no longer change it, even if the field would have shown the value anyway. Tags that a
  /// source adds later still appear, as with all edited tags.
  public var fields: [BookField: Book.ID]

  /// Creates a preference. By default, the values of the book that keeps its number take precedence.
  public init(book: Book.ID? = nil, fields: [BookField: Book.ID] = [:]) {
    (self.book, self.fields) = (book, fields)
  }
}
