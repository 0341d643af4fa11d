import CommandLineKit

/// A kind of value that the hidden command `complete` completes for shells.
enum CompletedValue: String, CaseIterable {
  /// A query; its last condition is completed.
  case query
  /// The title of a book.
  case book
  /// An assignment `field=value` (`assignment`); an assignment or a book (`bookOrAssignment`); or an assignment to a
  /// list field (`listAssignment`).
  case assignment
  case bookOrAssignment = "book-or-assignment"
  case listAssignment = "list-assignment"
  /// A field name and `=`. Only the name is completed, because a column of a file or a book follows.
  case fieldPrefix = "field-prefix"
  case field
  case textField = "text-field"
  case ownField = "own-field"
  /// Columns of lists (`columns`), keys of JSON (`jsonFields`), and orders (`order`).
  case columns
  case jsonFields = "json-fields"
  case order
  case tag
  /// A tag, which may have a plus or minus before it.
  case signedTag = "signed-tag"
  case author
  /// An author, a tag or a series. The previous argument says which of them.
  case renamed
  case fileType = "file-type"
  case source
  /// A source that `catalog refresh` can refresh.
  case refreshedSource = "refreshed-source"
  case importSource = "import-source"
  case savedSearch = "saved-search"
  /// The number of a step to undo (`undoStep`) or to redo (`redoStep`), or of any step, or a book (`stepOrBook`).
  case undoStep = "undo-step"
  case redoStep = "redo-step"
  case stepOrBook = "step-or-book"
  case person
  /// An account of the server (`account`), and the name of a device that has a token (`device`).
  case account, device
  /// A role that an account can have.
  case role
}

extension CompletionKind {
  /// Returns the completion to declare for an argument that takes values of this kind.
  static func values(_ value: CompletedValue) -> CompletionKind { .program(kind: value.rawValue) }
}
