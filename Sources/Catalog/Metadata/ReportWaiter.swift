import FoundationEssentials

/// A caller that waits for many rows and receives a report about them.
struct ReportWaiter: Sendable {
  /// The longest pause, in seconds, that a host can demand before a waiting caller gives up.
  private static let patience = 60.0

  /// The rows that have no answer yet.
  private(set) var pending: Set<Book.ID>
  private(set) var report: MetadataReport
  /// True if the caller needs only the metadata that lists show.
  private let isBrief: Bool

  init(_ books: [Book.ID], isBrief: Bool) {
    pending = Set(books)
    report = MetadataReport()
    report.total = pending.count
    self.isBrief = isBrief
  }

  var isOver: Bool { pending.isEmpty || report.hostFailure != nil }

  /// Applies the result of a batch.
  ///
  /// - Parameter complete: The rows that the batch has completed.
  /// - Returns: True if the report has changed.
  mutating func take(_ result: FetchBatchResult, complete: Set<Book.ID>) -> Bool {
    let before = report
    for row in result.rows
    where (isBrief && row.state.isSettled || complete.contains(row.book)) && pending.contains(row.book) {
      count(row)
    }
    for book in result.complete where pending.remove(book) != nil { report.total -= 1 }
    if let wait = result.hostWait, isTooLong(wait, at: result.time) {
      (report.hostFailure, report.hostWaitsUntil) = (wait.failure, wait.until)
    }
    return report != before
  }

  private func isTooLong(_ wait: HostWait, at time: Date) -> Bool {
    guard let until = wait.until, wait.failure.retryAfter != nil else { return true }
    return until.timeIntervalSince(time) > Self.patience
  }

  private mutating func count(_ row: FetchRowChange) {
    switch row.state {
    case .loaded where isBrief || row.failure == nil: report.loaded += 1
    case .loaded: fail(row.book, row.failure ?? "")
    case .notFound: report.missing += 1
    case .failed(let reason, _): fail(row.book, reason)
    case .notAsked, .waiting, .loading: return
    }
    pending.remove(row.book)
  }

  private mutating func fail(_ book: Book.ID, _ reason: String) {
    report.failed += 1
    guard report.failures.count < MetadataReport.failuresNamed else { return }
    report.failures.append(.init(book: book, reason: reason))
  }
}
