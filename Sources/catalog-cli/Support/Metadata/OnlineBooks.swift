import Catalog
import CatalogSources

// A provider's books and the catalog's books that match them.

extension OnlineBook {
  /// Returns the id of the catalog's book that matches this one; `nil` if there is none.
  func owned(in snapshot: CatalogSnapshot) throws -> Book.ID? {
    try snapshot.ids(titled: title, by: authors, isbns: isbns).first
  }
}

extension OnlineRecord {
  /// Adds the book with all of the provider's metadata.
  ///
  /// - Parameters:
  ///   - given: Fields given by the user, which take precedence.
  ///   - provider: The name of the provider.
  /// - Throws: ``OwnedBook`` if the book is already in the catalog.
  func add(
    with given: [BookField: FieldValue] = [:], from provider: String, _ transaction: CatalogTransaction
  ) throws -> ChangeOutcome {
    try OwnedBook.refuse(owned(in: transaction.snapshot), transaction.snapshot)
    return try transaction.add(fields.merging(given) { $1 }, metadata, from: provider)
  }

  /// Returns the catalog's books that match this one.
  private func owned(in snapshot: CatalogSnapshot) throws -> [Book.ID] {
    var isbns: [ISBN] = []
    if case .isbn(let isbn)? = fields[.isbn] { isbns = [isbn] }
    guard case .text(let title)? = fields[.title] else { return [] }
    return try snapshot.ids(titled: title, by: metadata.authors, isbns: isbns)
  }
}
