/// Those who wait for rows, by their numbers: a value that says what each is to be told.
struct FetchWaiters: Sendable {
  /// Something that a waiter is told.
  enum Message: Sendable {
    /// Who waited for a row waits no more.
    case row(waiter: Int, Result<MetadataState, any Error>)
    /// Who waited for a report waits no more.
    case report(waiter: Int, Result<MetadataReport, any Error>)
    case progress(waiter: Int, MetadataReport)
  }

  /// The rows that are waited for one by one, by the numbers of those who wait.
  private var rows: [Int: Book.ID] = [:]
  private var reports: [Int: ReportWaiter] = [:]
  /// Rows that only waiters of ``rows`` want.
  private var onlyWaitedFor = Set<Book.ID>()
  /// Rows that only waiters wanted who have left, while they were being asked for.
  private var unwanted = Set<Book.ID>()
  /// Rows that another process asks for.
  private var elsewhere = Set<Book.ID>()

  // MARK: Coming and going

  /// Adds somebody who waits for a row.
  ///
  /// - Parameter isInSight: whether the row is wanted already by somebody who sees it.
  mutating func add(_ number: Int, for book: Book.ID, isInSight: Bool) {
    let isWanted =
      isInSight || rows.values.contains(book) || reports.values.contains { $0.pending.contains(book) }
    if !isWanted { onlyWaitedFor.insert(book) }
    unwanted.remove(book)
    rows[number] = book
  }

  /// Adds somebody who waits for many rows.
  mutating func add(_ number: Int, _ waiter: ReportWaiter) {
    reports[number] = waiter
    want(waiter.pending)
  }

  /// Takes note that rows are wanted by others than those who wait for them one by one.
  mutating func want(_ books: some Sequence<Book.ID>) {
    if !onlyWaitedFor.isEmpty { onlyWaitedFor.subtract(books) }
    if !unwanted.isEmpty { unwanted.subtract(books) }
  }

  /// Removes somebody who waits no longer.
  ///
  /// - Returns: what to tell them, and the row that nobody here wants now, where there is one.
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

  // MARK: Rows that nobody wants

  /// Whether a request is of no use to anybody, here or elsewhere.
  ///
  /// - Parameter holder: the name of this process for others.
  func isUnwanted(_ request: FetchRequest, holder: String) -> Bool {
    !unwanted.isEmpty && request.rows.allSatisfy { unwanted.contains($0.book) && $0.stored.claimedBy == holder }
  }

  /// Takes the rows of a request that nobody wants any more; what happens to them is no longer of interest.
  mutating func takeUnwanted(of request: FetchRequest) -> [Book.ID] {
    guard !unwanted.isEmpty else { return [] }
    return request.rows.compactMap { unwanted.remove($0.book) }
  }

  /// Forgets unwanted rows that are in none of these requests.
  mutating func keepUnwanted(of requests: some Sequence<FetchRequest>) {
    guard !unwanted.isEmpty else { return }
    unwanted.formIntersection(requests.flatMap { $0.rows.map(\.book) })
  }

  // MARK: Telling

  /// Takes in what a batch has brought.
  mutating func take(_ result: FetchBatchResult) -> [Message] {
    elsewhere.formUnion(result.elsewhere)
    return (rows.isEmpty ? [] : answerRows(result)) + (reports.isEmpty ? [] : answerReports(result))
  }

  /// Ends everything that somebody waits for.
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
    // In place: a fetch of all books waits for very many.
    for index in reports.values.indices where reports.values[index].take(result, complete: complete) {
      messages.append(.progress(waiter: reports.keys[index], reports.values[index].report))
    }
    for (number, waiter) in reports where waiter.isOver {
      reports[number] = nil
      messages.append(.report(waiter: number, .success(waiter.report)))
    }
    return messages
  }

  // MARK: Looking again

  /// How soon to look again what other processes have made of rows that somebody here waits for, in seconds: they serve the
  /// same queue, and tell nobody. `nil` where nobody waits.
  ///
  /// - Parameter isIdle: whether nothing is left to be fetched here, so that others have what is waited for.
  func pause(isIdle: Bool) -> Double? {
    let count = rows.count + reports.values.reduce(0) { $0 + $1.pending.count }
    if !elsewhere.isEmpty || (isIdle && count > 0) { return 0.25 }
    return count > 0 ? max(2, Double(count) / 500) : nil
  }

  /// Takes the rows to be looked at again, in order.
  ///
  /// - Parameter claimed: the rows that this process has claimed.
  mutating func takeElsewhere(isInSight: (Book.ID) -> Bool, claimed: Set<Book.ID>) -> [Book.ID] {
    var books = elsewhere.filter(isInSight)
    books.formUnion(rows.values)
    for waiter in reports.values { books.formUnion(waiter.pending) }
    elsewhere = []
    return books.subtracting(claimed).sorted()
  }
}
