import Catalog
import CatalogSources

// Functions that match a provider's books with books in the catalog.

extension OnlineBook {
  /// Returns the id of the book in the catalog that matches this online book; `nil` if there is none.
  func owned(in snapshot: CatalogSnapshot) throws -> Book.ID? {
    try snapshot.ids(titled: title, by: authors, isbns: isbns).first
  }
}

extension OnlineRecord {
  /// Adds the book to the catalog, with all of the provider's metadata.
  ///
  /// - Parameters:
  ///   - given: Field values from the user, which take precedence over the provider's values.
  ///   - provider: The name of the provider.
  /// - Throws: ``OwnedBook`` if the book is already in the catalog.
  func add(
    with given: [BookField: FieldValue] = [:], from provider: String, _ transaction: CatalogTransaction
  ) throws -> ChangeOutcome {
    try OwnedBook.refuse(owned(in: transaction.snapshot), transaction.snapshot)
    return try transaction.add(fields.merging(given) { $1 }, metadata, from: provider)
  }

  /// Returns the ids of the books in the catalog that match this online book.
  private func owned(in snapshot: CatalogSnapshot) throws -> [Book.ID] {
    var isbns: [ISBN] = []
    if case .isbn(let isbn)? = fields[.isbn] { isbns = [isbn] }
    guard case .text(let title)? = fields[.title] else { return [] }
    return try snapshot.ids(titled: title, by: metadata.authors, isbns: isbns)
  }
}
