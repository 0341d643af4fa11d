import FoundationEssentials

extension Book {
  /// The value of a field, in canonical form; `nil` if there is none.
  ///
  /// ```swift
  /// for field in BookField.bibliographic { print(field, book[field]?.description ?? "none") }
  /// ```
  public package(set) subscript(field: BookField) -> FieldValue? {
    get {
      switch field {
      case .title: .text(title)
      case .authors: authors.isEmpty ? nil : .list(authors)
      case .isbn: isbn.map(FieldValue.isbn)
      case .pages: pages.map(FieldValue.integer)
      case .publisher: publisher.map(FieldValue.text)
      case .published: published.map(FieldValue.date)
      case .language: language.map(FieldValue.text)
      case .series: series.map(FieldValue.text)
      case .seriesNumber: seriesNumber.map(FieldValue.decimal)
      case .tags: tags.isEmpty ? nil : .list(tags)
      case .averageRating: averageRating.map(FieldValue.decimal)
      case .ratingsCount: ratingsCount.map(FieldValue.integer)
      case .readState: .readState(readState)
      case .started: started.map(FieldValue.date)
      case .finished: finished.map(FieldValue.date)
      case .rating: rating.map(FieldValue.decimal)
      case .notes: notes.map(FieldValue.text)
      case .added: .instant(added)
      default: details[field]
      }
    }
    set {
      switch field {
      case .title: if case .text(let value) = newValue { title = value }
      case .authors: authors = newValue.items
      case .isbn: isbn = if case .isbn(let value) = newValue { value } else { nil }
      case .pages: pages = newValue.integer
      case .publisher: publisher = newValue.text
      case .published: published = newValue.date
      case .language: language = newValue.text
      case .series: series = newValue.text
      case .seriesNumber: seriesNumber = newValue.decimal
      case .tags: tags = newValue.items
      case .averageRating: averageRating = newValue.decimal
      case .ratingsCount: ratingsCount = newValue.integer
      case .readState: readState = if case .readState(let value) = newValue { value } else { .unread }
      case .started: started = newValue.date
      case .finished: finished = newValue.date
      case .rating: rating = newValue.decimal
      case .notes: notes = newValue.text
      case .added: if case .instant(let value) = newValue { added = value }
      default: details[field] = newValue
      }
    }
  }
}

extension Book {
  /// The value of a user-defined field; `nil` if there is none.
  public package(set) subscript(field: OwnField) -> FieldValue? {
    get { details[field.field] }
    set { details[field.field] = newValue }
  }

  /// The user-defined fields that have a value in this book, in the order of their creation. Removed fields are
  /// included.
  public var ownFields: [BookField] { details.ownFields }

  /// The rarely used fields that have a value in this book, including user-defined fields.
  package var detailFields: [BookField] { details.fields }
}

extension FieldValue? {
  var text: String? { if case .text(let value) = self { value } else { nil } }
  var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  var decimal: Double? { if case .decimal(let value) = self { value } else { nil } }
  var instant: Date? { if case .instant(let value) = self { value } else { nil } }
  package var date: PartialDate? { if case .date(let value) = self { value } else { nil } }
  package var items: [String] { if case .list(let value) = self { value } else { [] } }

  /// True if the value is an empty list. Books contain no empty lists: a field without entries has no value.
  package var isEmptyList: Bool {
    switch self {
    case .list(let items): items.isEmpty
    case .records(let records): records.isEmpty
    default: false
    }
  }
}
