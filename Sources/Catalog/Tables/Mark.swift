/// A person's own values for a book: read state, reading dates, rating, review and notes.
struct Mark: Equatable {
  /// The fields in which each person has a value of their own.
  static let fields = BookField.marked

  private var values = DetailFields()

  /// Creates an empty mark.
  init() {}

  /// Creates a mark from a book's values in ``fields``.
  init(of book: Book) {
    for field in Self.fields where book.says(field) { values[field] = book[field] }
  }

  /// Creates a mark from its stored form.
  ///
  /// - Parameter text: A text from ``storedText``.
  init(stored text: String) { values = DetailFields(stored: text) }

  /// The form in which the mark is stored, or `nil` if the mark is empty.
  var storedText: String? { values.storedText }

  subscript(field: BookField) -> FieldValue? {
    get { values[field] }
    set { values[field] = field == .readState && newValue == .readState(.unread) ? nil : newValue }
  }

  /// Returns the person's value for a field. Without a read state, the book is unread.
  func shown(_ field: BookField) -> FieldValue? { self[field] ?? (field == .readState ? .readState(.unread) : nil) }

  /// Returns a book with the person's values in place of the owner's.
  func shown(in book: Book) -> Book {
    var book = book
    for field in Self.fields {
      let value = shown(field)
      if book[field] != value { book[field] = value }
    }
    return book
  }
}
