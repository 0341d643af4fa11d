/// The state of a book's metadata with a provider: a row of `fetch_state`.
struct FetchStateRow: Equatable {
  let book: Book.ID
  var input: Int64
  var state = FetchState.waiting
  var stage = FetchStage.summary
  var queue: FetchQueue
  /// The time at which the row is due, in milliseconds since 1970. For a claimed row, the time at which the claim
  /// expires.
  var due: Int64
  var claimedBy: String?
  var attempts: Int64 = 0
  var etag: String?
  var error: String?
}

/// The result of metadata requests for a row so far.
enum FetchState: Int64, CaseIterable {
  case waiting = 0
  case loaded, notFound, failed

  /// The queue for a row whose claim has expired.
  private var queueAfterClaim: FetchQueue {
    switch self {
    case .waiting, .failed: .seen
    case .loaded, .notFound: .refresh
    }
  }

  /// An SQL expression for the queue of a row whose claim has expired.
  static let queueAfterClaimSQL: String = {
    let cases = allCases.map { "WHEN \($0.rawValue) THEN \($0.queueAfterClaim.rawValue)" }
    return "CASE state \(cases.joined(separator: " ")) ELSE \(FetchQueue.refresh.rawValue) END"
  }()

  /// An SQL expression for the number of unusable answers for a row. It is 0 for a row that the provider did not know,
  /// since its attempts are counted for another purpose.
  static let attemptsSQL = "CASE state WHEN \(notFound.rawValue) THEN 0 ELSE attempts END"
}

/// The part of the metadata to request next.
enum FetchStage: Int64 {
  case summary = 0
  case rest
}

/// The queue that a row is in.
enum FetchQueue: Int64 {
  /// Claimed by a process that is fetching the row.
  case claimed = 0
  /// Requested by a person.
  case requested
  /// Visible now or earlier.
  case seen
  /// Waiting only for the rest of its metadata.
  case rest
  /// Answered. It is refreshed when the answer expires.
  case refresh

  /// The queues in the order in which they are served.
  static let served: [FetchQueue] = [.requested, .seen, .rest, .refresh]
}

/// A row in a queue, with the data by which providers look up its book.
struct FetchCandidate {
  let row: FetchStateRow
  /// The data for the lookup, or `nil` if the book is no longer shown.
  let input: MetadataInput?
  /// True if the catalog has any metadata of the provider about the book.
  let hasLayer: Bool
}
