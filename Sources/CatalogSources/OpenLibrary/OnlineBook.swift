import CatalogModel

/// A book that a provider has and that the catalog may have too.
public struct OnlineBook: Sendable, Equatable {
  /// The provider's name for it, by which it can be added.
  public let key: String
  /// As the provider has it.
  public let title: String
  /// In order.
  public let authors: [String]
  /// The year in which it appeared first.
  public let year: Int?
  /// The ISBN of the edition that was found, in thirteen digits where there is one of that kind.
  public let isbn: ISBN?
  /// The ISBNs of all its editions, at most a thousand, by which a copy that is in the catalog is known.
  public let isbns: [ISBN]
  /// Of the usual edition.
  public let pages: Int?
  /// The absolute address of an image.
  public let cover: String?
}

/// A provider's record of one book, as much as is needed to add it.
public struct OnlineRecord: Sendable, Equatable {
  /// The bibliographic fields, as a source would deliver them: the title at least.
  public let fields: [BookField: FieldValue]
  /// The metadata that the provider has besides.
  public let metadata: ProviderMetadata
}
