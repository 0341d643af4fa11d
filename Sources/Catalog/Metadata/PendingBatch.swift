/// The input collected for the next batch.
struct PendingBatch: Sendable {
  private var responses: [FetchResponse] = []
  private var withdrawn: [Book.ID] = []
  /// The demands that precede all other demands. These are demands for visible rows, and demands from a failed batch.
  private var first: [FetchDemand] = []
  private var demands: [FetchDemand] = []
  /// The visible rows of each viewer, most recently updated first.
  private var sights: [(viewer: String, books: [Book.ID], ahead: [Book.ID])] = []
  private var hasNewSight = false

  /// True if books are requested for the next batch.
  var hasDemands: Bool { !first.isEmpty || !demands.isEmpty }

  /// Adds a demand.
  mutating func add(_ demand: FetchDemand) { demands.append(demand) }

  /// Adds the response to a request.
  ///
  /// - Parameter unwanted: The rows of the response that are no longer needed.
  mutating func add(_ response: FetchResponse, unwanted: [Book.ID] = []) {
    responses.append(response)
    withdrawn += unwanted
  }

  /// Withdraws the demand of a caller that waited for a row.
  mutating func withdraw(_ book: Book.ID) {
    func isTheirs(_ demand: FetchDemand) -> Bool { demand.isWaiterOnly && demand.books.elementsEqual([book]) }
    first.removeAll(where: isTheirs)
    demands.removeAll(where: isTheirs)
    withdrawn.append(book)
  }

  /// Replaces the visible rows of a viewer.
  mutating func show(_ books: [Book.ID], ahead: [Book.ID], viewer: String) {
    sights.removeAll { $0.viewer == viewer }
    sights.insert((viewer, books, ahead), at: 0)
    hasNewSight = true
    // Visible rows must be in the queue to be fetched.
    if !books.isEmpty || !ahead.isEmpty { first.insert(FetchDemand(books + ahead, .seen), at: 0) }
  }

  func isInSight(_ book: Book.ID) -> Bool { sights.contains { $0.books.contains(book) || $0.ahead.contains(book) } }

  /// Removes and returns the input of the next batch.
  ///
  /// - Parameter room: The maximum number of demanded rows to include.
  mutating func next(_ room: Int) -> FetchBatch {
    var batch = FetchBatch(responses: responses, withdrawn: withdrawn)
    (responses, withdrawn) = ([], [])
    var room = room
    batch.demands = Self.take(from: &first, &room)
    batch.demands += Self.take(from: &demands, &room)
    if hasNewSight {
      // Rows that are visible now precede rows that may become visible next.
      batch.inSight = (sights.flatMap(\.books) + sights.flatMap(\.ahead)).uniqued()
      // Rows that are not in the queue yet must be considered again in the next batch.
      hasNewSight = !first.isEmpty
    }
    return batch
  }

  /// Restores the input of a failed batch.
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
