/// Search terms for the fields in which a book has a value, and for books that were read more than once. Queries use
/// them for `is:reread`, and for `has:` conditions that no other terms cover.
enum HeldTerms {
  static func terms(of book: Book) -> [Term] {
    var terms: [Term] = []
    func add(_ field: BookField) { terms.append(term(field)) }
    if !book.authors.isEmpty { add(.authors) }
    if book.isbn != nil { add(.isbn) }
    if book.publisher != nil { add(.publisher) }
    if book.series != nil { add(.series) }
    if !book.tags.isEmpty { add(.tags) }
    if book.notes != nil { add(.notes) }
    let details = book.detailFields
    for field in details where !field.isOwn { add(field) }
    if !details.isEmpty, book.readCount > 1 { terms.append(reread) }
    return terms
  }

  /// The names of the fields that can follow `has:` in a query.
  static let names =
    BookField.allCases.filter { keys(of: $0) != nil }.map { $0.definition.otherNames.first ?? $0.rawValue }
    + [BookField.published.rawValue]

  /// The term of books that were read more than once.
  static let reread = PostingKind.held.term("reread")

  static func term(_ field: BookField) -> Term { PostingKind.held.term(field.rawValue) }

  /// Returns the search keys for the books that have a value in a field, or `nil` if the index does not contain this
  /// information for the field.
  static func keys(of field: BookField) -> [PostingKey]? {
    switch field {
    case .pages: [PostingKind.pagesRange.all]
    case .published: [PostingKind.editionDecade.all]
    case .rating: [PostingKind.ratingRange.all]
    case .averageRating: [PostingKind.averageRange.all]
    case .language: [PostingKind.language.all]
    case .started, .finished: [.term(OwnTerms.any(of: field))]
    case .authors, .isbn, .publisher, .series, .tags, .notes: [.term(term(field))]
    default: field.isOwn ? [.term(OwnTerms.any(of: field))] : field.definition.isDetail ? [.term(term(field))] : nil
    }
  }
}
