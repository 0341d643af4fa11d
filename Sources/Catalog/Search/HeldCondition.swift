/// The condition `has:FIELD`, which finds books with any value in a field.
enum HeldCondition {
  /// Returns the index lookup for books that have a value in a field, or `nil` if every book has a value in the field.
  static func indexed(_ field: BookField) -> IndexedBooks? {
    switch field {
    // Queries for these fields are rare, so they scan all books. An index for the fields would cost more than it saves.
    case .seriesNumber: .rows(.init(BookFilter(condition: "series_number IS NOT NULL", values: [])))
    case .ratingsCount: .rows(.init(BookFilter(condition: "ratings_count IS NOT NULL", values: [])))
    default: HeldTerms.keys(of: field).map(IndexedBooks.postings)
    }
  }
}
