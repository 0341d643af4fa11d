import CatalogTestSupport
import FoundationEssentials

@testable import Catalog
@testable import CatalogModel

/// A core with a clock that the test sets, and batches of a scheduler that claims each demanded row in a request of its
/// own.
struct FetchCoreBench {
  static let holder = "me"

  var core: FetchCore
  var now = 100.0
  private var lastRequest = 0

  init(canStore: Bool = true) { core = FetchCore(host: "host", holder: Self.holder, canStore: canStore) }

  mutating func step(_ event: FetchCore.Event) -> [FetchCore.Effect] { core.step(event, now: now) }

  /// Returns a request of rows, claimed for the waiters alone or for all.
  mutating func request(_ books: [Book.ID], isWaiterOnly: Bool = false) -> FetchRequest {
    lastRequest += 1
    return FetchRequest(
      number: lastRequest, stage: .summary,
      rows: books.map { book in
        FetchRow(
          query: MetadataQuery(book: book, isbn: nil, title: "Book \(book)", authors: []),
          stored: FetchStateRow(
            book: book, input: 1, queue: .requested, due: 0, claimedBy: isWaiterOnly ? Self.holder : nil),
          stage: .summary, hasLayer: false)
      }, slot: "slot", change: 1)
  }

  /// Returns the outcome of a batch that claims requests and completes rows.
  func result(
    requests: [FetchRequest] = [], complete: [Book.ID] = [], elsewhere: [Book.ID] = [], hostWait: HostWait? = nil,
    isIdle: Bool = false, wakesAfter: Double? = nil
  ) -> FetchBatchResult {
    let time = Date(timeIntervalSince1970: 1_767_225_600)
    var result = FetchBatchResult(at: time)
    result.requests = requests
    result.complete = complete
    result.rows = complete.map { FetchRowChange(book: $0, state: .notFound(until: time)) }
    result.elsewhere = elsewhere
    result.hostWait = hostWait
    result.isIdle = isIdle
    result.wake = wakesAfter.map { time.addingTimeInterval($0) }
    return result
  }

  /// Commits a batch with everything gathered.
  mutating func commit(_ result: FetchBatchResult) -> [FetchCore.Effect] {
    _ = step(.gathered)
    return step(.committed(result))
  }
}

extension FetchCore.Effect {
  /// The effect in a word, with its number or rows.
  var text: String {
    switch self {
    case .gather: "gather"
    case .run(let batch):
      (batch.isLast ? "run last" : "run") + batch.demands.map { " \(Array($0.books))" }.joined()
        + batch.responses.map { " \($0.result.text) \($0.request.number)" }.joined()
        + batch.withdrawn.map { " without \($0)" }.joined()
    case .cancelBatch: "cancel batch"
    case .start(let request): "start \(request.number)"
    case .cancel(let number): "cancel \(number)"
    case .setTimer(let time): "timer \(time)"
    case .cancelTimer: "no timer"
    case .tell(.row(let waiter, let result)): "row \(waiter) \((try? result.get()).map(\.text) ?? "fails")"
    case .tell(.report(let waiter, let result)):
      "report \(waiter) " + ((try? result.get()).map { "\($0.settled) of \($0.total)" } ?? "fails")
    case .tell(.progress(let waiter, let report)): "progress \(waiter) \(report.settled) of \(report.total)"
    case .tellObservers(.hostWaits): "host waits"
    case .tellObservers(.cannotStore): "cannot store"
    case .tellObservers(.row(let book, _)): "row of book \(book)"
    case .tellChanges: "changes"
    case .finish: "finish"
    }
  }
}

extension FetchResult {
  var text: String {
    switch self {
    case .answers: "answered"
    case .failed(let failure): failure.code.rawValue
    case .cancelled: "cancelled"
    }
  }
}

extension MetadataState {
  fileprivate var text: String {
    switch self {
    case .notAsked: "not asked"
    case .waiting: "waiting"
    case .loading: "loading"
    case .loaded: "loaded"
    case .notFound: "not found"
    case .failed: "failed"
    }
  }
}
