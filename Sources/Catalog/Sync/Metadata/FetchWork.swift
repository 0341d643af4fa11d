import FoundationEssentials

/// A row that is being asked for.
struct FetchRow: Sendable, Equatable {
  let query: MetadataQuery
  /// The fingerprint of what it is asked by: an answer counts only while the row is asked for by the same.
  let input: Int64
  /// Where it stood in line.
  let queue: FetchStateTable.Queue
  let stage: FetchStateTable.Stage
  /// Whether its last answer could not be used.
  let isSuspect: Bool

  var book: Int64 { query.book }
}

/// One request.
struct FetchBatch: Sendable, Equatable {
  let number: Int
  let stage: FetchStateTable.Stage
  let rows: [FetchRow]
  /// The place among the requests that the host allows at a time.
  let place: String
}

/// What came of a request.
struct FetchAnswer: Sendable {
  enum Result: Sendable {
    /// One answer for each row.
    case answers([MetadataAnswer])
    case failed(SourceFailure)
    /// Nobody wanted it any more.
    case cancelled
  }

  let batch: FetchBatch
  let result: Result
}

/// Rows that somebody wants.
struct FetchWish: Sendable {
  enum Urgency: Sendable {
    /// A person asks for them; those that failed are tried again.
    case byHand
    /// The same, and whatever is known of them is asked for anew.
    case force
    /// They are, or were, in sight.
    case seen
  }

  var books: [Int64]
  let urgency: Urgency
}

/// What a pass over the queue is given.
struct FetchInput: Sendable {
  var answers: [FetchAnswer] = []
  var wishes: [FetchWish] = []
  /// Rows that nobody wants any more, and that nobody else asked for.
  var withdrawn: [Int64] = []
  /// Whether this is the last pass: nothing is begun any more.
  var isLast = false
}

/// What a pass over the queue decided and stored.
struct FetchOutcome: Sendable {
  /// The requests to make now.
  var batches: [FetchBatch] = []
  /// Rows that have come to another state, in order.
  var rows: [(book: Int64, state: MetadataState)] = []
  /// Rows of which nothing is to be asked any more for now.
  var complete: [Int64] = []
  /// Rows that were wished for and that another process is asking for.
  var elsewhere: [Int64] = []
  /// The host does not answer; until when.
  var hostWaits: (failure: SourceFailure, until: Date?)?
  /// When there may be something to do, if nothing else happens; `nil`: only when an answer or a wish comes.
  var wake: Date?
}
