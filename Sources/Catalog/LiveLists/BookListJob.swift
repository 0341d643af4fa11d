import CatalogDatabase

/// A single access to the catalog by a live list. It updates the list's state to the current catalog and loads the
/// requested rows.
package struct BookListJob: Sendable {
  package let query: BookQuery
  /// The limits on the work that one job does.
  package let limits: BookListLimits
  /// The list's state before this job, or `nil` for a new list.
  package var begun: BookListContents?
  /// The indexes of the rows to load, as they were in the list before this job.
  package var requested: Range<Int>
  /// The visible book that should keep its position on screen when the list changes.
  package var anchor: Book.ID?
  /// Books that should keep their position on screen if the list is reloaded. The first of them that is still in the
  /// list is used.
  package var anchors: [Book.ID] = []
  /// The maximum number of rows to keep loaded.
  package let limit: Int
  /// True to do all remaining background work, however long it takes.
  package var finishes = false

  package init(
    query: BookQuery, limits: BookListLimits = BookListLimits(), begun: BookListContents? = nil, requested: Range<Int>,
    anchor: Book.ID? = nil, anchors: [Book.ID] = [], limit: Int, finishes: Bool = false
  ) {
    (self.query, self.limits) = (query, limits)
    self.begun = begun
    self.requested = requested
    (self.anchor, self.anchors) = (anchor, anchors)
    self.limit = limit
    self.finishes = finishes
  }

  package struct Outcome: Sendable {
    package var contents: BookListContents
    /// The updates to report to observers, in order.
    package var updates: [ListUpdate<Book>] = []
    /// The number of rows by which the visible rows have moved within the list.
    package var shift = 0
  }

  /// The time limit for counting the books before the first rows are shown.
  fileprivate static let countTime = Duration.milliseconds(4)
  /// The time limit for finding the first rows. If finding them takes longer, they are shown without counting the books
  /// first.
  private static let patience = Duration.milliseconds(6)

  /// Runs the job for an audience. Must be called inside a transaction.
  func run(_ connection: Connection, for audience: Audience) throws -> Outcome {
    let reader = try BookListReader(query, limits, for: audience, connection: connection)
    let changes = ChangeTable(connection: connection)
    guard let begun else {
      let contents = try opened(requested, in: reader, at: changes.newest())
      return Outcome(contents: contents, updates: [.reloaded(contents.window, anchor: nil)])
    }
    let (change, newest) = try changes.changes(after: begun.change)
    do {
      var outcome = Outcome(contents: begun)
      outcome.contents.change = newest
      if change == .many { throw BookListReader.Mismatch() }
      if case .books(let ids) = change { try outcome.update(ids, around: anchor, in: reader) }
      if finishes { try finish(&outcome, in: reader) }
      try loadRequested(into: &outcome, in: reader)
      return outcome
    } catch is BookListReader.Mismatch {
      var outcome = try reloaded(begun, in: reader, at: newest)
      try loadRequested(into: &outcome, in: reader)
      // If nothing was committed in the meantime, a further attempt would fail in the same way. Therefore, the books
      // are only counted, and the background work ends.
      if finishes, change == nil {
        let old = outcome.contents.window
        try outcome.count(in: nil, reader)
        outcome.contents.isFinished = true
        outcome.tell(since: old)
      }
      return outcome
    }
  }

  // MARK: Reloading

  private func opened(
    _ requested: Range<Int>, in reader: BookListReader, at change: Int64
  ) throws -> BookListContents {
    var outcome = Outcome(contents: BookListContents(change: change))
    if case .everything = reader.accessPath {} else { outcome.contents.found = BookListContents.Found() }
    let start = ContinuousClock.now
    if outcome.contents.found != nil { try outcome.find(requested.upperBound, in: reader) }
    try outcome.count(in: ContinuousClock.now - start > Self.patience ? .zero : Self.countTime, reader)
    try load(requested, into: &outcome, in: reader)
    return outcome.contents
  }

  /// Reloads the list so that a previously loaded row keeps its position on screen.
  private func reloaded(_ begun: BookListContents, in reader: BookListReader, at change: Int64) throws -> Outcome {
    let old = begun.window
    let length = max(old.rows.count, requested.count)
    var contents = try opened(old.start..<(old.start + length), in: reader, at: change)
    var anchor: ListAnchor?
    for id in anchors + old.rows.map(\.id) {
      guard let before = old.listIndex(of: id), let after = try reader.index(of: id, contents)
      else { continue }
      anchor = ListAnchor(old: before, new: after)
      let start = max(0, old.start + after - before)
      if contents.window.start != start || !contents.window.range.contains(after) {
        contents = try opened(start..<max(start + length, after + 1), in: reader, at: change)
      }
      break
    }
    let shift = anchor.map { $0.new - $0.old } ?? 0
    return Outcome(contents: contents, updates: [.reloaded(contents.window, anchor: anchor)], shift: shift)
  }

  // MARK: Loading

  private func loadRequested(into outcome: inout Outcome, in reader: BookListReader) throws {
    let range = outcome.contents.window.range
    try load(requested, into: &outcome, in: reader)
    if outcome.contents.window.range != range { outcome.updates.append(.loaded(outcome.contents.window)) }
  }

  /// Loads the requested rows, and drops rows that are far from them.
  private func load(_ requested: Range<Int>, into outcome: inout Outcome, in reader: BookListReader) throws {
    let requested = requested.moved(by: outcome.shift)
    if outcome.contents.found != nil { try outcome.find(requested.upperBound, in: reader) }
    var window = outcome.contents.window
    let length = outcome.contents.found?.ids.count ?? window.count.known
    // If the list has become so short that the requested rows are after its end, the last rows are loaded instead.
    let upper = min(requested.upperBound, length)
    let range = max(0, min(requested.lowerBound, upper - requested.count))..<upper
    let found = outcome.contents.found
    if window.rows.isEmpty || range.lowerBound > window.range.upperBound || range.upperBound < window.range.lowerBound {
      window.start = range.lowerBound
      window.rows = try reader.rows(range, found)
    } else {
      let loaded = window.range
      if range.lowerBound < loaded.lowerBound {
        window.rows = try reader.rows(range.lowerBound..<loaded.lowerBound, found) + window.rows
        window.start = range.lowerBound
      }
      if range.upperBound > loaded.upperBound {
        window.rows += try reader.rows(loaded.upperBound..<range.upperBound, found)
      }
    }
    window.drop(beyond: max(limit, range.count), around: range)
    outcome.contents.window = window
    guard found == nil else { return }
    outcome.contents.ends = try reader.ends(of: window)
  }

  // MARK: Background work

  /// Finds the rest of the list. If the list is too long, counts its books instead.
  private func finish(_ outcome: inout Outcome, in reader: BookListReader) throws {
    guard var found = outcome.contents.found else { return }
    let old = outcome.contents.window
    if case .ranked = reader.accessPath {
      try outcome.count(in: nil, reader)
      let count = outcome.contents.window.count.known
      if count <= limits.ranked { try reader.extend(&found, to: count + 1) }
    } else if !found.isWhole {
      found = BookListContents.Found()
      try reader.extend(&found, to: max(limits.ids, old.range.upperBound))
    }
    guard found.ids.count >= old.range.upperBound, found.ids[old.range].elementsEqual(old.rows.lazy.map(\.id)) else {
      throw BookListReader.Mismatch()
    }
    outcome.contents.found = found
    if found.isWhole || !outcome.contents.window.count.isExact { try outcome.count(in: nil, reader) }
    outcome.contents.isFinished = true
    outcome.tell(since: old)
  }
}

