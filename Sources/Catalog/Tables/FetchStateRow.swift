/// How far a row's metadata is with a provider: a row of `fetch_state`.
struct FetchStateRow: Equatable {
  let book: Book.ID
  var input: Int64
  var state = FetchState.waiting
  var stage = FetchStage.summary
  var queue: FetchQueue
  /// In milliseconds since 1970. Of a claimed row, when the claim runs out.
  var due: Int64
  var claimedBy: String?
  var attempts: Int64 = 0
  var etag: String?
  var error: String?
}

/// What there is of a row's metadata.
enum FetchState: Int64, CaseIterable {
  case waiting = 0
  case loaded, notFound, failed

  /// The queue for a row whose claim ran out.
  private var queueAfterClaim: FetchQueue {
    switch self {
    case .waiting, .failed: .seen
    case .loaded, .notFound: .refresh
    }
  }

  /// In SQL, the queue for a row whose claim ran out.
  static let queueAfterClaimSQL: String = {
    let cases = allCases.map { "WHEN \($0.rawValue) THEN \($0.queueAfterClaim.rawValue)" }
    return "CASE state \(cases.joined(separator: " ")) ELSE \(FetchQueue.refresh.rawValue) END"
  }()

  /// In SQL, the number of a row's answers that could not be used: those of one that the provider did not know count
  /// otherwise.
  static let attemptsSQL = "CASE state WHEN \(notFound.rawValue) THEN 0 ELSE attempts END"
}

/// What is asked for next.
enum FetchStage: Int64 {
  case summary = 0
  case rest
}

/// The queue that a row stands in.
enum FetchQueue: Int64 {
  /// Claimed by a process, which is asking for it.
  case claimed = 0
  /// A person asked for it.
  case requested
  /// It is, or was, in sight.
  case seen
  /// Only its rest is missing.
  case rest
  /// It has an answer, and is refreshed when that expires.
  case refresh

  /// The queues that are served, the first one first.
  static let served: [FetchQueue] = [.requested, .seen, .rest, .refresh]
}

/// A row in a queue, with what its book is asked by.
struct FetchCandidate {
  let row: FetchStateRow
  /// `nil` where the book is not shown any more.
  let input: MetadataInput?
  /// Whether any metadata of the provider about the book is kept.
  let hasLayer: Bool
}
