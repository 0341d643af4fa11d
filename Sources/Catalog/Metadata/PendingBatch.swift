/// The input that gathers for the next batch.
struct PendingBatch: Sendable {
  private var responses: [FetchResponse] = []
  private var withdrawn: [Book.ID] = []
  /// Demands that go before all others: for what is in sight, and what a failed batch was given.
  private var first: [FetchDemand] = []
  private var demands: [FetchDemand] = []
  /// The rows that each viewer has in sight, the viewer that spoke last in front.
  private var sights: [(viewer: String, books: [Book.ID], ahead: [Book.ID])] = []
  private var hasNewSight = false

  /// Whether a batch would be given any demand.
  var hasDemands: Bool { !first.isEmpty || !demands.isEmpty }

  /// Adds rows that somebody wants.
  mutating func add(_ demand: FetchDemand) { demands.append(demand) }

  /// Adds the response to a request.
  ///
  /// - Parameter unwanted: rows of it that nobody wants any more.
  mutating func add(_ response: FetchResponse, unwanted: [Book.ID] = []) {
    responses.append(response)
    withdrawn += unwanted
  }

  /// Withdraws the demand of somebody who waited for a row.
  mutating func withdraw(_ book: Book.ID) {
    func isTheirs(_ demand: FetchDemand) -> Bool { demand.isWaiterOnly && demand.books.elementsEqual([book]) }
    first.removeAll(where: isTheirs)
    demands.removeAll(where: isTheirs)
    withdrawn.append(book)
  }

  /// Replaces what a viewer has in sight.
  mutating func show(_ books: [Book.ID], ahead: [Book.ID], viewer: String) {
    sights.removeAll { $0.viewer == viewer }
    sights.insert((viewer, books, ahead), at: 0)
    hasNewSight = true
    // A row in sight counts only if it is in the queue.
    if !books.isEmpty || !ahead.isEmpty { first.insert(FetchDemand(books + ahead, .seen), at: 0) }
  }

  func isInSight(_ book: Book.ID) -> Bool { sights.contains { $0.books.contains(book) || $0.ahead.contains(book) } }

  /// Takes the input of the next batch.
  ///
  /// - Parameter room: how many rows may be demanded.
  mutating func next(_ room: Int) -> FetchBatch {
    var batch = FetchBatch(responses: responses, withdrawn: withdrawn)
    (responses, withdrawn) = ([], [])
    var room = room
    batch.demands = Self.take(from: &first, &room)
    batch.demands += Self.take(from: &demands, &room)
    if hasNewSight {
      // What anybody sees goes before what anybody will see.
      batch.inSight = (sights.flatMap(\.books) + sights.flatMap(\.ahead)).uniqued()
      // Those that are not in the queue yet are to be met, too.
      hasNewSight = !first.isEmpty
    }
    return batch
  }

  /// Puts back the input of a batch that failed.
  mutating func restore(_ batch: FetchBatch) {
    responses = batch.responses + responses
    withdrawn = batch.withdrawn + withdrawn
    first = batch.demands + first
    if batch.inSight != nil { hasNewSight = true }
  }

  mutating func dropDemands() { (first, demands) = ([], []) }

  private static func take(from demands: inout [FetchDemand], _ room: inout Int) -> [FetchDemand] {
    let whole = demands.prefix { demand in
      guard demand.books.count <= room else { return false }
      room -= demand.books.count
      return true
    }
    var taken = Array(whole)
    demands.removeFirst(taken.count)
    if room > 0, !demands.isEmpty {
      var part = demands[0]
      part.books = part.books.prefix(room)
      taken.append(part)
      demands[0].books.removeFirst(room)
      demands[0].isRemainder = true
      room = 0
    }
    return taken
  }
}
