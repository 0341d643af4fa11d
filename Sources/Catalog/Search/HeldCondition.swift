/// What `has:` asks of a field: any value.
enum HeldCondition {
  /// How indexes find the books with a value of a field; `nil` of one that every book has.
  static func indexed(_ field: BookField) -> IndexedBooks? {
    switch field {
    // Rarely asked for: a look at all books is worth it, and a set to keep is not.
    case .seriesNumber: .rows(.init(BookFilter(condition: "series_number IS NOT NULL", values: [])))
    case .ratingsCount: .rows(.init(BookFilter(condition: "ratings_count IS NOT NULL", values: [])))
    default: HeldTerms.keys(of: field).map(IndexedBooks.postings)
    }
  }
}
