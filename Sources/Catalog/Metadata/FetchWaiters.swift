/// Tracks the callers that wait for books' metadata, and decides which messages each caller receives. Callers are
/// identified by numbers, and books by their rows in the queue.
struct FetchWaiters: Sendable {
  /// A message to a waiting caller.
  enum Message: Sendable {
    /// The final result for a caller that waited for a row.
    case row(waiter: Int, Result<MetadataState, any Error>)
    /// The final result for a caller that waited for a report.
    case report(waiter: Int, Result<MetadataReport, any Error>)
    case progress(waiter: Int, MetadataReport)
  }

  /// The row that each caller of a single row waits for, keyed by the caller's number.
  private var rows: [Int: Book.ID] = [:]
  private var reports: [Int: ReportWaiter] = [:]
  /// The rows that are needed only by callers in ``rows``.
  private var onlyWaitedFor = Set<Book.ID>()
  /// The rows whose last waiting caller left while they were being fetched.
  private var unwanted = Set<Book.ID>()
  /// The rows that another process is fetching.
  private var elsewhere = Set<Book.ID>()

  // MARK: Adding and removing callers

  /// Adds a caller that waits for a row.
  ///
  /// - Parameter isInSight: True if the row is visible. A visible row is needed even without a caller.
  mutating func add(_ number: Int, for book: Book.ID, isInSight: Bool) {
    let isNeeded =
      isInSight || rows.values.contains(book) || reports.values.contains { $0.pending.contains(book) }
    if !isNeeded { onlyWaitedFor.insert(book) }
    unwanted.remove(book)
    rows[number] = book
  }

  /// Adds a caller that waits for many rows.
  mutating func add(_ number: Int, _ waiter: ReportWaiter) {
    reports[number] = waiter
    want(waiter.pending)
  }

  /// Records that rows are needed for a reason other than a caller that waits for a single row.
  mutating func want(_ books: some Sequence<Book.ID>) {
    if !onlyWaitedFor.isEmpty { onlyWaitedFor.subtract(books) }
    if !unwanted.isEmpty { unwanted.subtract(books) }
  }

  /// Removes a caller.
  ///
  /// - Returns: The message to the caller, and the caller's row if nothing else in this fetcher needs the row.
  mutating func leave(_ number: Int) -> (message: Message?, unwanted: Book.ID?) {
    if reports.removeValue(forKey: number) != nil {
      return (.report(waiter: number, .failure(CancellationError())), nil)
    }
    guard let book = rows.removeValue(forKey: number) else { return (nil, nil) }
    let message = Message.row(waiter: number, .failure(CancellationError()))
    guard !rows.values.contains(book), onlyWaitedFor.remove(book) != nil else { return (message, nil) }
    unwanted.insert(book)
    return (message, book)
  }

  // MARK: Unwanted rows

  /// Returns true if no process needs any row of a request.
  ///
  /// - Parameter holder: The name under which this fetcher claims rows.
  func isUnwanted(_ request: FetchRequest, holder: String) -> Bool {
    !unwanted.isEmpty && request.rows.allSatisfy { unwanted.contains($0.book) && $0.stored.claimedBy == holder }
  }

  /// Removes and returns the unwanted rows of a request.
  mutating func takeUnwanted(of request: FetchRequest) -> [Book.ID] {
    guard !unwanted.isEmpty else { return [] }
    return request.rows.compactMap { unwanted.remove($0.book) }
  }

  /// Forgets all unwanted rows except those in the given requests.
  mutating func keepUnwanted(of requests: some Sequence<FetchRequest>) {
    guard !unwanted.isEmpty else { return }
    unwanted.formIntersection(requests.flatMap { $0.rows.map(\.book) })
  }

  // MARK: Messages

  /// Applies the result of a batch and returns the messages to send.
  mutating func take(_ result: FetchBatchResult) -> [Message] {
    elsewhere.formUnion(result.elsewhere)
    return (rows.isEmpty ? [] : answerRows(result)) + (reports.isEmpty ? [] : answerReports(result))
  }

  /// Ends the wait of all callers with an error, and returns the messages to send.
  mutating func fail(_ error: any Error) -> [Message] {
    defer { (rows, reports, onlyWaitedFor) = ([:], [:], []) }
    return rows.keys.map { .row(waiter: $0, .failure(error)) }
      + reports.keys.map { .report(waiter: $0, .failure(error)) }
  }

  private mutating func answerRows(_ result: FetchBatchResult) -> [Message] {
    var states: [Book.ID: MetadataState] = [:]
    for row in result.rows where row.state.isSettled { states[row.book] = row.state }
    for book in result.complete where states[book] == nil { states[book] = .notAsked }
    var messages: [Message] = []
    for (number, book) in rows {
      guard let state = states[book] ?? (result.hostWait == nil ? nil : .waiting) else { continue }
      rows[number] = nil
      onlyWaitedFor.remove(book)
      messages.append(.row(waiter: number, .success(state)))
    }
    return messages
  }

  private mutating func answerReports(_ result: FetchBatchResult) -> [Message] {
    let complete = Set(result.complete)
    var messages: [Message] = []
    // Reports are updated in place, because a caller that fetches all books waits for a very large number of rows.
    for index in reports.values.indices where reports.values[index].take(result, complete: complete) {
      messages.append(.progress(waiter: reports.keys[index], reports.values[index].report))
    }
    for (number, waiter) in reports where waiter.isOver {
      reports[number] = nil
      messages.append(.report(waiter: number, .success(waiter.report)))
    }
    return messages
  }

  // MARK: Checking other processes

  /// Returns the interval, in seconds, at which to check if other processes have fetched rows that callers wait for;
  /// `nil` if no caller waits. Other processes serve the same queue and send no notifications.
  ///
  /// - Parameter isIdle: True if this fetcher has nothing left to fetch. Only other processes can then be fetching the
  ///   remaining rows.
  func pause(isIdle: Bool) -> Double? {
    let count = rows.count + reports.values.reduce(0) { $0 + $1.pending.count }
    if !elsewhere.isEmpty || (isIdle && count > 0) { return 0.25 }
    return count > 0 ? max(2, Double(count) / 500) : nil
  }

  /// Removes and returns the rows to check again, in ascending order.
  ///
  /// - Parameter claimed: The rows that this process has claimed.
  mutating func takeElsewhere(isInSight: (Book.ID) -> Bool, claimed: Set<Book.ID>) -> [Book.ID] {
    var books = elsewhere.filter(isInSight)
    books.formUnion(rows.values)
    for waiter in reports.values { books.formUnion(waiter.pending) }
    elsewhere = []
    return books.subtracting(claimed).sorted()
  }
}
