import CatalogDatabase
import FoundationEssentials

/// The metadata of a book from a provider's published data, which is available without requests.
package struct PublishedMetadata: Sendable {
  /// The id of the book.
  package let book: Book.ID
  /// The ISBN by which the book was found; `nil` if the book was found in another way. The metadata does not apply if
  /// the book's ISBN has changed since then.
  package let isbn: Int64?
  /// True if the metadata describes the edition. False if it describes only the work, so that known values of the
  /// edition take precedence.
  package let isOfEdition: Bool
  package let metadata: ProviderMetadata

  package init(book: Book.ID, isbn: Int64?, isOfEdition: Bool, metadata: ProviderMetadata) {
    (self.book, self.isbn, self.isOfEdition, self.metadata) = (book, isbn, isOfEdition, metadata)
  }

  /// Returns this metadata combined with the known metadata. Known values that the provider computes, such as ratings,
  /// are kept, because published data lacks them.
  ///
  /// - Parameter known: The provider's last answer; `nil` if there is none.
  /// - Returns: The combined metadata; `nil` if the known metadata describes another work and is more specific.
  func completing(_ known: ProviderMetadata?) -> ProviderMetadata? {
    guard let known else { return metadata }
    if let key = known.key, let other = metadata.key, key != other { return isOfEdition ? metadata : nil }
    let (first, second) = isOfEdition ? (metadata, known) : (known, metadata)
    var result = first
    result.title = first.title ?? second.title
    if first.authors.isEmpty { result.authors = second.authors }
    result.firstPublished = first.firstPublished ?? second.firstPublished
    result.pages = first.pages ?? second.pages
    result.averageRating = first.averageRating ?? second.averageRating
    result.ratingsCount = first.ratingsCount ?? second.ratingsCount
    if first.subjects.isEmpty { result.subjects = second.subjects }
    result.description = metadata.description ?? known.description
    result.cover = first.cover ?? second.cover
    result.key = first.key ?? second.key
    return result
  }
}

/// The numbers of books, by the result of storing their published metadata.
package struct PublishedMetadataCounts: Sendable, Equatable {
  /// The number of books whose known metadata has changed.
  package var enriched = 0
  /// The number of books whose metadata was known already.
  package var unchanged = 0
  /// The number of books for which the provider has answered more recently. These answers are kept.
  package var newer = 0
  /// The number of books that no longer exist or have another ISBN.
  package var gone = 0

  package init() {}
}

/// The work of storing the published metadata of many books. Each transaction stores a part of the metadata.
struct PublishedMetadataWork: BatchedWork {
  let provider: String
  /// The date of the published metadata.
  let date: Date
  let now: Date
  private var rest: ArraySlice<PublishedMetadata>
  private(set) var counts = PublishedMetadataCounts()
  private var generator = SystemRandomNumberGenerator()

  init(_ published: [PublishedMetadata], from provider: String, of date: Date, now: Date) {
    (rest, self.provider, self.now) = (published[...], provider, now)
    // A date in the future comes from a clock that was wrong.
    self.date = Date(milliseconds: min(date, now).milliseconds)
  }

  var isFinished: Bool { rest.isEmpty }

  mutating func next(_ connection: Connection, isToStop: () -> Bool) throws {
    while let published = rest.popFirst() {
      try keep(published, connection)
      if isToStop() { return }
    }
  }

  private mutating func keep(_ published: PublishedMetadata, _ connection: Connection) throws {
    guard let book = try BookTable(connection: connection).book(published.book), book.visibility == .shown,
      published.isbn == nil || book.isbn?.number == published.isbn
    else {
      counts.gone += 1
      return
    }
    let input = book.metadataInput.fingerprint
    let layer = try MetadataTable(connection: connection).layer(of: book.id, provider).flatMap {
      $0.input == input ? $0 : nil
    }
    if let layer, layer.fetched > date {
      counts.newer += 1
      return
    }
    guard let metadata = published.completing(layer?.metadata)?.canonical() else {
      counts.newer += 1
      return
    }
    let queue = FetchStateTable(connection: connection, provider: provider)
    let row = try queue.row(book.id)
    let isKnown = row?.state == .loaded && row?.input == input
    if metadata == layer?.metadata, isKnown {
      counts.unchanged += 1
      if layer?.fetched == date { return }
      return try MetadataTable(connection: connection).confirm(provider, of: book.id, now: date)
    }
    try MetadataApplier(connection: connection, provider: provider, now: now).apply(metadata, to: book, fetched: date)
    counts.enriched += 1
    // The next request is due when an answer from today would expire. An earlier request would defeat the purpose of
    // published data, which is to avoid requests.
    let expires = FetchTimes.time(now.milliseconds, plus: FetchTimes.answer(maxAge: nil, using: &generator))
    try queue.write(FetchStateRow(book: book.id, input: input, state: .loaded, queue: .refresh, due: expires))
  }
}
