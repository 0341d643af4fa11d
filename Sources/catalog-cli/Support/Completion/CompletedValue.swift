import CommandLineKit

/// A kind of value that a shell asks the program for while somebody types it, by the hidden command `complete`.
enum CompletedValue: String, CaseIterable {
  /// A query, of which the last condition is completed.
  case query
  /// The title of a book.
  case book
  /// `field=value`; the same or a book; and of the fields that hold lists.
  case assignment
  case bookOrAssignment = "book-or-assignment"
  case listAssignment = "list-assignment"
  /// `field=`, behind which something of a file or a book follows.
  case fieldPrefix = "field-prefix"
  case field
  case textField = "text-field"
  case ownField = "own-field"
  /// What lists can show, fields of JSON, and orders.
  case columns
  case jsonFields = "json-fields"
  case order
  case tag
  /// A tag, perhaps with a sign in front.
  case signedTag = "signed-tag"
  case author
  /// An author, a tag or a series, as the argument before says.
  case renamed
  case fileType = "file-type"
  case source
  /// A source that this program can refresh.
  case refreshedSource = "refreshed-source"
  case importSource = "import-source"
  case savedSearch = "saved-search"
  /// The number of a step that undo takes back, that redo does again, or of any; or a book.
  case undoStep = "undo-step"
  case redoStep = "redo-step"
  case stepOrBook = "step-or-book"
  case person
  /// An account of the server, and a device of the account that is named.
  case account, device
  /// What an account may do.
  case role
}

extension CompletionKind {
  /// How a command declares that an argument takes values of a kind.
  static func values(_ value: CompletedValue) -> CompletionKind { .program(kind: value.rawValue) }
}
