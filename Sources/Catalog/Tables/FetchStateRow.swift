/// The state of fetching a book's metadata from a provider, stored as a row of `fetch_state`.
struct FetchStateRow: Equatable {
  let book: Book.ID
  var input: Int64
  var state = FetchState.waiting
  var stage = FetchStage.summary
  var queue: FetchQueue
  /// The time at which the metadata should be fetched, in milliseconds since 1970. If a process has claimed the row,
  /// the time at which the claim expires.
  var due: Int64
  var claimedBy: String?
  var attempts: Int64 = 0
  var etag: String?
  var error: String?
}

/// The result of the metadata requests made for a row so far.
enum FetchState: Int64, CaseIterable {
  case waiting = 0
  case loaded, notFound, failed

  /// The queue to which a row returns if its claim expires.
  private var queueAfterClaim: FetchQueue {
    switch self {
    case .waiting, .failed: .seen
    case .loaded, .notFound: .refresh
    }
  }

  /// An SQL expression for the queue to which a row returns if its claim expires.
  static let queueAfterClaimSQL: String = {
    let cases = allCases.map { "WHEN \($0.rawValue) THEN \($0.queueAfterClaim.rawValue)" }
    return "CASE state \(cases.joined(separator: " ")) ELSE \(FetchQueue.refresh.rawValue) END"
  }()

  /// An SQL expression for the number of unusable answers for a row. It is 0 for a book that the provider does not
  /// know, because the column `attempts` then counts something else.
  static let attemptsSQL = "CASE state WHEN \(notFound.rawValue) THEN 0 ELSE attempts END"
}

/// The part of the metadata to request next.
enum FetchStage: Int64 {
  case summary = 0
  case rest
}

/// A queue of rows whose metadata is to be fetched.
enum FetchQueue: Int64 {
  /// A process has claimed the row and is fetching its metadata.
  case claimed = 0
  /// A person has requested the metadata.
  case requested
  /// The book is visible on a screen, or was visible earlier.
  case seen
  /// The most important metadata has been fetched; other metadata is still missing.
  case rest
  /// The provider has answered. The metadata is fetched again when the answer expires.
  case refresh

  /// All queues except ``claimed``, most urgent first.
  static let served: [FetchQueue] = [.requested, .seen, .rest, .refresh]
}

/// A row whose metadata is to be fetched, with the data needed to look up its book.
struct FetchCandidate {
  let row: FetchStateRow
  /// The data with which providers look up the book, or `nil` if the book is hidden.
  let input: MetadataInput?
  /// True if the catalog already has some metadata of the book from this provider.
  let hasLayer: Bool
}