extension BookListJob.Outcome {
  /// Updates the list's state after changes to books, and reports the difference.
  ///
  /// - Parameter anchor: The book that should keep its position on screen. If `nil`, the first loaded row keeps its
  ///   position.
  fileprivate mutating func update(_ ids: [Book.ID], around anchor: Book.ID?, in reader: BookListReader) throws {
    let old = contents.window
    let insertedBefore = try reader.update(&contents, ids)
    if contents.found != nil { try count(in: BookListJob.countTime, reader) }
    shift = contents.window.start - old.start
    if let anchor, let before = old.listIndex(of: anchor), let after = contents.window.listIndex(of: anchor) {
      shift = after - before
    }
    tell(since: old, insertedBefore: insertedBefore)
  }

  fileprivate mutating func tell(since old: ListWindow<Book>, insertedBefore: Int = 0) {
    let difference = ListDifference(from: old, to: contents.window, insertedBefore: insertedBefore)
    if !difference.isEmpty { updates.append(.changed(difference)) }
  }

  /// Finds books until the requested number of them is known, or until the end of the list.
  fileprivate mutating func find(_ requestedCount: Int, in reader: BookListReader) throws {
    guard var found = contents.found, !found.isWhole, found.ids.count < requestedCount else { return }
    try reader.extend(&found, to: requestedCount)
    contents.found = found
    let old = contents.window
    if found.isWhole || contents.window.count.known < found.ids.count {
      contents.window.count = found.isWhole ? .exactly(found.ids.count) : .atLeast(found.ids.count)
    }
    if found.isWhole { contents.isFinished = true }
    tell(since: old)
  }

  fileprivate mutating func count(in time: Duration?, _ reader: BookListReader) throws {
    contents.window.count = try reader.count(contents.found, in: time)
    contents.isFinished = contents.found?.isWhole ?? true
  }
}

extension Range<Int> {
  /// Returns the range after its rows have moved by a number of rows. If the moved range would begin before the list,
  /// it begins at 0 instead and keeps its length.
  package func moved(by shift: Int) -> Range<Int> {
    let start = Swift.max(0, lowerBound + shift)
    return start..<(start + count)
  }
}

extension ListWindow<Book> {
  /// Returns the index of a book in the list, or `nil` if the book is not loaded.
  fileprivate func listIndex(of id: Book.ID) -> Int? { rows.firstIndex { $0.id == id }.map { start + $0 } }
}

extension ListWindow {
  /// Drops rows until at most `limit` rows are left. Rows in `range` are kept.
  fileprivate mutating func drop(beyond limit: Int, around range: Range<Int>) {
    let surplus = rows.count - limit
    guard surplus > 0 else { return }
    let slack = (limit - range.count) / 2
    let dropped = min(max(0, range.lowerBound - slack - start), surplus)
    rows = Array(rows[dropped..<(dropped + limit)])
    start += dropped
  }
}
