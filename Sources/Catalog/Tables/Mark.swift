/// One person's own data about a book: its reading status, dates, rating, review and notes.
struct Mark: Equatable {
  /// The fields that each person has separately.
  static let fields = BookField.marked

  private var values = DetailFields()

  /// Creates an empty mark.
  init() {}

  /// Creates a mark with a book's values of the ``fields``.
  init(of book: Book) {
    for field in Self.fields where book.says(field) { values[field] = book[field] }
  }

  /// Creates a mark from its stored form.
  ///
  /// - Parameter text: A text written by ``storedText``.
  init(stored text: String) { values = DetailFields(stored: text) }

  /// The form in which the mark is stored, or `nil` if it is empty.
  var storedText: String? { values.storedText }

  subscript(field: BookField) -> FieldValue? {
    get { values[field] }
    set { values[field] = field == .readState && newValue == .readState(.unread) ? nil : newValue }
  }

  /// Returns the value of a field as the person sees it.
  func shown(_ field: BookField) -> FieldValue? { self[field] ?? (field == .readState ? .readState(.unread) : nil) }

  /// Returns a book as the person sees it.
  func shown(in book: Book) -> Book {
    var book = book
    for field in Self.fields {
      let value = shown(field)
      if book[field] != value { book[field] = value }
    }
    return book
  }
}
