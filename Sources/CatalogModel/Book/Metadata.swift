import FoundationEssentials

/// The metadata that a provider has for a book. It fills absent values, and never overrides values from the book's
/// sources or the user.
public struct ProviderMetadata: Sendable, Hashable {
  /// The title. It is shown only if neither a source nor the user gives a title, as for a book that was added by its
  /// ISBN alone.
  public var title: String?
  /// The authors, in order. They are shown only if neither a source nor the user names authors, as for a book that is
  /// known only by its ISBN.
  public var authors: [String] = []
  /// The date on which the work first appeared.
  public var firstPublished: PartialDate?
  /// The number of pages, 1 to 100,000.
  public var pages: Int?
  /// The readers' average rating, 0 to 5.
  public var averageRating: Double?
  /// The number of ratings that the average is based on.
  public var ratingsCount: Int?
  /// The subjects of the book, in the provider's words. Tags, in contrast, come from the user and the sources.
  public var subjects: [String] = []
  /// A description of the book, some paragraphs long.
  public var description: String?
  /// The absolute address of a cover image.
  public var cover: String?
  /// The provider's identifier of the work, which is used to request more details.
  public var key: String?

  /// Creates metadata without any values.
  public init() {}

  /// The average rating as a fraction of the best possible rating, 0 to 1; `nil` if there is no rating.
  public var score: Double? { averageRating.map { min(max($0 / 5, 0), 1) } }
}

/// A book's metadata as the catalog stores it.
public struct BookMetadata: Sendable, Hashable {
  /// The metadata that the provider returned.
  public let metadata: ProviderMetadata
  /// The name of the provider.
  public let provider: String
  /// The time of the last request to the provider.
  public let fetched: Date

  package init(_ metadata: ProviderMetadata, provider: String, fetched: Date) {
    (self.metadata, self.provider, self.fetched) = (metadata, provider, fetched)
  }
}

extension ProviderMetadata {
  /// Returns the metadata as values of fields. The title and the authors are included only if the book was requested by
  /// its ISBN, not by title and authors.
  package func fields(byISBN: Bool) -> FieldPresences {
    var values = FieldPresences()
    func set(_ field: BookField, _ value: FieldValue?) { if let value { values[field] = .value(value) } }
    if byISBN {
      set(.title, title.map(FieldValue.text))
      set(.authors, authors.isEmpty ? nil : .list(authors))
    }
    set(.published, firstPublished.map(FieldValue.date))
    set(.firstPublished, firstPublished.map(FieldValue.date))
    set(.pages, pages.map(FieldValue.integer))
    set(.averageRating, averageRating.map(FieldValue.decimal))
    set(.ratingsCount, ratingsCount.map(FieldValue.integer))
    return values
  }

  /// Returns the metadata in the form in which it is stored. Invalid values are left out, because third parties may
  /// write providers.
  package func canonical() -> ProviderMetadata {
    func value(_ field: BookField, _ value: FieldValue?) -> FieldValue? { (try? field.canonical(value)) ?? nil }
    var result = self
    if case .text(let line)? = value(.title, title.map(FieldValue.text)) {
      result.title = line
    } else {
      result.title = nil
    }
    result.authors = value(.authors, .list(authors)).items
    if value(.pages, pages.map(FieldValue.integer)) == nil { result.pages = nil }
    if value(.ratingsCount, ratingsCount.map(FieldValue.integer)) == nil { result.ratingsCount = nil }
    if case .decimal(let number)? = value(.averageRating, averageRating.map(FieldValue.decimal)) {
      result.averageRating = number
    } else {
      result.averageRating = nil
    }
    // Subjects keep their order, as authors do. Tags would be sorted.
    result.subjects = value(.authors, .list(Array(subjects.prefix(FieldLimits.listItems)))).items
    if case .text(let text)? = value(.notes, description.map(FieldValue.text)) {
      result.description = text
    } else {
      result.description = nil
    }
    result.cover = cover.flatMap(Self.shortLine)
    result.key = key.flatMap(Self.shortLine)
    return result
  }

  private static func shortLine(_ text: String) -> String? {
    let line = text.canonicalLine()
    return line.isEmpty || line.utf8.count > FieldLimits.lineBytes || line.utf8.contains(0) ? nil : line
  }
}

/// The values of a book that requests to a provider are based on.
package struct MetadataInput: Equatable {
  package let book: Book.ID
  package let isbn: ISBN?
  package let title: String
  package let authors: [String]

  package init(book: Book.ID, isbn: ISBN?, title: String, authors: [String]) {
    self.book = book
    self.isbn = isbn
    self.title = title
    self.authors = authors
  }

  /// A fingerprint of the ISBN or, for a book without an ISBN, of the title and the authors. Correcting a typo in the
  /// title of a book with an ISBN therefore keeps the metadata.
  package var fingerprint: Int64 {
    var fingerprint = Fingerprint()
    if let isbn {
      fingerprint.mix(text: isbn.digits)
    } else {
      fingerprint.mix(text: title)
      for author in authors { fingerprint.mix(text: author) }
    }
    return Int64(bitPattern: fingerprint.value)
  }
}

extension Book {
  /// The book's values that requests to a provider are based on.
  package var metadataInput: MetadataInput { MetadataInput(book: id, isbn: isbn, title: title, authors: authors) }
}
