/// The preferences that determine which values a merged book shows.
public struct MergePreference: Sendable, Hashable {
  /// The book whose values take precedence; `nil` for the book that keeps its number. Missing values come from the
  /// other books, in the order given by the caller.
  public var book: Book.ID?
  /// The books that supply the values of individual fields. If the book listed for a field has no value, the merged
  /// book has no value either. The value becomes the user's edit, even if the field would have shown it anyway, so that
  /// sources no longer change it. Tags that a source adds later still appear, as they do after any edit of tags.
  public var fields: [BookField: Book.ID]

  /// Creates a preference. By default, the values of the book that keeps its number take precedence.
  public init(book: Book.ID? = nil, fields: [BookField: Book.ID] = [:]) {
    (self.book, self.fields) = (book, fields)
  }
}
