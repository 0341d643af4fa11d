import Catalog
import CatalogSources

// Books that a provider has, and those of a catalog that are the same.

extension OnlineBook {
  /// The number of the catalog's book that is this one; `nil` where there is none.
  func owned(in snapshot: CatalogSnapshot) throws -> Book.ID? {
    try snapshot.ids(titled: title, by: authors, isbns: isbns).first
  }
}

extension OnlineRecord {
  /// Adds the book with all that the provider knows of it.
  ///
  /// - Parameters:
  ///   - given: what the user says of it.
  ///   - provider: the name of who has it.
  /// - Throws: ``OwnedBook`` where the catalog has it already.
  func add(
    with given: [BookField: FieldValue] = [:], from provider: String, _ transaction: CatalogTransaction
  ) throws -> ChangeOutcome {
    try OwnedBook.refuse(owned(in: transaction.snapshot), transaction.snapshot)
    return try transaction.add(fields.merging(given) { $1 }, metadata, from: provider)
  }

  /// The books of the catalog that are this one.
  private func owned(in snapshot: CatalogSnapshot) throws -> [Book.ID] {
    var isbns: [ISBN] = []
    if case .isbn(let isbn)? = fields[.isbn] { isbns = [isbn] }
    guard case .text(let title)? = fields[.title] else { return [] }
    return try snapshot.ids(titled: title, by: metadata.authors, isbns: isbns)
  }
}
