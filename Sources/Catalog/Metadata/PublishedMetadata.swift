import FoundationEssentials

/// What a provider has published of a book, for everybody who wants it and asks nothing.
package struct PublishedMetadata: Sendable {
  /// The number of the book.
  package let book: Book.ID
  /// The ISBN under which the book was found; of a book that has another one by now it says nothing. `nil` where it was
  /// found by something else.
  package let isbn: Int64?
  /// Whether it is about the edition; else about the work alone, and what is known of the edition goes before it.
  package let isOfEdition: Bool
  package let metadata: ProviderMetadata

  package init(book: Book.ID, isbn: Int64?, isOfEdition: Bool, metadata: ProviderMetadata) {
    (self.book, self.isbn, self.isOfEdition, self.metadata) = (book, isbn, isOfEdition, metadata)
  }

  /// What is known with it. What was published lacks what the provider counts by itself, such as ratings: that stays.
  ///
  /// - Parameter known: the provider's last answer; `nil` without one.
  /// - Returns: `nil` where it is about another work than what is known, which it says less of.
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

/// What became of metadata that a provider has published.
package struct PublishedMetadataCounts: Sendable, Equatable {
  /// Books of which something else is known now.
  package var enriched = 0
  /// Books of which the same was known.
  package var unchanged = 0
  /// Books of which the provider has said something later, which stays.
  package var newer = 0
  /// Books that are not there any more, or have another ISBN.
  package var gone = 0

  package init() {}
}

/// Keeps published metadata of many books, some in each transaction.
struct PublishedMetadataWork: BatchedWork {
  let provider: String
  /// From when the published metadata are.
  let date: Date
  let now: Date
  private var rest: ArraySlice<PublishedMetadata>
  private(set) var counts = PublishedMetadataCounts()
  private var generator = SystemRandomNumberGenerator()

  init(_ published: [PublishedMetadata], from provider: String, of date: Date, now: Date) {
    (rest, self.provider, self.now) = (published[...], provider, now)
    // A day that has yet to come was written by a clock that is wrong.
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
    // The provider is asked again when an answer of today would expire: who takes what was published wants no requests.
    let expires = FetchTimes.time(now.milliseconds, plus: FetchTimes.answer(maxAge: nil, using: &generator))
    try queue.write(FetchStateRow(book: book.id, input: input, state: .loaded, queue: .refresh, due: expires))
  }
}
