import CatalogModel

extension Audience {
  private static let privateFields: Set<BookField> = [.notes, .review, .copies, .attachments, .cover, .files]

  /// The texts that each person writes for themselves.
  private static let words: Set<BookField> = [.notes, .review]

  /// Returns true if the audience may not use a field in a query, because the field's values are private or may contain
  /// private data.
  func hides(_ field: BookField) -> Bool {
    if fields == .everything || fields == .ownWords && Self.words.contains(field) { return false }
    return field.isOwn || Self.privateFields.contains(field)
  }

  /// True if the audience is shown the steps of its person, but not the steps of others.
  package var seesOwnSteps: Bool { fields == .ownWords && books == .all && person != nil }

  /// Returns the book without the fields that the audience may not see.
  package func shown(_ book: Book) -> Book {
    if fields == .everything { return book }
    var book = book
    if fields == .publicOnly { (book.notes, book.review) = (nil, nil) }
    (book.copies, book.attachments) = ([], [])
    for field in book.ownFields { book.details[field] = nil }
    book.files = book.files.filter { $0.path == nil && shows(address: $0.address) }
    book.cover = book.cover.flatMap { FileAddress.path(of: $0) == nil && shows(address: $0) ? $0 : nil }
    return book
  }

  /// Returns true if the audience may see a web address. A user, a password, a query or a fragment may contain
  /// credentials. Without these parts, the address may be useless, so it is not shown at all.
  package func shows(address: String) -> Bool {
    fields == .everything
      || !address.contains { "?#;".contains($0) } && FileAddress.withoutCredentials(address) == nil
  }
}
