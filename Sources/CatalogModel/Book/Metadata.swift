import FoundationEssentials

/// The metadata that a provider has for a book, beyond what its sources say. It fills what is absent, and overrides nobody.
public struct ProviderMetadata: Sendable, Hashable {
  /// Shown while neither a source nor the user gives the book one: of a book that was added by its ISBN alone.
  public var title: String?
  /// In order; shown while nobody else names any, of a book that is known by its ISBN.
  public var authors: [String] = []
  /// When the work appeared first.
  public var firstPublished: PartialDate?
  /// The number of pages, 1 to 100,000.
  public var pages: Int?
  /// The readers' average rating, 0 to 5.
  public var averageRating: Double?
  /// How many ratings the average is of.
  public var ratingsCount: Int?
  /// The subjects of the book, in the provider's words. They are no tags: those are the user's and the sources'.
  public var subjects: [String] = []
  /// Some paragraphs about the book.
  public var description: String?
  /// The absolute address of an image of the cover.
  public var cover: String?
  /// The provider's own name for the work, by which it is asked for more.
  public var key: String?

  /// Metadata that says nothing.
  public init() {}

  /// The average rating as a part of the best one, 0 to 1; `nil` where there is none.
  public var score: Double? { averageRating.map { min(max($0 / 5, 0), 1) } }
}

/// A book's metadata as the catalog keeps it.
public struct BookMetadata: Sendable, Hashable {
  /// The metadata.
  public let metadata: ProviderMetadata
  /// Who says so.
  public let provider: String
  /// When it was asked last.
  public let fetched: Date

  package init(_ metadata: ProviderMetadata, provider: String, fetched: Date) {
    (self.metadata, self.provider, self.fetched) = (metadata, provider, fetched)
  }
}

extension ProviderMetadata {
  /// What it says of the fields of a book that is asked for by its ISBN, or by title and authors: only of the former may
  /// it say what those are.
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

  /// The metadata with every value as it is stored. What cannot be stored is left out: providers are written by many.
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
    // Subjects keep their order, as authors do and tags do not.
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

/// What a provider is asked by, of one book.
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

  /// A fingerprint: of the ISBN alone where there is one, so that a typing error mended in the title leaves its metadata;
  /// else of the title and the authors.
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
  /// What a provider is asked by.
  package var metadataInput: MetadataInput { MetadataInput(book: id, isbn: isbn, title: title, authors: authors) }
}
