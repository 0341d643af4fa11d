/// One thing about a source that the user decides.
public enum SourceSetting: Sendable, Hashable {
  /// The name that people call it by: one word of 1 to 64 visible characters without a slash, of no other source whatever
  /// the case.
  case name(String)
  /// Its address or file, without credentials.
  case location(String)
  /// The name to log in with; `nil` for none.
  case user(String?)
  /// The time between two refreshes, in whole seconds and at least one; `nil` for refreshing only when asked.
  case every(Duration?)
  /// Whether what it says of personal fields is the user's word (``CatalogSource/isMine``). It is read in full again.
  case isMine(Bool)
}

/// The choice of what becomes of a source's books when the source is removed.
public enum SourceRemoval: String, Sendable, CaseIterable {
  /// Every book stays. What the source delivered is the user's own from then on and goes on showing, unless it was an import,
  /// and another one or the user when adding the book has other values.
  case keepBooks
  /// Books that no other source has are hidden; books that another source has show what that source says. Books that
  /// the user has edited, marked or rated stay as with ``keepBooks``.
  case removeBooks
}

/// The outcome of removing a source.
public struct SourceRemovalOutcome: Sendable, Hashable {
  /// The source that was removed.
  public let source: CatalogSource
  /// The step by which `undo` brings it back with all of its books.
  public let step: HistoryStep.ID
  /// The number of its books that stay.
  public let kept: Int
  /// The number of its books that are hidden.
  public let removed: Int
}
