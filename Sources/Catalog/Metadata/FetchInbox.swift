/// What waits for the next pass over the queue.
struct FetchInbox {
  private var answers: [FetchAnswer] = []
  private var withdrawn: [Int64] = []
  /// Wishes that go before all others: for what is in sight, and what a failed pass was given.
  private var first: [FetchWish] = []
  private var wishes: [FetchWish] = []
  /// What each viewer has in sight, the one that spoke last in front.
  private var sights: [(viewer: String, books: [Int64], ahead: [Int64])] = []
  private var hasNewSight = false

  /// Whether a pass would be given any wish.
  var hasWishes: Bool { !first.isEmpty || !wishes.isEmpty }

  mutating func add(_ wish: FetchWish) { wishes.append(wish) }

  /// Takes note of what came of a request.
  ///
  /// - Parameter unwanted: rows of it that nobody wants any more.
  mutating func add(_ answer: FetchAnswer, unwanted: [Int64] = []) {
    answers.append(answer)
    withdrawn += unwanted
  }

  /// Takes back the wish of somebody who waited for a row.
  mutating func withdraw(_ book: Int64) {
    func isTheirs(_ wish: FetchWish) -> Bool { wish.isWaiters && wish.books.elementsEqual([book]) }
    first.removeAll(where: isTheirs)
    wishes.removeAll(where: isTheirs)
    withdrawn.append(book)
  }

  mutating func show(_ books: [Int64], ahead: [Int64], viewer: String) {
    sights.removeAll { $0.viewer == viewer }
    sights.insert((viewer, books, ahead), at: 0)
    hasNewSight = true
    // A row in sight counts only if it is in line.
    if !books.isEmpty || !ahead.isEmpty { first.insert(FetchWish(books + ahead, .seen), at: 0) }
  }

  func isInSight(_ book: Int64) -> Bool { sights.contains { $0.books.contains(book) || $0.ahead.contains(book) } }

  /// What the next pass is given.
  ///
  /// - Parameter room: how many rows may be wished for.
  mutating func next(_ room: Int) -> FetchInput {
    var given = FetchInput(answers: answers, withdrawn: withdrawn)
    (answers, withdrawn) = ([], [])
    var room = room
    given.wishes = Self.take(from: &first, &room)
    given.wishes += Self.take(from: &wishes, &room)
    if hasNewSight {
      var seen = Set<Int64>()
      // What anybody sees goes before what anybody will see.
      given.inSight = (sights.flatMap(\.books) + sights.flatMap(\.ahead)).filter { seen.insert($0).inserted }
      // Those that are not in line yet are to be met, too.
      hasNewSight = !first.isEmpty
    }
    return given
  }

  /// Takes back what a pass was given that failed.
  mutating func restore(_ given: FetchInput) {
    answers = given.answers + answers
    withdrawn = given.withdrawn + withdrawn
    first = given.wishes + first
    if given.inSight != nil { hasNewSight = true }
  }

  mutating func dropWishes() { (first, wishes) = ([], []) }

  private static func take(from wishes: inout [FetchWish], _ room: inout Int) -> [FetchWish] {
    let whole = wishes.prefix { wish in
      guard wish.books.count <= room else { return false }
      room -= wish.books.count
      return true
    }
    var taken = Array(whole)
    wishes.removeFirst(taken.count)
    if room > 0, !wishes.isEmpty {
      var part = wishes[0]
      part.books = part.books.prefix(room)
      taken.append(part)
      wishes[0].books.removeFirst(room)
      wishes[0].isRemainder = true
      room = 0
    }
    return taken
  }
}
