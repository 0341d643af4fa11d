/// A setting of a source that the user can change.
public enum SourceSetting: Sendable, Hashable {
  /// The displayed name: one word of 1 to 64 visible characters without a slash. It must be unique, ignoring case.
  case name(String)
  /// The address or file, without credentials.
  case location(String)
  /// The name to log in with; `nil` for none.
  case user(String?)
  /// The time between two refreshes, in whole seconds and at least one second; `nil` to refresh only on request.
  case every(Duration?)
  /// True if the personal fields of the source are treated as the user's own (``CatalogSource/isMine``). Changing this
  /// setting causes a full read of the source.
  case isMine(Bool)
}

/// The treatment of a source's books when the source is removed.
public enum SourceRemoval: String, Sendable, CaseIterable {
  /// All books stay. The source's values become the user's own and are still shown. If the source was an import, its
  /// values give way to values from other imports, and to values that the user entered when adding a book.
  case keepBooks
  /// Books that no other source has are hidden. Books that another source also has show the values of that source.
  /// Books that the user has edited, marked or rated stay, as they do with ``keepBooks``.
  case removeBooks
}

/// The outcome of removing a source.
public struct SourceRemovalOutcome: Sendable, Hashable {
  /// The removed source.
  public let source: CatalogSource
  /// The step that `undo` reverts to restore the source with all its books.
  public let step: HistoryStep.ID
  /// The number of books from the source that stay.
  public let kept: Int
  /// The number of books from the source that are hidden.
  public let removed: Int
}
