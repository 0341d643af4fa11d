/// What one person says of a book for themselves, and nobody else: how far they are with it, and what they think of it.
struct Mark: Equatable {
  /// The fields that each person has for themselves.
  static let fields = BookField.marked

  private var values = DetailFields()

  /// The mark that says nothing.
  init() {}

  /// What a book shows in these fields.
  init(of book: Book) {
    for field in Self.fields where book.says(field) { values[field] = book[field] }
  }

  /// - Parameter text: as ``storedText`` wrote it.
  init(stored text: String) { values = DetailFields(stored: text) }

  /// As the file has it; `nil` where it says nothing.
  var storedText: String? { values.storedText }

  subscript(field: BookField) -> FieldValue? {
    get { values[field] }
    set { values[field] = field == .readState && newValue == .readState(.unread) ? nil : newValue }
  }

  /// What a field shows to whose mark this is.
  func shown(_ field: BookField) -> FieldValue? { self[field] ?? (field == .readState ? .readState(.unread) : nil) }

  /// The book as somebody sees it whose mark this is.
  func shown(in book: Book) -> Book {
    var book = book
    for field in Self.fields {
      let value = shown(field)
      if book[field] != value { book[field] = value }
    }
    return book
  }
}
