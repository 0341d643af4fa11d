/// A claimed row of a request.
struct FetchRow: Sendable, Equatable {
  let query: MetadataQuery
  /// The row as it stood in the queue; where its book is asked for by something else now, as one of which nothing is known.
  let stored: FetchStateRow
  let stage: FetchStage
  /// Whether the catalog keeps any metadata of the provider about the book, whatever it was asked by.
  let hasLayer: Bool

  var book: Book.ID { query.book }
  /// The fingerprint of what it is asked by: an answer counts only while the row is asked for by the same.
  var input: Int64 { stored.input }
  /// Whether its last answer could not be used.
  var isSuspect: Bool { stored.attempts > 0 && stored.state != .notFound }
}

/// One request to the provider: rows that are claimed together and asked for together.
struct FetchRequest: Sendable, Equatable {
  let number: Int
  let stage: FetchStage
  let rows: [FetchRow]
  /// The concurrency slot of the host that it occupies.
  let slot: String
  /// The newest change of the catalog then: as long as it is the newest, the books are as they were.
  let change: Int64
}

/// The provider's response to a request, or the lack of one.
struct FetchResponse: Sendable {
  let request: FetchRequest
  let result: FetchResult
}

/// How a request ended.
enum FetchResult: Sendable {
  /// One answer for each row.
  case answers([MetadataAnswer])
  case failed(SourceFailure)
  /// Nobody wanted it any more.
  case cancelled
}
