import FoundationEssentials

/// The input of one transaction that changes the metadata queue, collected since the previous transaction.
struct FetchBatch: Sendable {
  var responses: [FetchResponse] = []
  var demands: [FetchDemand] = []
  /// The rows that no caller waits for any more, and that nothing else in this fetcher has requested.
  var withdrawn: [Book.ID] = []
  /// The rows that are visible, most urgent first; `nil` if they have not changed.
  var inSight: [Book.ID]?
  /// True if this is the last batch, which claims no rows.
  var isLast = false
}

/// The result of a committed batch.
struct FetchBatchResult: Sendable {
  /// The time of the batch.
  let time: Date
  /// The requests to make now. Their rows are claimed.
  var requests: [FetchRequest] = []
  /// The changed rows, in order.
  var rows: [FetchRowChange] = []
  /// The rows that need no fetch for now.
  var complete: [Book.ID] = []
  /// The rows that this fetcher has requested, although another process has claimed them.
  var elsewhere: [Book.ID] = []
  /// The reason why the host receives no requests now; `nil` if it receives requests.
  var hostWait: HostWait?
  /// True if all due rows that this fetcher may fetch are claimed.
  var isIdle = false
  /// The time to look for more work; `nil` if only a response or a demand can create work.
  var wake: Date?

  init(at time: Date) { self.time = time }
}

/// A change in the state of a row.
struct FetchRowChange: Sendable {
  let book: Book.ID
  let state: MetadataState
  /// The reason why a row that already has metadata could not be completed.
  var failure: String?
}

/// A host that receives no requests for now.
struct HostWait: Sendable, Equatable {
  let failure: SourceFailure
  /// The time at which requests resume; `nil` if they resume only after the provider's settings change.
  let until: Date?
}

extension FetchBatchResult {
  /// The events for observers: changed rows, then rows that are being fetched.
  var events: [MetadataEvent] {
    let claimed = requests.flatMap(\.rows)
    let loading = Set(claimed.map(\.book))
    // A row that is fetched immediately is not reported as waiting.
    let changed = rows.filter { $0.state != .waiting || !loading.contains($0.book) }
    return changed.map { .row(book: $0.book, $0.state) }
      + claimed.filter { $0.query.known == nil }.map { .row(book: $0.book, .loading) }
  }
}
