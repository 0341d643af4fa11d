import CatalogModel

/// A book that a provider has found. The same book may already be in the catalog.
public struct OnlineBook: Sendable, Equatable {
  /// The provider's key of the book, which is needed to add the book.
  public let key: String
  /// The title as the provider has it.
  public let title: String
  /// The authors in order.
  public let authors: [String]
  /// The year of the first publication.
  public let year: Int?
  /// The ISBN of the edition that was found, preferably in thirteen digits.
  public let isbn: ISBN?
  /// The ISBNs of all editions, at most a thousand. They show whether the catalog already contains the book.
  public let isbns: [ISBN]
  /// The number of pages of a typical edition.
  public let pages: Int?
  /// The absolute address of a cover image.
  public let cover: String?
}

/// A provider's record of one book, with the data needed to add it.
public struct OnlineRecord: Sendable, Equatable {
  /// The bibliographic fields, as a source would deliver them. The title is always present.
  public let fields: [BookField: FieldValue]
  /// All metadata from the provider, including values for which the catalog has no field.
  public let metadata: ProviderMetadata
}
