/// The condition `has:FIELD`, which matches the books with any value in a field.
enum HeldCondition {
  /// Returns the index lookup for the books that have a value of a field; `nil` for a field that every book has.
  static func indexed(_ field: BookField) -> IndexedBooks? {
    switch field {
    // These fields are rarely queried: a scan of all books is acceptable, and an index set is not worth its upkeep.
    case .seriesNumber: .rows(.init(BookFilter(condition: "series_number IS NOT NULL", values: [])))
    case .ratingsCount: .rows(.init(BookFilter(condition: "ratings_count IS NOT NULL", values: [])))
    default: HeldTerms.keys(of: field).map(IndexedBooks.postings)
    }
  }
}
