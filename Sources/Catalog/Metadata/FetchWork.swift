import FoundationEssentials

/// A row that is being asked for.
struct FetchRow: Sendable, Equatable {
  let query: MetadataQuery
  /// The row as it stood in line; of a book that is asked for by something else now, as one of which nothing is known.
  let stored: FetchStateTable.Row
  let stage: FetchStateTable.Stage
  /// Whether the catalog keeps anything that the provider said of the book, about whatever it was asked by.
  let hasLayer: Bool

  var book: Int64 { query.book }
  /// The fingerprint of what it is asked by: an answer counts only while the row is asked for by the same.
  var input: Int64 { stored.input }
  /// Whether its last answer could not be used.
  var isSuspect: Bool { stored.attempts > 0 && stored.state != .none }
}

/// One request.
struct FetchBatch: Sendable, Equatable {
  let number: Int
  let stage: FetchStateTable.Stage
  let rows: [FetchRow]
  /// The place among the requests that the host allows at a time.
  let place: String
  /// The newest change of the catalog then: as long as it is the newest, the books are as they were.
  let change: Int64
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

  var books: ArraySlice<Int64>
  let urgency: Urgency
  /// Whether only somebody wants them who waits for them: they leave the line when that one leaves, where they were not in
  /// it before and nobody else has wished for them since.
  var isWaiters = false
  /// Whether this is what was left of a wish that was too long for one pass.
  var isRemainder = false

  init(_ books: [Int64], _ urgency: Urgency, isWaiters: Bool = false) {
    (self.books, self.urgency, self.isWaiters) = (books[...], urgency, isWaiters)
  }
}

/// What a pass over the queue is given.
struct FetchInput: Sendable {
  var answers: [FetchAnswer] = []
  var wishes: [FetchWish] = []
  /// Rows whose last waiter has left, and that nobody else here asked for.
  var withdrawn: [Int64] = []
  /// What is in sight now, the most urgent row first; `nil` where that is as it was.
  var inSight: [Int64]?
  /// Whether this is the last pass: nothing is begun any more.
  var isLast = false
}

/// What a pass over the queue decided and stored.
struct FetchOutcome: Sendable {
  /// A row that has come to another state.
  struct News: Sendable {
    let book: Int64
    let state: MetadataState
    /// Why the rest could not be had of a row that has something.
    var failure: String?
  }

  /// The present time of the pass.
  let time: Date
  /// The requests to make now.
  var batches: [FetchBatch] = []
  /// In order.
  var rows: [News] = []
  /// Rows of which nothing is to be asked any more for now.
  var complete: [Int64] = []
  /// Rows that were wished for and that another process is asking for.
  var elsewhere: [Int64] = []
  /// The host does not answer; until when.
  var hostWaits: (failure: SourceFailure, until: Date?)?
  /// Whether every row that is due and may be asked for here is under way.
  var isIdle = false
  /// When there may be something to do, if nothing else happens; `nil`: only when an answer or a wish comes.
  var wake: Date?

  init(at time: Date) { self.time = time }
}
