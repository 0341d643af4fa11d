import FoundationEssentials

/// The input of one transaction over the queue: everything that has gathered since the last one.
struct FetchBatch: Sendable {
  var responses: [FetchResponse] = []
  var demands: [FetchDemand] = []
  /// Rows whose last waiter has left, and that nobody else here asked for.
  var withdrawn: [Book.ID] = []
  /// The rows in sight now, the most urgent one first; `nil` where they are as they were.
  var inSight: [Book.ID]?
  /// Whether this is the last batch: it claims nothing.
  var isLast = false
}

/// The outcome of a batch, after it was committed.
struct FetchBatchResult: Sendable {
  /// The present time of the batch.
  let time: Date
  /// The requests to make now; their rows are claimed.
  var requests: [FetchRequest] = []
  /// The rows that have changed, in order.
  var rows: [FetchRowChange] = []
  /// Rows of which nothing is to be fetched any more for now.
  var complete: [Book.ID] = []
  /// Rows that were asked for here and that another process has claimed.
  var elsewhere: [Book.ID] = []
  /// Why the host is not asked now, if so.
  var hostWait: HostWait?
  /// Whether every row that is due and may be asked for here is claimed.
  var isIdle = false
  /// When there may be something to do, if nothing else happens; `nil`: only when a response or a demand comes.
  var wake: Date?

  init(at time: Date) { self.time = time }
}

/// A row that has come to another state.
struct FetchRowChange: Sendable {
  let book: Book.ID
  let state: MetadataState
  /// Why the rest could not be had of a row that has something.
  var failure: String?
}

/// A host that is not asked for now.
struct HostWait: Sendable, Equatable {
  let failure: SourceFailure
  /// When it is asked again; `nil`: not before its settings change.
  let until: Date?
}

extension FetchBatchResult {
  /// The events for observers: rows that have changed, then rows that are being fetched.
  var events: [MetadataEvent] {
    let claimed = requests.flatMap(\.rows)
    let loading = Set(claimed.map(\.book))
    // That a row waits is no news where its turn has come at once.
    let changed = rows.filter { $0.state != .waiting || !loading.contains($0.book) }
    return changed.map { .row(book: $0.book, $0.state) }
      + claimed.filter { $0.query.known == nil }.map { .row(book: $0.book, .loading) }
  }
}
