import FoundationEssentials

/// Writes a run into the search index, a part in each transaction. Between two of them a user may change its books: what
/// changes is written at once and is no longer pending, and the run passes it over.
struct SearchRunWriter: Sendable {
  private let run: SearchRun
  private var words: ArraySlice<String>
  private var position = 0

  init(_ run: consuming SearchRun) {
    run.sort()
    self.run = run
    words = run.words.sorted()[...]
  }

  /// Writes on until the end or until it is to stop, inside one transaction.
  /// - Returns: whether it came to the end.
  mutating func next(_ connection: Connection, now: Date, isToStop: () -> Bool) throws -> Bool {
    let pending = DerivedPending(connection: connection)
    let vocabulary = WordTable(connection: connection)
    while let word = words.popFirst() {
      try vocabulary.insert(CollectionOfOne(word[...]))
      if words.count % 64 == 0, isToStop() { return false }
    }
    if position == 0 { for ids in run.ids { try pending.cut(at: ids) } }
    let ranges = try run.ids.flatMap { try pending.books(in: $0) }
    let index = SearchIndex(connection: connection)
    let begun = position
    while position < run.count {
      let number = run.number(at: position)
      if ranges.contains(row: number) { try index.insert(run, at: position) }
      position += 1
      if (position - begun) % 16 == 0, position < run.count, isToStop() {
        for ids in run.ids { try pending.advance(ids, to: number, now: now) }
        return false
      }
    }
    for ids in run.ids { try pending.finish(ids) }
    // A search may find them only now.
    connection.changedBooks.insertMany()
    return true
  }
}
