import Catalog

/// A field to edit, and its book as the user saw it.
struct BrowserField: Equatable, Sendable {
  /// The input method for a field.
  enum Entry: Equatable, Sendable {
    case line
    /// The user's own editor, for texts with several lines.
    case editor
    /// A list from which the user chooses one of these words.
    case words([String])
  }

  let book: Book
  let field: BookField
  /// The name of the field as shown to the user.
  let name: String
  let entry: Entry

  init(_ field: BookField, of book: Book, own: OwnFields = OwnFields()) {
    (self.book, self.field, name) = (book, field, own.words(of: field))
    entry =
      switch own.definition(of: field).kind {
      case .text: .editor
      case .vocabulary(let vocabulary): .words(vocabulary.words)
      case .flag: .words(["yes", "no"])
      default: .line
      }
  }

  /// The current value as the user would type it.
  var text: String { book[field]?.typedText ?? "" }

  /// Returns a list item for each editable field, with its value. User-defined fields come last.
  static func all(of seen: Book, _ snapshot: CatalogSnapshot) throws -> [BrowserPicker.Item] {
    guard let book = try snapshot.book(seen.id), book.uuid == seen.uuid else {
      throw CommandError.bookMissing(title: seen.title)
    }
    let own = try snapshot.fields()
    return (BookField.allCases + own.shown.map(\.field)).map { field in
      let field = BrowserField(field, of: book, own: own)
      let line = field.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      return BrowserPicker.Item(text: field.name, detail: line, choice: .field(field))
    }
  }
}
