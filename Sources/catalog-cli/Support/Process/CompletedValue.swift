import CommandLineKit

/// The type of a value that the hidden command `complete` can complete for shells.
enum CompletedValue: String, CaseIterable {
  /// A query, whose last condition is completed.
  case query
  /// The title of a book.
  case book
  /// An assignment `field=value` (`assignment`), an assignment or a book (`bookOrAssignment`), or an assignment to a
  /// list field (`listAssignment`).
  case assignment
  case bookOrAssignment = "book-or-assignment"
  case listAssignment = "list-assignment"
  /// A field name followed by `=`. Only the name is completed, because the rest depends on the command: a column of a
  /// file, or a book.
  case fieldPrefix = "field-prefix"
  case field
  case textField = "text-field"
  case ownField = "own-field"
  /// The columns of lists (`columns`), the keys of JSON objects (`jsonFields`), and sort orders (`order`).
  case columns
  case jsonFields = "json-fields"
  case order
  case tag
  /// A tag, optionally after a plus or minus.
  case signedTag = "signed-tag"
  case author
  case series
  /// An author, a tag, a series or a language, depending on the previous argument.
  case renamed
  case fileType = "file-type"
  case source
  /// A source that `catalog refresh` can refresh.
  case refreshedSource = "refreshed-source"
  case importSource = "import-source"
  case savedSearch = "saved-search"
  /// The number of a step to undo (`undoStep`), the number of a step to redo (`redoStep`), or the number of any step or
  /// book (`stepOrBook`).
  case undoStep = "undo-step"
  case redoStep = "redo-step"
  case stepOrBook = "step-or-book"
  case person
  /// An account of the server (`account`), or the name of a device that has a token (`device`).
  case account, device
  /// A role that an account can have.
  case role
}

extension CompletionKind {
  /// Returns the completion to declare for an argument that takes values of the given type.
  static func values(_ value: CompletedValue) -> CompletionKind { .program(kind: value.rawValue) }
}
