import CommandLineKit

/// A kind of value that shells complete with the hidden command `complete`.
enum CompletedValue: String, CaseIterable {
  /// A query; its last condition is completed.
  case query
  /// The title of a book.
  case book
  /// `field=value`; the same or a book; or `field=value` for fields that hold lists only.
  case assignment
  case bookOrAssignment = "book-or-assignment"
  case listAssignment = "list-assignment"
  /// `field=`, followed by a part of a file or of a book.
  case fieldPrefix = "field-prefix"
  case field
  case textField = "text-field"
  case ownField = "own-field"
  /// Columns of lists, fields of JSON, and orders.
  case columns
  case jsonFields = "json-fields"
  case order
  case tag
  /// A tag with an optional sign before it.
  case signedTag = "signed-tag"
  case author
  /// An author, a tag or a series, depending on the previous argument.
  case renamed
  case fileType = "file-type"
  case source
  /// A source that this program can refresh.
  case refreshedSource = "refreshed-source"
  case importSource = "import-source"
  case savedSearch = "saved-search"
  /// The number of a step that can be undone, of one that can be redone, or of any step; or a book.
  case undoStep = "undo-step"
  case redoStep = "redo-step"
  case stepOrBook = "step-or-book"
  case person
  /// An account of the server, and a device of the named account.
  case account, device
  /// A role of accounts.
  case role
}

extension CompletionKind {
  /// Returns the completion that a command declares for an argument of this kind.
  static func values(_ value: CompletedValue) -> CompletionKind { .program(kind: value.rawValue) }
}
