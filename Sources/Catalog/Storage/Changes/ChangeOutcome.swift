/// One field of one book, before and after.
public struct FieldDifference: Sendable, Equatable {
  public let book: Int64
  /// The book's title before the change.
  public let title: String
  public let field: BookField
  public let old: FieldValue?
  public let new: FieldValue?
}

/// What a change did.
public struct ChangeOutcome: Sendable, Equatable {
  /// The books that changed, in the order in which they were named.
  public var books: [Int64] = []
  /// What changed in them, as it shows.
  public var differences: [FieldDifference] = []
  /// The step by which `undo` takes it back; `nil` when nothing changed.
  public var step: Int64?
  /// One line that says what was done.
  public var summary = "nothing changed"

  public init() {}
}
