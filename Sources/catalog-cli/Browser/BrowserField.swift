import Catalog

/// A field of a book that is to be edited, as it was seen.
struct BrowserField: Equatable, Sendable {
  /// How it is typed.
  enum Entry: Equatable, Sendable {
    case line
    /// In the user's editor: it has any number of lines.
    case editor
    /// One of these.
    case words([String])
  }

  let book: Book
  let field: BookField
  /// How people call it.
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

  /// What it shows, as it is typed.
  var text: String { book[field]?.typedText ?? "" }

  /// Every field that can be edited, the user's own behind the others, each with what it shows.
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
