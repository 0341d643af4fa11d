/// A claimed row of a request.
struct FetchRow: Sendable, Equatable {
  let query: MetadataQuery
  /// The row as it was stored in the queue. If the query for the book has changed since then, this is a new row without
  /// any answers.
  let stored: FetchStateRow
  let stage: FetchStage
  /// True if the catalog stores metadata of the provider for the book, even metadata for an older query.
  let hasLayer: Bool

  var book: Book.ID { query.book }
  /// The fingerprint of the book's query. An answer is valid only while the fingerprint is unchanged.
  var input: Int64 { stored.input }
  /// True if the last answer was unusable.
  var isSuspect: Bool { stored.attempts > 0 && stored.state != .notFound }
}

/// A request to the provider: rows that are claimed and fetched together.
struct FetchRequest: Sendable, Equatable {
  let number: Int
  let stage: FetchStage
  let rows: [FetchRow]
  /// The host's concurrency slot that the request occupies.
  let slot: String
  /// The newest change number of the catalog when the request was made. While it is still the newest, no book has
  /// changed.
  let change: Int64
}

/// The provider's response to a request, or the reason why there is none.
struct FetchResponse: Sendable {
  let request: FetchRequest
  let result: FetchResult
}

/// The result of a request.
enum FetchResult: Sendable {
  /// One answer for each row.
  case answers([MetadataAnswer])
  case failed(SourceFailure)
  /// The request was cancelled because its rows were no longer needed.
  case cancelled
}
