import Catalog

/// Which books a change is of.
enum BrowserTarget: Equatable, Sendable {
  /// One, as it was seen: a backup that is restored may have another book of that number.
  case book(Book)
  /// Those that were selected one by one; of these, one that is gone by now is passed over.
  case marked([BrowserMarks.Mark])
  /// All that a query finds when the change is made.
  ///
  /// - Parameter asked: how many there were when the user was asked; `nil` where that was not known.
  case all(of: BookQuery, asked: Int? = nil)

  /// The numbers of the books.
  ///
  /// - Throws: ``CommandError/bookMissing(title:)``; ``CommandError/unclearQuery(_:)``.
  func ids(_ snapshot: CatalogSnapshot) throws -> [Book.ID] {
    switch self {
    case .book(let book):
      guard try snapshot.book(book.id)?.uuid == book.uuid else { throw CommandError.bookMissing(title: book.title) }
      return [book.id]
    case .marked(let marks): return try Self.present(marks, snapshot).map(\.id)
    case .all(let query, _):
      try snapshot.refuseUnclear(query)
      return try snapshot.ids(of: query)
    }
  }

  /// Those of the books that are in the catalog.
  static func present(_ marks: [BrowserMarks.Mark], _ snapshot: CatalogSnapshot) throws -> [BrowserMarks.Mark] {
    try marks.filter { try snapshot.book($0.id)?.uuid == $0.uuid }
  }

  /// The book where it is one.
  var book: Book? { if case .book(let book) = self { book } else { nil } }
}

/// What a key changes of books, as one step.
enum BrowserChange: Equatable, Sendable {
  /// The user's rating; `nil` takes it back.
  case rate(Double?)
  /// The rating by half stars, up or down to the next one.
  case rateByHalf(up: Bool)
  /// How far the user is.
  case mark(ReadState)
  /// As read, or where all are read by then as unread again.
  case turnRead
  /// Tags that are given, and tags that are taken away.
  case tag(give: [String], take: [String])
  /// From every list.
  case remove
  /// Into the first of them.
  case merge

  /// Whether it is asked about, however few books it is of.
  var isAlwaysAsked: Bool { self == .remove || self == .merge }

  /// - Parameter day: The day that counts as today.
  func make(
    _ target: BrowserTarget, _ transaction: CatalogTransaction, on day: PartialDate
  ) throws -> ChangeOutcome {
    let ids = try target.ids(transaction.snapshot)
    switch target {
    case .all(let query, let asked?) where ids.count != asked:
      throw BrowserWrites.Recounted(change: self, target: .all(of: query, asked: ids.count), count: ids.count)
    // Another one would be kept, or nothing would be left to merge.
    case .marked(let marks) where self == .merge && ids.count < marks.count: throw CommandError.selectedBooksGone
    case .marked where ids.isEmpty: throw CommandError.selectedBooksGone
    default: if ids.isEmpty { return ChangeOutcome() }
    }
    switch self {
    case .rate(let stars): return try transaction.edit(ids) { $0.rating = stars }
    case .rateByHalf(let up): return try transaction.edit(ids) { $0.rating = Self.half(up: up, of: $0.rating) }
    case .mark(let state): return try transaction.edit(ids) { $0.mark(state, today: day) }
    case .turnRead:
      let isRead = try ids.allSatisfy { try transaction.snapshot.book($0)?.readState == .read }
      return try transaction.edit(ids) { $0.mark(isRead ? .unread : .read, today: day) }
    case .tag(let given, let taken):
      let changes: [FieldChange] = [
        taken.isEmpty ? nil : .remove(.tags, taken), given.isEmpty ? nil : .add(.tags, given),
      ].compactMap(\.self)
      return try transaction.edit(ids, changes)
    case .remove: return try transaction.remove(ids)
    case .merge: return try transaction.merge(ids)
    }
  }

  /// The next half star from a rating; `nil` below the first one.
  static func half(up: Bool, of rating: Double?) -> Double? {
    let halves = (rating ?? 0) * 2
    let next = up ? min(halves.rounded(.down) + 1, 10) : halves.rounded(.up) - 1
    return next < 1 ? nil : next / 2
  }

  /// For a question: “rates”, “marks as read”.
  var words: String {
    switch self {
    case .rate(nil): "takes your rating from"
    case .rate(let stars?): "gives \(stars.shortest) stars to"
    case .rateByHalf(let up): "gives half a star \(up ? "more" : "less") to"
    case .mark(let state): "marks as \(state)"
    case .turnRead: "marks as read, or as unread where all are read,"
    case .tag(let given, let taken):
      (given.map { "gives “\($0)” to" } + taken.map { "takes “\($0)” from" }).joined(separator: " and ")
    case .remove: "removes"
    case .merge: "merges into one"
    }
  }
}
